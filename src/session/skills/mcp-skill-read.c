/* mcp-skill-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-frontmatter.h"
#include "mcp-journal-open.h"
#include "mcp-json.h"
#include "mcp-resource-contents.h"
#include "mcp-skill-private.h"

/*
 * Reading the files of a skill and checking each against the list (io.modelcontextprotocol/skills,
 * integrity and verification): its size, which costs nothing, then its digest, and of a SKILL.md the frontmatter.
 * That all agree says nothing of who wrote it: the same server lists and serves.
 */

/* What a file is compared with, and what came of that. Worked on in a thread. */
typedef struct
{
  McpSkillFile *file;
  char         *uri;
  char         *digest;       /* (nullable): none is listed */
  gint64        size;
  char         *frontmatter;  /* (nullable): it is no SKILL.md */
  guint64       left_bytes;   /* that a skill without sizes may still have */

  McpCall      *call;         /* (nullable): of a recording */
  GBytes       *result;       /* of resources/read */
  guint         serial;

  const char   *rule;         /* (nullable): that is broken */
  gint64        read_bytes;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_object_unref (reading->file);
  g_free (reading->uri);
  g_free (reading->digest);
  g_free (reading->frontmatter);
  g_clear_object (&reading->call);
  g_clear_pointer (&reading->result, g_bytes_unref);
  g_free (reading);
}

static Reading *
reading_new (McpSkill     *self,
             McpSkillFile *file)
{
  Reading *reading = g_new0 (Reading, 1);

  reading->file = g_object_ref (file);
  reading->uri = g_strdup (mcp_skill_file_get_uri (file));
  reading->digest = g_strdup (mcp_skill_file_get_digest (file));
  reading->size = mcp_skill_file_get_listed (file) != NULL ? mcp_skill_file_get_size (file) : -1;
  reading->left_bytes = MCP_SKILL_MAX_BYTES - MIN (self->read_bytes, MCP_SKILL_MAX_BYTES);
  if (mcp_skill_file_is_main (file))
    reading->frontmatter = g_strdup (self->entry->frontmatter);

  return reading;
}

/* --- Checking --- */

static gboolean
check_size (Reading  *reading,
            gsize     size,
            GError  **error)
{
  if (reading->size >= 0 && (guint64) reading->size != size)
    {
      reading->rule = "skills.wrong-size";
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                   _("the size is another one: %zu bytes came, and %" PRId64 " are listed"), size, reading->size);
      return FALSE;
    }
  if (reading->digest == NULL && size > reading->left_bytes)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_TOO_LARGE,
                   _("the skill has more bytes than the %d that a client must take"), MCP_SKILL_MAX_BYTES);
      return FALSE;
    }

  return TRUE;
}

static gboolean
check_digest (Reading  *reading,
              GBytes   *content,
              GError  **error)
{
  g_autofree char *digest = NULL;

  if (reading->digest == NULL)
    return TRUE;

  digest = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, content);
  if (g_str_equal (digest, reading->digest))
    return TRUE;

  reading->rule = "skills.wrong-digest";
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("the digest is another one: sha256:%s"), digest);

  return FALSE;
}

static gboolean
check_frontmatter (Reading  *reading,
                   GBytes   *content,
                   GError  **error)
{
  gsize length;
  const char *text = g_bytes_get_data (content, &length);

  if (reading->frontmatter == NULL
      || mcp_frontmatter_check (text != NULL ? text : "", length, reading->frontmatter, error))
    return TRUE;

  reading->rule = "skills.wrong-frontmatter";
  g_prefix_error (error, "%s: ", _("the frontmatter is another one"));

  return FALSE;
}

static gboolean
check (Reading  *reading,
       GError  **error)
{
  const char *result;
  gsize length;
  McpSpan span;
  g_autoptr (GBytes) content = NULL;

  result = g_bytes_get_data (reading->result, &length);
  if (result == NULL || *result != '{' || !mcp_skill_find_contents (result, length, reading->uri, &span))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("the answer has no content for it"));
      return FALSE;
    }

  content = mcp_resource_contents_dup_bytes (result + span.offset, span.length, NULL, error);
  if (content == NULL)
    return FALSE;
  reading->read_bytes = g_bytes_get_size (content);

  return check_size (reading, reading->read_bytes, error) && check_digest (reading, content, error)
         && check_frontmatter (reading, content, error);
}

