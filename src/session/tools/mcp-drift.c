/* mcp-drift.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-drift-schema.h"
#include "mcp-drift.h"
#include "mcp-facts.h"
#include "mcp-hash.h"
#include "mcp-json-compare.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"

/*
 * Whoever accepted a server accepted its descriptions, schemas and promises: one that changes them later is another
 * server. What breaks callers, and what a model reads, weighs more than the rest.
 */

/* Of a prompt: more are not looked into. */
#define MAX_ARGUMENTS 200

/* Of one item. More say no more. */
#define MAX_CHANGES 200

typedef struct
{
  const char *before;  /* the texts */
  const char *after;
  GPtrArray  *found;   /* of McpFinding */
} Search;

static void G_GNUC_PRINTF (4, 5)
add (Search      *self,
     const char  *rule,
     McpSeverity  severity,
     const char  *format,
     ...)
{
  g_autofree char *message = NULL;
  va_list args;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_ptr_array_add (self->found, mcp_finding_new (rule, severity, message, NULL, 0));
}

/* --- Annotations --- */

/* What is promised where nothing is said (server/tools, ToolAnnotations). */
static const struct
{
  const char *name;
  gboolean    otherwise;
  gboolean    harmless;   /* the value that promises more */
} hints[] = {
  { "readOnlyHint", FALSE, TRUE },
  { "destructiveHint", TRUE, FALSE },
  { "idempotentHint", FALSE, TRUE },
  { "openWorldHint", TRUE, FALSE },
};

static gboolean
get_hint (const char *item,
          gsize       length,
          guint       i)
{
  g_autofree char *path = g_strconcat ("annotations.", hints[i].name, NULL);
  gboolean value = hints[i].otherwise;

  mcp_json_lookup_boolean (item, length, path, &value);

  return value;
}

static void
compare_annotations (Search     *self,
                     const char *name,
                     const char *before,
                     gsize       before_length,
                     const char *after,
                     gsize       after_length)
{
  for (guint i = 0; i < G_N_ELEMENTS (hints); i++)
    {
      gboolean was = get_hint (before, before_length, i);
      gboolean is = get_hint (after, after_length, i);

      if (was != is && was == hints[i].harmless)
        add (self, "drift.annotations", MCP_SEVERITY_WARNING,
             _("The tool “%s” promises less than it did: %s is %s now"), name, hints[i].name,
             is ? "true" : "false");
    }
}

/* --- Items ---
 *
 * Translators: where a sentence has two names, the first is “The tool”, “The prompt” and so on, as below.
 */

typedef enum {
  PART_OTHER,
  PART_DESCRIPTION,
  PART_INPUT,
  PART_OUTPUT,
  PART_ANNOTATIONS,
  N_PARTS,
} Part;

static Part
part_of (const McpJsonChange *change)
{
  static const struct
  {
    const char *prefix;
    Part        part;
  } parts[] = {
    { "/description", PART_DESCRIPTION }, { "/inputSchema", PART_INPUT }, { "/arguments", PART_INPUT },
    { "/outputSchema", PART_OUTPUT },     { "/annotations", PART_ANNOTATIONS },
  };
  const char *path = change->path != NULL ? change->path : change->new_path;

  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      gsize length = strlen (parts[i].prefix);

      if (g_str_has_prefix (path, parts[i].prefix) && (path[length] == '\0' || path[length] == '/'))
        return parts[i].part;
    }

  return PART_OTHER;
}

/* Whether a prompt needs an argument; @arguments is an array of PromptArgument. */
static gboolean
needs_argument (const char *text,
                McpSpan     arguments,
                const char *name)
{
  McpJsonIter iter;
  McpSpan value;

  text += arguments.offset;
  if (!mcp_json_iter_init (&iter, text, arguments.length) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *called = mcp_json_lookup_string (text + value.offset, value.length, "name");
      gboolean required = FALSE;

      mcp_json_lookup_boolean (text + value.offset, value.length, "required", &required);
      if (required && g_strcmp0 (called, name) == 0)
        return TRUE;
    }

  return FALSE;
}

