/* mcp-task.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-call-private.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-task-private.h"

/**
 * McpTask:
 *
 * A handle to something the server does in the background, and the last that was heard of it.
 *
 *     working ⇄ input_required → completed | failed | cancelled
 *
 * The three at the end are terminal: a server that goes on from there is wrong, and what it says
 * is shown all the same. Both kinds of tasks have the same words; where they keep the time to
 * live, the interval and the result differs.
 */

/* A server that wants to be asked all the time is not; nor is one left alone for ever. */
#define MIN_POLL_MSEC     100
#define MAX_POLL_MSEC     (60 * 60 * 1000)
#define DEFAULT_POLL_MSEC 1000

/* No server needs more input than this, and the keys are kept. */
#define MAX_KEYS 1000

struct _McpTask
{
  GObject      parent_instance;

  McpTaskInfo  info;
  McpId       *token;  /* (nullable) */
  GHashTable  *keys;   /* char *: of input requests */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (McpTask, mcp_task, G_TYPE_OBJECT)

static const char * const words[] = {
  [MCP_TASK_WORKING] = "working",
  [MCP_TASK_INPUT_REQUIRED] = "input_required",
  [MCP_TASK_COMPLETED] = "completed",
  [MCP_TASK_FAILED] = "failed",
  [MCP_TASK_CANCELLED] = "cancelled",
};

static void
emit_changed (McpTask *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
mcp_task_finalize (GObject *object)
{
  McpTask *self = MCP_TASK (object);

  g_free (self->info.id);
  g_free (self->info.status_word);
  g_free (self->info.status_message);
  g_free (self->info.problem);
  g_free (self->info.created_at);
  g_free (self->info.updated_at);
  g_free (self->info.tool);
  g_free (self->info.arguments);
  g_clear_pointer (&self->info.json, g_bytes_unref);
  g_clear_pointer (&self->info.result, g_bytes_unref);
  g_clear_pointer (&self->info.error, g_bytes_unref);
  g_clear_pointer (&self->token, mcp_id_unref);
  g_clear_pointer (&self->keys, g_hash_table_unref);

  G_OBJECT_CLASS (mcp_task_parent_class)->finalize (object);
}

static void
mcp_task_class_init (McpTaskClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_task_finalize;

  /**
   * McpTask::changed:
   * @self: the task
   *
   * Something was heard of it, or what the handle is worth has changed.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_task_init (McpTask *self)
{
  self->info.status_word = g_strdup ("");
  self->info.status = MCP_TASK_OTHER;
  self->info.hold = MCP_TASK_KEPT;
  self->info.ttl_msec = -1;
  self->info.poll_msec = DEFAULT_POLL_MSEC;
  self->info.progress = -1;
  self->info.progress_total = -1;
  self->keys = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
}

McpTask *
mcp_task_new (const char     *id,
              McpTaskFlavour  flavour)
{
  McpTask *self = g_object_new (MCP_TYPE_TASK, NULL);

  self->info.id = g_strdup (id);
  self->info.flavour = flavour;
  self->info.created_usec = g_get_real_time ();

  return self;
}

static McpTaskStatus
status_of (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strcmp0 (word, words[i]) == 0)
      return i;

  return MCP_TASK_OTHER;
}

const char *
mcp_task_status_get_word (McpTaskStatus status)
{
  return status < G_N_ELEMENTS (words) ? words[status] : "";
}

static gboolean
is_terminal (McpTaskStatus status)
{
  return status == MCP_TASK_COMPLETED || status == MCP_TASK_FAILED || status == MCP_TASK_CANCELLED;
}

/* ISO 8601 to microseconds since 1970; 0 for what is none. */
static gint64
parse_time (const char *text)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GDateTime) time = text != NULL ? g_date_time_new_from_iso8601 (text, utc) : NULL;

  return time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0;
}

static void
read_times (McpTask    *self,
            const char *text,
            gsize       length)
{
  const char *ttl = self->info.flavour != MCP_TASK_EXTENSION ? "ttl" : "ttlMs";
  const char *interval = self->info.flavour != MCP_TASK_EXTENSION ? "pollInterval" : "pollIntervalMs";
  g_autofree char *created = mcp_json_lookup_string (text, length, "createdAt");
  g_autofree char *updated = mcp_json_lookup_string (text, length, "lastUpdatedAt");
  double number;
  McpSpan span;

  if (created != NULL)
    {
      g_free (self->info.created_at);
      self->info.created_at = g_steal_pointer (&created);
      if (parse_time (self->info.created_at) > 0)
        self->info.created_usec = parse_time (self->info.created_at);
    }
  if (updated != NULL)
    {
      g_free (self->info.updated_at);
      self->info.updated_at = g_steal_pointer (&updated);
    }

  if (mcp_json_lookup_double (text, length, ttl, &number))
    self->info.ttl_msec = (gint64) CLAMP (number, 0, 1e15);
  else if (mcp_json_lookup (text, length, ttl, &span))
    self->info.ttl_msec = -1;
  if (mcp_json_lookup_double (text, length, interval, &number))
    self->info.poll_msec = (guint) CLAMP (number, MIN_POLL_MSEC, MAX_POLL_MSEC);
}

/* The first member that must be there and is not; NULL when all are. */
static const char *
find_missing (McpTask    *self,
              const char *text,
              gsize       length)
{
  const char *needed[] = { "taskId", "status", "createdAt", "lastUpdatedAt",
                           self->info.flavour != MCP_TASK_EXTENSION ? "ttl" : "ttlMs" };
  McpSpan span;

  for (guint i = 0; i < G_N_ELEMENTS (needed); i++)
    if (!mcp_json_lookup (text, length, needed[i], &span)
        || (i < 4 && text[span.offset] != '"'))
      return needed[i];

  return NULL;
}

/*
 * Takes what the server says of the task: a Task object. What is missing stays as it was. The
 * faults are the caller's to report.
 */
McpTaskFaults
mcp_task_read (McpTask     *self,
               const char  *text,
               gsize        length,
               guint        serial,
               const char **member)
{
  g_autofree char *word = mcp_json_lookup_string (text, length, "status");
  g_autofree char *message = mcp_json_lookup_string (text, length, "statusMessage");
  McpTaskStatus status = word != NULL ? status_of (word) : self->info.status;
  McpTaskFaults faults = 0;

  *member = find_missing (self, text, length);
  if (*member != NULL)
    faults |= MCP_TASK_FAULT_MEMBER;
  if (word != NULL && status == MCP_TASK_OTHER)
    faults |= MCP_TASK_FAULT_STATUS;
  if (word != NULL && is_terminal (self->info.status) && status != self->info.status)
    faults |= MCP_TASK_FAULT_TERMINAL;

  self->info.status = status;
  if (word != NULL)
    {
      g_free (self->info.status_word);
      self->info.status_word = g_steal_pointer (&word);
    }
  g_free (self->info.status_message);
  self->info.status_message = g_steal_pointer (&message);
  read_times (self, text, length);

  self->info.updated_usec = g_get_real_time ();
  self->info.last_serial = serial;
  g_clear_pointer (&self->info.json, g_bytes_unref);
  self->info.json = g_bytes_new (text, length);
  emit_changed (self);

  return faults;
}

void
mcp_task_set_origin (McpTask    *self,
                     const char *tool,
                     const char *arguments,
                     guint       serial,
                     McpId      *token)
{
  g_free (self->info.tool);
  self->info.tool = g_strdup (tool);
  g_free (self->info.arguments);
  self->info.arguments = g_strdup (arguments);
  self->info.serial = serial;
  g_clear_pointer (&self->token, mcp_id_unref);
  if (token != NULL)
    self->token = mcp_id_ref (token);
}

/* When it was made and last heard of, if that is not now: in a recording. */
void
mcp_task_set_seen (McpTask *self,
                   gint64   created_usec,
                   gint64   updated_usec)
{
  if (created_usec != 0)
    self->info.created_usec = created_usec;
  self->info.updated_usec = updated_usec;
}

McpId *
mcp_task_get_token (McpTask *self)
{
  return self->token;
}

/* Takes an entry of the memory, see mcp_task_dup_entry(). */
void
mcp_task_restore (McpTask    *self,
                  const char *entry,
                  gsize       length)
{
  g_autofree char *status = mcp_json_lookup_string (entry, length, "status");
  McpJsonIter iter;
  McpSpan keys;
  McpSpan value;

  g_free (self->info.tool);
  self->info.tool = mcp_json_lookup_string (entry, length, "tool");
  self->info.status = status_of (status);
  if (status != NULL)
    {
      g_free (self->info.status_word);
      self->info.status_word = g_steal_pointer (&status);
    }
  mcp_json_lookup_int64 (entry, length, "created", &self->info.created_usec);
  mcp_json_lookup_int64 (entry, length, "seen", &self->info.updated_usec);
  mcp_json_lookup_int64 (entry, length, "ttl", &self->info.ttl_msec);

  if (mcp_json_lookup (entry, length, "answered", &keys) && entry[keys.offset] == '['
      && mcp_json_iter_init (&iter, entry + keys.offset, keys.length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        g_autofree char *key = mcp_json_dup_string (entry + keys.offset + value.offset, value.length);

        if (key != NULL)
          mcp_task_add_key (self, key);
      }
}

/*
 * What is worth keeping of it, as JSON: the handle, what it is of, and which input requests have
 * an answer. The arguments are not: they may hold what must not lie on a disk.
 */
char *
mcp_task_dup_entry (McpTask *self)
{
  GString *json = g_string_new ("{");
  g_autoptr (GString) keys = g_string_new ("[");
  GHashTableIter iter;
  gpointer key;

  mcp_json_append_member_string (json, "id", self->info.id);
  mcp_json_append_member_string (json, "kind",
                                 self->info.flavour == MCP_TASK_BASE ? "base" : "extension");
  mcp_json_append_member_string (json, "tool", self->info.tool);
  mcp_json_append_member_string (json, "status", self->info.status_word);
  mcp_json_append_member_int (json, "created", self->info.created_usec);
  mcp_json_append_member_int (json, "seen", self->info.updated_usec);
  mcp_json_append_member_int (json, "ttl", self->info.ttl_msec);

  g_hash_table_iter_init (&iter, self->keys);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      if (keys->len > 1)
        g_string_append_c (keys, ',');
      mcp_json_append_string (keys, key, -1);
    }
  g_string_append_c (keys, ']');
  if (g_hash_table_size (self->keys) > 0)
    mcp_json_append_member (json, "answered", keys->str);
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

void
mcp_task_set_hold (McpTask     *self,
                   McpTaskHold  hold,
                   const char  *problem)
{
  if (self->info.hold == hold && g_strcmp0 (self->info.problem, problem) == 0)
    return;

  self->info.hold = hold;
  g_free (self->info.problem);
  self->info.problem = g_strdup (problem);
  emit_changed (self);
}

void
mcp_task_take_result (McpTask  *self,
                      GBytes   *result,
                      gboolean  is_tool_error,
                      guint     serial)
{
  g_clear_pointer (&self->info.result, g_bytes_unref);
  g_clear_pointer (&self->info.error, g_bytes_unref);
  self->info.result = g_bytes_ref (result);
  self->info.is_tool_error = is_tool_error;
  self->info.result_serial = serial;
  emit_changed (self);
}

void
mcp_task_take_error (McpTask *self,
                     GBytes  *error,
                     guint    serial)
{
  g_clear_pointer (&self->info.result, g_bytes_unref);
  g_clear_pointer (&self->info.error, g_bytes_unref);
  self->info.error = g_bytes_ref (error);
  self->info.is_tool_error = FALSE;
  self->info.result_serial = serial;
  emit_changed (self);
}

void
mcp_task_set_progress (McpTask *self,
                       double   progress,
                       double   total)
{
  self->info.progress = progress;
  self->info.progress_total = total;
  emit_changed (self);
}

void
mcp_task_count_poll (McpTask *self)
{
  self->info.n_polls++;
}

/* FALSE when it is there already, or there are too many. */
gboolean
mcp_task_add_key (McpTask    *self,
                  const char *key)
{
  if (g_hash_table_size (self->keys) >= MAX_KEYS)
    return FALSE;

  return g_hash_table_add (self->keys, g_strdup (key));
}

const McpTaskInfo *
mcp_task_get_info (McpTask *self)
{
  g_return_val_if_fail (MCP_IS_TASK (self), NULL);

  return &self->info;
}

gboolean
mcp_task_is_terminal (McpTask *self)
{
  g_return_val_if_fail (MCP_IS_TASK (self), TRUE);

  return is_terminal (self->info.status);
}

/*
 * Gets whether its time to live is over, by this machine's clock and the server's time of
 * creation: the server may have deleted it.
 */
gboolean
mcp_task_is_past_ttl (McpTask *self)
{
  g_return_val_if_fail (MCP_IS_TASK (self), FALSE);

  return self->info.ttl_msec >= 0
         && g_get_real_time () - self->info.created_usec > self->info.ttl_msec * G_TIME_SPAN_MILLISECOND;
}

/**
 * mcp_task_dup_call:
 *
 * Makes the call that the task stands for, as it would have ended without a task.
 *
 * Returns: (transfer full) (nullable): a call that is finished; %NULL while there is no result
 */
McpCall *
mcp_task_dup_call (McpTask *self)
{
  GBytes *bytes;
  g_autoptr (McpId) id = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (GBytes) whole = NULL;
  g_autoptr (McpMessage) answer = NULL;
  McpCall *call;
  gsize length;

  g_return_val_if_fail (MCP_IS_TASK (self), NULL);

  bytes = self->info.result != NULL ? self->info.result : self->info.error;
  if (bytes == NULL)
    return NULL;

  text = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":0");
  mcp_json_append_key (text, self->info.result != NULL ? "result" : "error");
  length = g_bytes_get_size (bytes);
  g_string_append_len (text, g_bytes_get_data (bytes, NULL), length);
  g_string_append_c (text, '}');
  whole = g_string_free_to_bytes (g_steal_pointer (&text));
  answer = mcp_message_new (whole);

  id = mcp_id_new_integer (0);
  call = mcp_call_new (self->info.flavour == MCP_TASK_OWN ? self->info.tool : "tools/call", NULL);
  mcp_call_queue (call, id, NULL, NULL);
  mcp_call_complete (call, answer, self->info.result_serial, 0, self->info.is_tool_error);

  return call;
}