/* What came of it is the file's from now on. */
static void
settle (McpSkill     *self,
        Reading      *reading,
        const GError *error)
{
  McpSkillState state = reading->digest != NULL ? MCP_SKILL_VERIFIED : MCP_SKILL_UNVERIFIED;

  mcp_skill_file_set_read (reading->file, reading->serial, reading->read_bytes);
  if (reading->digest == NULL)
    self->read_bytes += reading->read_bytes;
  if (reading->rule != NULL && self->session != NULL)
    mcp_reporter_report (mcp_session_get_reporter (self->session), reading->serial, reading->rule, "%s: %s",
                         reading->uri, error->message);
  if (error != NULL)
    state = g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE)
                || g_error_matches (error, MCP_ERROR, MCP_ERROR_TOO_LARGE)
              ? MCP_SKILL_REFUSED
              : MCP_SKILL_FAILED;
  mcp_skill_file_set_state (reading->file, state, error != NULL ? error->message : NULL);
}

/* --- One file --- */

static void
check_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  GError *error = NULL;

  if (check (task_data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Takes @error. */
static void
finish_reading (GTask  *task,
                GError *error)
{
  Reading *reading = g_task_get_task_data (task);

  settle (g_task_get_source_object (task), reading, error);
  if (error == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_prefix_error (&error, "%s: ", mcp_skill_file_get_path (reading->file));
  g_task_return_error (task, error);
}

static void
checked_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  g_task_propagate_boolean (G_TASK (result), &error);
  finish_reading (task, error);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Reading *reading = g_task_get_task_data (task);
  g_autoptr (GTask) work = NULL;
  GError *error = NULL;

  reading->serial = mcp_call_get_outcome (reading->call)->answer_serial;
  if (!mcp_session_call_finish (MCP_SESSION (source), result, &error))
    {
      finish_reading (task, error);
      return;
    }

  reading->result = g_bytes_ref (mcp_call_get_result (reading->call));
  work = g_task_new (NULL, NULL, checked_cb, g_object_ref (task));
  g_task_set_source_tag (work, read_cb);
  g_task_set_task_data (work, reading, NULL);
  g_task_run_in_thread (work, check_in_thread);
}

/* Why nothing is to be read; (transfer full) (nullable) */
static GError *
find_obstacle (McpSkill     *self,
               McpSkillFile *file)
{
  const McpSkillFileEntry *listed = mcp_skill_file_get_listed (file);

  if (self->session == NULL || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_NOT_OPEN, _("The server is not connected"));
  if (self->entry->obstacle != NULL)
    return g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("Nothing of the skill is read: %s"),
                        self->entry->obstacle);
  if (listed != NULL && listed->fault != NULL)
    return g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, "%s: %s", listed->path, listed->fault);

  return NULL;
}

/**
 * mcp_skill_read_async:
 * @file: one of its files
 * @callback: called when it was read and checked
 *
 * Reads a file by `resources/read`, whose content is used only if it is what was listed (verification on read).
 * What came of it is in the file as well.
 */
void
mcp_skill_read_async (McpSkill            *self,
                      McpSkillFile        *file,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  GError *error;
  Reading *reading;

  g_return_if_fail (MCP_IS_SKILL (self));
  g_return_if_fail (MCP_IS_SKILL_FILE (file));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_skill_read_async);
  g_task_set_check_cancellable (task, FALSE);
  error = find_obstacle (self, file);
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }

  reading = reading_new (self, file);
  reading->call = mcp_session_new_resource_read (reading->uri);
  g_task_set_task_data (task, reading, reading_free);
  mcp_skill_file_set_state (file, MCP_SKILL_READING, NULL);
  mcp_session_call_async (self->session, reading->call, cancellable, read_cb, g_steal_pointer (&task));
}

/**
 * mcp_skill_read_finish:
 *
 * Ends mcp_skill_read_async().
 *
 * Returns: %FALSE with %MCP_ERROR_INVALID_RESPONSE when it is not what was listed, or the error of the request
 */
gboolean
mcp_skill_read_finish (McpSkill      *self,
                       GAsyncResult  *result,
                       GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- All files --- */

typedef struct
{
  GPtrArray *files;  /* its SKILL.md, then the others */
  guint      next;
  GError    *error;  /* (nullable): the first */
} Verification;

static void
verification_free (gpointer data)
{
  Verification *verification = data;

  g_ptr_array_unref (verification->files);
  g_clear_error (&verification->error);
  g_free (verification);
}

static Verification *
verification_new (McpSkill *self)
{
  Verification *verification = g_new0 (Verification, 1);

  verification->files = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      McpSkillFile *file = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      g_ptr_array_insert (verification->files, mcp_skill_file_is_main (file) ? 0 : -1, file);
    }

  return verification;
}

static void verify_next (GTask *task);

static void
verified_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Verification *verification = g_task_get_task_data (task);
  GError **error = verification->error == NULL ? &verification->error : NULL;

  mcp_skill_read_finish (MCP_SKILL (source), result, error);
  verify_next (task);
}

static void
finish_verification (GTask *task)
{
  McpSkill *self = g_task_get_source_object (task);
  Verification *verification = g_task_get_task_data (task);

  if (verification->error != NULL)
    g_task_return_error (task, g_steal_pointer (&verification->error));
  else if (!self->entry->is_dynamic && !mcp_skill_is_verified (self))
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("its list of files lacks its %s"),
                             MCP_SKILL_MAIN_FILE);
  else
    g_task_return_boolean (task, TRUE);
}