/* The first argument that a prompt needs now; (nullable) */
static char *
find_new_need (const char *before,
               gsize       before_length,
               const char *after,
               gsize       after_length)
{
  McpSpan was = { 0, 0 }, is;
  McpJsonIter iter;
  McpSpan value;
  guint n = 0;

  mcp_json_edit_find (before, before_length, "arguments", &was);
  if (!mcp_json_edit_find (after, after_length, "arguments", &is)
      || !mcp_json_iter_init (&iter, after + is.offset, is.length) || iter.is_object)
    return NULL;

  while (n++ < MAX_ARGUMENTS && mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name =
        mcp_json_lookup_string (after + is.offset + value.offset, value.length, "name");

      if (name != NULL && needs_argument (after, is, name) && !needs_argument (before, was, name))
        return g_strdup_printf (_("“%s” is required now"), name);
    }

  return NULL;
}

static void
compare_input (Search     *self,
               const char *kind,
               const char *name,
               const char *before,
               gsize       before_length,
               const char *after,
               gsize       after_length)
{
  g_autofree char *reason = NULL;
  McpSpan was, is;

  if (mcp_json_edit_find (before, before_length, "inputSchema", &was)
      && mcp_json_edit_find (after, after_length, "inputSchema", &is))
    reason = mcp_drift_find_break (before + was.offset, was.length, after + is.offset, is.length);
  else
    reason = find_new_need (before, before_length, after, after_length);

  if (reason != NULL)
    add (self, "drift.breaking", MCP_SEVERITY_ERROR,
         _("%s “%s” takes less than it did, which breaks who calls it: %s"), kind, name, reason);
  else
    add (self, "drift.schema", MCP_SEVERITY_WARNING, _("%s “%s” has other arguments"), kind, name);
}

static void
compare_item (Search     *self,
              const char *kind,
              const char *name,
              McpSpan     before,
              McpSpan     after)
{
  const char *old = self->before + before.offset;
  const char *new = self->after + after.offset;
  g_autoptr (GPtrArray) changes = mcp_json_compare (old, before.length, new, after.length,
                                                    MCP_JSON_COMPARE_BY_VALUE, MAX_CHANGES, NULL);
  guint n_changes[N_PARTS] = { 0 };
  const char *path = NULL;

  for (guint i = 0; i < changes->len; i++)
    {
      const McpJsonChange *change = changes->pdata[i];
      Part part = part_of (change);

      if (change->kind == MCP_JSON_CHANGE_MOVED)
        continue;
      n_changes[part]++;
      if (part == PART_OTHER && path == NULL)
        path = change->path != NULL ? change->path : change->new_path;
    }

  if (n_changes[PART_DESCRIPTION] > 0)
    add (self, "drift.description", MCP_SEVERITY_WARNING, _("%s “%s” is described otherwise"), kind, name);
  if (n_changes[PART_INPUT] > 0)
    compare_input (self, kind, name, old, before.length, new, after.length);
  if (n_changes[PART_OUTPUT] > 0)
    add (self, "drift.schema", MCP_SEVERITY_WARNING, _("%s “%s” has another output schema"), kind, name);
  if (n_changes[PART_ANNOTATIONS] > 0)
    {
      guint n_found = self->found->len;

      compare_annotations (self, name, old, before.length, new, after.length);
      if (self->found->len == n_found)
        add (self, "drift.changed", MCP_SEVERITY_INFO, _("%s “%s” has other annotations"), kind, name);
    }
  if (path != NULL)
    add (self, "drift.changed", MCP_SEVERITY_INFO,
         ngettext ("%s “%s” has changed in %u place: %s", "%s “%s” has changed in %u places, first in %s",
                   n_changes[PART_OTHER]),
         kind, name, n_changes[PART_OTHER], path);
}

/* --- Lists --- */

static GHashTable *
read_members (const char *text,
              McpSpan     object)
{
  GHashTable *members = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  McpJsonIter iter;
  McpSpan key, value;

  if (mcp_json_iter_init (&iter, text + object.offset, object.length) && iter.is_object)
    while (mcp_json_iter_next (&iter, &key, &value))
      {
        McpSpan *span = g_new (McpSpan, 1);
        char *name = mcp_json_dup_string (text + object.offset + key.offset, key.length);

        *span = (McpSpan) { object.offset + value.offset, value.length };
        g_hash_table_replace (members, name, span);
      }

  return members;
}

