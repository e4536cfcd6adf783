/* conformance-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "conformance-skills.h"
#include "conformance-steps.h"
#include "mcp-json.h"

/*
 * The skills extension (SEP-2640): the server lists skills, each with its files, their sizes and
 * digests, and the frontmatter of its SKILL.md. What is read has to be what was listed: the size
 * first, which costs nothing, then the digest, and of SKILL.md the frontmatter.
 */

/* A value inside some text. */
typedef struct
{
  const char *text;
  gsize       length;
} Value;

static gboolean
lookup (Value       from,
        const char *path,
        Value      *found)
{
  McpSpan span;

  if (!mcp_json_lookup (from.text, from.length, path, &span))
    return FALSE;

  found->text = from.text + span.offset;
  found->length = span.length;

  return TRUE;
}

static gboolean
fail (GError     **error,
      const char  *uri,
      const char  *what)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "%s: %s", uri, what);

  return FALSE;
}

static McpCall *
call_list (McpSession  *session,
           GError     **error)
{
  g_autoptr (McpCall) call = mcp_call_new ("skills/list", "{}");

  return steps_call (session, call, error) ? g_steal_pointer (&call) : NULL;
}

/* The bytes of a file. */
static GBytes *
read_file (McpSession  *session,
           const char  *uri,
           GError     **error)
{
  g_autoptr (McpCall) call = mcp_session_new_resource_read (uri);
  g_autofree char *text = NULL;
  g_autofree char *blob = NULL;
  const char *result;
  gsize length;

  if (!steps_call (session, call, error))
    return NULL;

  result = g_bytes_get_data (mcp_call_get_result (call), &length);
  text = mcp_json_lookup_string (result, length, "contents.0.text");
  if (text != NULL)
    {
      length = strlen (text);
      return g_bytes_new_take (g_steal_pointer (&text), length);
    }

  blob = mcp_json_lookup_string (result, length, "contents.0.blob");
  if (blob == NULL)
    {
      fail (error, uri, "there is nothing in it");
      return NULL;
    }
  g_base64_decode_inplace (blob, &length);

  return g_bytes_new_take (g_steal_pointer (&blob), length);
}

/* That the content is the one of the entry. */
static gboolean
check_content (GBytes      *content,
               Value        entry,
               const char  *uri,
               GError     **error)
{
  g_autofree char *wanted = mcp_json_lookup_string (entry.text, entry.length, "digest");
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, content);
  g_autofree char *digest = g_strconcat ("sha256:", sum, NULL);
  gint64 size = -1;

  if (!mcp_json_lookup_int64 (entry.text, entry.length, "size", &size)
      || (gsize) size != g_bytes_get_size (content))
    return fail (error, uri, "the size is another one");
  if (g_strcmp0 (wanted, digest) != 0)
    return fail (error, uri, "the digest is another one");

  return TRUE;
}

/* The lines between the two “---”. */
static char **
dup_frontmatter (GBytes *content)
{
  gsize length;
  const char *data = g_bytes_get_data (content, &length);
  g_autofree char *text = g_strndup (data, length);
  char *end;

  if (!g_str_has_prefix (text, "---\n"))
    return NULL;

  end = strstr (text + 3, "\n---\n");
  if (end == NULL)
    return NULL;
  *end = '\0';

  return g_strsplit (text + 4, "\n", -1);
}

/*
 * Field by field, in both directions. Of YAML only plain scalars on one line are read; anything
 * else differs from every entry, and so the skill is not loaded.
 */
static gboolean
frontmatter_is_equal (char  **lines,
                      Value   entry)
{
  Value members;
  McpJsonIter iter;
  guint n_members = 0;

  if (lines == NULL || !lookup (entry, "frontmatter", &members)
      || !mcp_json_iter_init (&iter, members.text, members.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, NULL))
    n_members++;
  if (n_members != g_strv_length (lines))
    return FALSE;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], ": ", 2);
      g_autofree char *value = NULL;

      if (parts[0] == NULL || parts[1] == NULL)
        return FALSE;

      value = mcp_json_lookup_string (members.text, members.length, parts[0]);
      if (g_strcmp0 (value, g_strstrip (parts[1])) != 0)
        return FALSE;
    }

  return TRUE;
}

static gboolean
load_skill (McpSession  *session,
            Value        skill,
            GError     **error)
{
  g_autofree char *main_uri = mcp_json_lookup_string (skill.text, skill.length, "uri");
  Value files;
  McpJsonIter iter;
  McpSpan span;

  if (main_uri == NULL || !lookup (skill, "resources", &files)
      || !mcp_json_iter_init (&iter, files.text, files.length))
    return fail (error, main_uri != NULL ? main_uri : "a skill", "it lists no files");

  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      Value entry = { iter.data + span.offset, span.length };
      g_autofree char *uri = mcp_json_lookup_string (entry.text, entry.length, "uri");
      g_autoptr (GBytes) content = NULL;
      g_auto (GStrv) lines = NULL;

      if (uri == NULL)
        return fail (error, main_uri, "a file without an address");

      content = read_file (session, uri, error);
      if (content == NULL || !check_content (content, entry, uri, error))
        return FALSE;
      if (!g_str_equal (uri, main_uri))
        continue;

      lines = dup_frontmatter (content);
      if (!frontmatter_is_equal (lines, skill))
        return fail (error, uri, "the frontmatter is another one");
    }

  return TRUE;
}

gboolean
skills_list (McpSession  *session,
             GError     **error)
{
  g_autoptr (McpCall) call = call_list (session, error);

  return call != NULL;
}

gboolean
skills_load (McpSession  *session,
             GError     **error)
{
  g_autoptr (McpCall) call = call_list (session, error);
  Value result;
  Value skills;
  McpJsonIter iter;
  McpSpan span;

  if (call == NULL)
    return FALSE;

  result.text = g_bytes_get_data (mcp_call_get_result (call), &result.length);
  if (!lookup (result, "skills", &skills)
      || !mcp_json_iter_init (&iter, skills.text, skills.length))
    return fail (error, "skills/list", "there are no skills");

  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      Value skill = { iter.data + span.offset, span.length };

      if (!load_skill (session, skill, error))
        return FALSE;
    }

  return TRUE;
}