/*
 * One after the other: a server is not to be flooded, and what is read is checked meanwhile. A skill with a wrong SKILL.md
 * is not loaded, and what else it has is of no use.
 */
static void
verify_next (GTask *task)
{
  Verification *verification = g_task_get_task_data (task);
  GPtrArray *files = verification->files;
  gboolean is_useless = verification->next == 1 && verification->error != NULL
                        && mcp_skill_file_is_main (files->pdata[0]);

  if (verification->next == files->len || is_useless)
    finish_verification (task);
  else if (!g_task_return_error_if_cancelled (task))
    mcp_skill_read_async (g_task_get_source_object (task), files->pdata[verification->next++],
                          g_task_get_cancellable (task), verified_cb, g_object_ref (task));
}

/**
 * mcp_skill_verify_async:
 * @callback: called when all files were read
 *
 * Reads and checks all files, its SKILL.md first; the others also when one of them turns out wrong.
 */
void
mcp_skill_verify_async (McpSkill            *self,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_SKILL (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_skill_verify_async);
  if (self->entry->obstacle != NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("Nothing of the skill is read: %s"),
                               self->entry->obstacle);
      return;
    }

  self->read_bytes = 0;
  g_task_set_task_data (task, verification_new (self), verification_free);
  verify_next (task);
}

/**
 * mcp_skill_verify_finish:
 *
 * Ends mcp_skill_verify_async().
 *
 * Returns: %FALSE with what was wrong first; what came of each is in the files
 */
gboolean
mcp_skill_verify_finish (McpSkill      *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/* --- Recordings --- */

/* The file that an answer is of; (transfer none) (nullable) */
static McpSkillFile *
find_subject (McpSkill   *self,
              McpJournal *journal,
              guint       serial)
{
  McpJournalLook look;
  g_autoptr (GBytes) request = NULL;
  g_autofree char *uri = NULL;
  const char *text;
  gsize length;

  if (!mcp_journal_look (journal, serial, &look))
    return NULL;

  request = mcp_journal_read (journal, look.pair, NULL);
  text = request != NULL ? g_bytes_get_data (request, &length) : NULL;
  if (text != NULL && mcp_json_validate (text, length, NULL))
    uri = mcp_json_lookup_string (text, length, "params.uri");

  return uri != NULL ? mcp_skill_find_file (self, uri, NULL) : NULL;
}

static void
take_recorded (McpSkill     *self,
               McpSkillFile *file,
               McpJournal   *journal,
               guint         serial)
{
  g_autoptr (GBytes) answer = mcp_journal_read (journal, serial, NULL);
  g_autoptr (GError) error = NULL;
  Reading *reading;
  const char *text;
  gsize length;
  McpSpan span;

  text = answer != NULL ? g_bytes_get_data (answer, &length) : NULL;
  if (text == NULL || !mcp_json_validate (text, length, NULL) || !mcp_json_lookup (text, length, "result", &span))
    return;

  reading = reading_new (self, file);
  reading->serial = serial;
  reading->result = g_bytes_new_from_bytes (answer, span.offset, span.length);
  check (reading, &error);
  settle (self, reading, error);
  reading_free (reading);
}

/**
 * mcp_skill_take_recorded:
 * @self: a skill of a recording
 *
 * Checks what was read of it when it was recorded; of a file that was read several times, the last.
 */
void
mcp_skill_take_recorded (McpSkill *self)
{
  static const char * const methods[] = { "resources/read", NULL };
  g_autoptr (GHashTable) last = g_hash_table_new (NULL, NULL);
  McpJournal *journal;
  GHashTableIter iter;
  gpointer file;
  gpointer serial;
  guint end;

  g_return_if_fail (MCP_IS_SKILL (self));

  if (self->session == NULL || self->entry->obstacle != NULL)
    return;

  journal = mcp_session_get_journal (self->session);
  end = mcp_journal_get_n_records (journal) + 1;
  for (guint i = mcp_journal_find_answer (journal, 1, end, methods); i != 0 && i < end;
       i = mcp_journal_find_answer (journal, i + 1, end, methods))
    {
      McpSkillFile *subject = find_subject (self, journal, i);

      if (subject != NULL && (mcp_skill_file_get_listed (subject) == NULL
                              || mcp_skill_file_get_listed (subject)->fault == NULL))
        g_hash_table_insert (last, subject, GUINT_TO_POINTER (i));
    }

  g_hash_table_iter_init (&iter, last);
  while (g_hash_table_iter_next (&iter, &file, &serial))
    take_recorded (self, file, journal, GPOINTER_TO_UINT (serial));
}
