/* mcp-redaction-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-pattern.h"
#include "mcp-redaction-rules-private.h"

/**
 * McpRedactionRules:
 *
 * Names, whose values are secret as those of the well-known ones are, and regular expressions.
 * The expressions run over texts of servers: what an expression cannot be looked for in, within steps
 * that the length of the text bounds, is taken out as a whole.
 */

#define MAX_RULES      1000
#define MIN_MARK_BYTES 3
#define MAX_FILE_BYTES (4 * 1024 * 1024)

/* Matching steps allowed for a text: a fixed number, and more per byte. */
#define STEPS          4000
#define STEPS_PER_BYTE 64

struct _McpRedactionRules
{
  gatomicrefcount  ref_count;
  char           **names;
  char           **patterns;
  char           **normals;  /* the names, as mcp_redactor_normalize_name() has them */
  char           **marks;    /* of each name the longest word */
  GPtrArray       *compiled; /* of McpPattern */
};

static McpRedactionRules *default_rules;
G_LOCK_DEFINE_STATIC (default_rules);

/* "Key" of "xKey": the longest part that no other spelling of a name parts. */
static char *
dup_longest_word (const char *name)
{
  const char *word = name;
  const char *longest = name;
  gsize longest_bytes = 0;

  for (const char *p = name;; p++)
    {
      gboolean is_letter = g_ascii_isalnum (*p) || (guchar) *p >= 0x80;
      gboolean begins = g_ascii_isupper (*p) && p > name && !g_ascii_isupper (p[-1]);

      if ((!is_letter || begins) && (gsize) (p - word) > longest_bytes)
        {
          longest = word;
          longest_bytes = p - word;
        }
      if (*p == '\0')
        return g_strndup (longest, longest_bytes);
      if (!is_letter)
        word = p + 1;
      else if (begins)
        word = p;
    }
}

static gboolean
add_name (const char    *name,
          GStrvBuilder  *normals,
          GStrvBuilder  *marks,
          GError       **error)
{
  g_autofree char *normal = mcp_redactor_normalize_name (name, strlen (name));
  g_autofree char *mark = dup_longest_word (name);

  if (normal == NULL || strlen (mark) < MIN_MARK_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” is no name that can be looked for: it needs three letters in a row, and at most 64 bytes"),
                   name);
      return FALSE;
    }

  g_strv_builder_add (normals, normal);
  g_strv_builder_add (marks, mark);

  return TRUE;
}

static gboolean
add_pattern (McpRedactionRules  *self,
             const char         *text,
             GError            **error)
{
  g_autoptr (GError) local_error = NULL;
  McpPattern *pattern = mcp_pattern_new (text, &local_error);

  if (pattern == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is no regular expression: %s"), text,
                   local_error->message);
      return FALSE;
    }

  g_ptr_array_add (self->compiled, pattern);

  return TRUE;
}

/**
 * mcp_redaction_rules_new:
 * @names: names of members, headers and variables, in any spelling
 * @patterns: regular expressions
 *
 * Makes rules.
 *
 * Returns: (transfer full): new rules, or %NULL with %MCP_ERROR_CONFIG, which names the one that
 *   makes no sense
 */
McpRedactionRules *
mcp_redaction_rules_new (const char *const  *names,
                         const char *const  *patterns,
                         GError            **error)
{
  g_autoptr (McpRedactionRules) self = g_new0 (McpRedactionRules, 1);
  g_autoptr (GStrvBuilder) normals = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) marks = g_strv_builder_new ();

  g_return_val_if_fail (names != NULL, NULL);
  g_return_val_if_fail (patterns != NULL, NULL);

  g_atomic_ref_count_init (&self->ref_count);
  self->compiled = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_pattern_free);
  if (g_strv_length ((char **) names) > MAX_RULES || g_strv_length ((char **) patterns) > MAX_RULES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There are more than %u names or patterns to redact"),
                   MAX_RULES);
      return NULL;
    }

  for (guint i = 0; names[i] != NULL; i++)
    if (!add_name (names[i], normals, marks, error))
      return NULL;
  for (guint i = 0; patterns[i] != NULL; i++)
    if (!add_pattern (self, patterns[i], error))
      return NULL;

  self->names = g_strdupv ((char **) names);
  self->patterns = g_strdupv ((char **) patterns);
  self->normals = g_strv_builder_end (normals);
  self->marks = g_strv_builder_end (marks);

  return g_steal_pointer (&self);
}