static const char *
name_kind (guint kind)
{
  static const char * const names[MCP_N_CATALOGS] = {
    [MCP_CATALOG_TOOLS] = N_("The tool"),
    [MCP_CATALOG_RESOURCES] = N_("The resource"),
    [MCP_CATALOG_TEMPLATES] = N_("The resource template"),
    [MCP_CATALOG_PROMPTS] = N_("The prompt"),
    [MCP_CATALOG_SKILLS] = N_("The skill"),
  };

  return _(names[kind]);
}

static gint
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* So that two runs say the same. */
static GPtrArray *
sort_names (GHashTable *members)
{
  g_autofree gpointer *keys = g_hash_table_get_keys_as_array (members, NULL);
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; keys[i] != NULL; i++)
    g_ptr_array_add (names, keys[i]);
  g_ptr_array_sort (names, compare_names);

  return names;
}

/* Called per name; @was is NULL for an added name, @is is NULL for a removed one. */
typedef void (*CompareFunc) (Search        *self,
                             const char    *kind,
                             const char    *name,
                             const McpSpan *was,
                             const McpSpan *is);

static void
compare_each (Search      *self,
              const char  *kind,
              McpSpan      before,
              McpSpan      after,
              CompareFunc  compare)
{
  g_autoptr (GHashTable) old = read_members (self->before, before);
  g_autoptr (GHashTable) new = read_members (self->after, after);
  g_autoptr (GPtrArray) old_names = sort_names (old);
  g_autoptr (GPtrArray) new_names = sort_names (new);

  for (guint i = 0; i < old_names->len; i++)
    {
      const char *name = old_names->pdata[i];

      compare (self, kind, name, g_hash_table_lookup (old, name), g_hash_table_lookup (new, name));
    }
  for (guint i = 0; i < new_names->len; i++)
    if (!g_hash_table_contains (old, new_names->pdata[i]))
      compare (self, kind, new_names->pdata[i], NULL, g_hash_table_lookup (new, new_names->pdata[i]));
}

static void
compare_entry (Search        *self,
               const char    *kind,
               const char    *name,
               const McpSpan *was,
               const McpSpan *is)
{
  if (is == NULL)
    add (self, "drift.removed", MCP_SEVERITY_ERROR, _("%s “%s” is gone"), kind, name);
  else if (was == NULL)
    add (self, "drift.added", MCP_SEVERITY_WARNING, _("%s “%s” is new"), kind, name);
  else
    compare_item (self, kind, name, *was, *is);
}

/* --- The rest --- */

static gboolean
find (const char *text,
      const char *name,
      McpSpan    *value)
{
  if (mcp_json_edit_find (text, strlen (text), name, value))
    return TRUE;

  *value = (McpSpan) { 0, 0 };

  return FALSE;
}

/* Text without the value is "null". */
static gboolean
differs (Search  *self,
         McpSpan  before,
         McpSpan  after)
{
  const char *old = before.length > 0 ? self->before + before.offset : "null";
  const char *new = after.length > 0 ? self->after + after.offset : "null";
  g_autoptr (GPtrArray) changes =
    mcp_json_compare (old, before.length > 0 ? before.length : 4, new, after.length > 0 ? after.length : 4,
                      MCP_JSON_COMPARE_BY_VALUE, MAX_CHANGES, NULL);

  for (guint i = 0; i < changes->len; i++)
    if (((McpJsonChange *) changes->pdata[i])->kind != MCP_JSON_CHANGE_MOVED)
      return TRUE;

  return FALSE;
}

/* Whether a member of the facts is another. */
static gboolean
member_differs (Search     *self,
                const char *name)
{
  McpSpan was, is;

  find (self->before, name, &was);
  find (self->after, name, &is);

  return differs (self, was, is);
}