McpRedactionRules *
mcp_redaction_rules_ref (McpRedactionRules *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_redaction_rules_unref (McpRedactionRules *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_strfreev (self->names);
  g_strfreev (self->patterns);
  g_strfreev (self->normals);
  g_strfreev (self->marks);
  g_ptr_array_unref (self->compiled);
  g_free (self);
}

const char *const *
mcp_redaction_rules_get_names (McpRedactionRules *self)
{
  return (const char *const *) self->names;
}

const char *const *
mcp_redaction_rules_get_patterns (McpRedactionRules *self)
{
  return (const char *const *) self->patterns;
}

const char *const *
mcp_redaction_rules_get_marks (McpRedactionRules *self)
{
  return (const char *const *) self->marks;
}

gboolean
mcp_redaction_rules_has_name (McpRedactionRules *self,
                              const char        *normal)
{
  return self != NULL && g_strv_contains ((const char *const *) self->normals, normal);
}

gboolean
mcp_redaction_rules_has_patterns (McpRedactionRules *self)
{
  return self != NULL && self->compiled->len > 0;
}

void
mcp_redaction_rules_set_default (McpRedactionRules *self)
{
  G_LOCK (default_rules);
  g_clear_pointer (&default_rules, mcp_redaction_rules_unref);
  default_rules = self != NULL ? mcp_redaction_rules_ref (self) : NULL;
  G_UNLOCK (default_rules);
}

/* (transfer full) (nullable) */
McpRedactionRules *
mcp_redaction_rules_dup_default (void)
{
  McpRedactionRules *rules;

  G_LOCK (default_rules);
  rules = default_rules != NULL ? mcp_redaction_rules_ref (default_rules) : NULL;
  G_UNLOCK (default_rules);

  return rules;
}

/* What one pattern finds in a piece of valid UTF-8 in which nothing was taken out yet. */
static void
edit_piece (McpRedactorEdit *edit,
            McpPattern      *pattern,
            gsize            from,
            gsize            to)
{
  const char *piece = edit->text + from;
  gsize length = to - from;
  guint64 n_left = STEPS + STEPS_PER_BYTE * (guint64) length;
  McpSpan found;
  gsize at = 0;

  while (at <= length)
    {
      McpPatternResult result = mcp_pattern_find (pattern, piece, length, at, &n_left, &found);

      if (result == MCP_PATTERN_DIFFERS)
        return;
      if (result == MCP_PATTERN_GAVE_UP)
        found = (McpSpan) { at, length - at };
      if (found.length > 0)
        {
          mcp_redactor_tell (edit->redactor, MCP_REDACTION_PATTERN, piece + found.offset, found.length);
          mcp_redactor_edit_cut (edit, from + found.offset, from + found.offset + found.length, MCP_REDACTED, -1);
        }
      at = found.offset + found.length;
      if (found.length == 0)
        at = at < length ? (gsize) (g_utf8_next_char (piece + at) - piece) : length + 1;
    }
}

static GString *
edit_with (McpRedactor *redactor,
           McpPattern  *pattern,
           const char  *text,
           gsize        length)
{
  McpRedactorEdit edit = { redactor, text, 0, NULL };
  gsize at = 0;

  while (at < length)
    {
      const char *mark = memmem (text + at, length - at, MCP_REDACTED, strlen (MCP_REDACTED));
      gsize end = mark != NULL ? (gsize) (mark - text) : length;
      const char *valid_end;

      g_utf8_validate_len (text + at, end - at, &valid_end);
      edit_piece (&edit, pattern, at, valid_end - text);
      at = valid_end - text;
      if (at == end && mark != NULL)
        at += strlen (MCP_REDACTED);
      else if (at < end)
        at++;
    }

  return mcp_redactor_edit_end (&edit, length);
}

/*
 * mcp_redaction_rules_edit:
 * @redactor: whose rules they are
 * @text: (array length=length): a text, of any bytes
 *
 * Takes out what the patterns find.
 *
 * Returns: (transfer full) (nullable): what stands in its place, %NULL when nothing was taken out
 */
GString *
mcp_redaction_rules_edit (McpRedactor *redactor,
                          const char  *text,
                          gsize        length)
{
  McpRedactionRules *self = redactor->marks->rules;
  GString *out = NULL;

  for (guint i = 0; self != NULL && i < self->compiled->len; i++)
    {
      GString *edited = edit_with (redactor, g_ptr_array_index (self->compiled, i),
                                   out != NULL ? out->str : text, out != NULL ? out->len : length);

      if (edited == NULL)
        continue;
      if (out != NULL)
        g_string_free (out, TRUE);
      out = edited;
    }

  return out;
}

char *
mcp_redaction_rules_dup_path (void)
{
  return g_build_filename (g_get_user_config_dir (), "sounder", "redaction.json", NULL);
}

static gboolean
read_strings (const char    *text,
              gsize          length,
              const char    *key,
              GStrvBuilder  *strings,
              GError       **error)
{
  McpJsonIter iter;
  McpSpan list;
  McpSpan span;
  gboolean is_array;

  if (!mcp_json_lookup (text, length, key, &list))
    return TRUE;

  is_array = mcp_json_iter_init (&iter, text + list.offset, list.length) && !iter.is_object;
  while (is_array && mcp_json_iter_next (&iter, NULL, &span))
    {
      g_autofree char *string = mcp_json_dup_string (iter.data + span.offset, span.length);

      is_array = string != NULL;
      if (is_array)
        g_strv_builder_add (strings, string);
    }
  if (!is_array)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” must be an array of strings"), key);

  return is_array;
}

/**
 * mcp_redaction_rules_load:
 * @path: a file
 *
 * Reads rules: an object with `names` and `patterns`, arrays of strings. Where there is no file, there are none.
 *
 * Returns: (transfer full): rules, or %NULL with %MCP_ERROR_CONFIG, which names the file and what is wrong in it
 */
McpRedactionRules *
mcp_redaction_rules_load (const char  *path,
                          GError     **error)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) patterns = g_strv_builder_new ();
  g_auto (GStrv) name_list = NULL;
  g_auto (GStrv) pattern_list = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) local_error = NULL;
  McpRedactionRules *self = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &local_error))
    {
      if (!g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        {
          g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, local_error->message);
          return NULL;
        }
      g_clear_error (&local_error);
      text = g_strdup ("{}");
      length = strlen (text);
    }

  if (length > MAX_FILE_BYTES)
    g_set_error (&local_error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is too long"));
  else if (mcp_json_validate (text, length, &local_error)
           && read_strings (text, length, "names", names, &local_error)
           && read_strings (text, length, "patterns", patterns, &local_error))
    {
      name_list = g_strv_builder_end (names);
      pattern_list = g_strv_builder_end (patterns);
      self = mcp_redaction_rules_new ((const char *const *) name_list, (const char *const *) pattern_list,
                                      &local_error);
    }
  if (self == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", path, local_error->message);

  return self;
}

static void
append_strings (GString    *out,
                const char *key,
                char      **strings)
{
  mcp_json_append_member (out, key, "[");
  for (guint i = 0; strings[i] != NULL; i++)
    {
      g_string_append (out, i > 0 ? ", " : "");
      mcp_json_append_string (out, strings[i], -1);
    }
  g_string_append_c (out, ']');
}

/**
 * mcp_redaction_rules_save:
 * @path: a file, in a folder that need not be there
 * @error: of %MCP_ERROR_STORAGE, naming the file
 *
 * Writes them, for mcp_redaction_rules_load().
 *
 * Returns: whether they are there
 */
gboolean
mcp_redaction_rules_save (McpRedactionRules  *self,
                          const char         *path,
                          GError            **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GString) text = g_string_new ("{");
  McpJsonPrint print = { 0 };
  g_autofree char *pretty = NULL;
  g_autoptr (GError) local_error = NULL;

  append_strings (text, "names", self->names);
  append_strings (text, "patterns", self->patterns);
  g_string_append_c (text, '}');
  pretty = mcp_json_pretty (text->str, text->len, &print, NULL);

  if (g_mkdir_with_parents (folder, 0700) != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, "%s: %s", folder, g_strerror (errno));
      return FALSE;
    }
  if (!g_file_set_contents (path, pretty, -1, &local_error))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_STORAGE, local_error->message);
      return FALSE;
    }

  return TRUE;
}