static void
compare_capability (Search        *self,
                    const char    *kind,
                    const char    *name,
                    const McpSpan *was,
                    const McpSpan *is)
{
  if (is == NULL)
    add (self, "drift.capabilities", MCP_SEVERITY_ERROR, _("The capability “%s” is gone"), name);
  else if (was == NULL)
    add (self, "drift.capabilities", MCP_SEVERITY_INFO, _("The capability “%s” is new"), name);
  else if (differs (self, *was, *is))
    add (self, "drift.capabilities", MCP_SEVERITY_WARNING, _("The capability “%s” has changed"), name);
}

/* What a server said of itself when it was reached is not in a recording that begins later. */
static gboolean
only_one_opened (const char *before,
                 const char *after)
{
  McpSpan span;

  return find (before, "version", &span) != find (after, "version", &span);
}

static void
compare_opening (Search *self)
{
  McpSpan was, is;

  if (member_differs (self, "serverInfo"))
    add (self,
         "drift.server",
         MCP_SEVERITY_INFO,
         _("The server calls itself otherwise, or has another version"));
  if (member_differs (self, "version"))
    add (self,
         "drift.server",
         MCP_SEVERITY_INFO,
         _("Another revision of the protocol was negotiated"));
  if (member_differs (self, "instructions"))
    add (self,
         "drift.instructions",
         MCP_SEVERITY_WARNING,
         _("The server gives other instructions"));

  find (self->before, "capabilities", &was);
  find (self->after, "capabilities", &is);
  compare_each (self, NULL, was, is, compare_capability);
}

GPtrArray *
mcp_drifts_of (const char *before,
               const char *after)
{
  Search self = { before, after, g_ptr_array_new_with_free_func (g_object_unref) };
  McpSpan was, is;

  if (!only_one_opened (before, after))
    compare_opening (&self);

  /* A list that went with its capability is told of by that. */
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (find (before, mcp_catalog_kind_get_member (kind), &was) && find (after, mcp_catalog_kind_get_member (kind), &is))
      compare_each (&self, name_kind (kind), was, is, compare_entry);

  return self.found;
}

/* --- In a thread --- */

typedef struct
{
  GBytes *before;
  GBytes *after;
} Texts;

static void
texts_free (gpointer data)
{
  Texts *texts = data;

  g_bytes_unref (texts->before);
  g_bytes_unref (texts->after);
  g_free (texts);
}

static gint
compare_severity (gconstpointer a,
                  gconstpointer b)
{
  return (gint) mcp_finding_get_severity (*(McpFinding * const *) b)
         - (gint) mcp_finding_get_severity (*(McpFinding * const *) a);
}

static void
compare_in_thread (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  Texts *texts = task_data;
  g_autofree char *before = g_strndup (g_bytes_get_data (texts->before, NULL), g_bytes_get_size (texts->before));
  g_autofree char *after = g_strndup (g_bytes_get_data (texts->after, NULL), g_bytes_get_size (texts->after));

  GPtrArray *drifts = mcp_drifts_of (before, after);

  g_ptr_array_sort (drifts, compare_severity);
  g_task_return_pointer (task, drifts, (GDestroyNotify) g_ptr_array_unref);
}

void
mcp_drifts_of_async (GBytes              *before,
                     GBytes              *after,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  Texts *texts = g_new (Texts, 1);

  texts->before = g_bytes_ref (before);
  texts->after = g_bytes_ref (after);
  g_task_set_source_tag (task, mcp_drifts_of_async);
  g_task_set_task_data (task, texts, texts_free);
  g_task_run_in_thread (task, compare_in_thread);
}

GPtrArray *
mcp_drifts_of_finish (GAsyncResult  *result,
                      GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

GStrv
mcp_drifts_left_out (const char *before,
                     const char *after)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  McpSpan span;

  if (only_one_opened (before, after))
    g_strv_builder_add (names, "capabilities");
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (find (before, mcp_catalog_kind_get_member (kind), &span) != find (after, mcp_catalog_kind_get_member (kind), &span))
      g_strv_builder_add (names, mcp_catalog_kind_get_member (kind));

  return g_strv_builder_end (names);
}
