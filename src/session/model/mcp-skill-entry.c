/* mcp-skill-entry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-skill-entry.h"

/* What an entry may break is told one by one; who has more has the same trouble. */
#define MAX_FAULTS 50

#define MAIN_ENDING "/" MCP_SKILL_MAIN_FILE
#define DIGEST_PREFIX "sha256:"
#define DIGEST_DIGITS 64

/* Of the Agent Skills specification, in characters. */
#define MAX_NAME 64
#define MAX_DESCRIPTION 1024

static void
fault_free (gpointer data)
{
  McpSkillFault *fault = data;

  g_free (fault->text);
  g_free (fault);
}

static void
file_free (gpointer data)
{
  McpSkillFileEntry *file = data;

  g_free (file->uri);
  g_free (file->path);
  g_free (file->digest);
  g_free (file->fault);
  g_free (file);
}

static void
entry_clear (gpointer data)
{
  McpSkillEntry *self = data;

  g_free (self->uri);
  g_free (self->root);
  g_free (self->name);
  g_free (self->description);
  g_free (self->frontmatter);
  g_free (self->obstacle);
  g_ptr_array_unref (self->files);
  g_ptr_array_unref (self->faults);
}

McpSkillEntry *
mcp_skill_entry_ref (McpSkillEntry *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
mcp_skill_entry_unref (McpSkillEntry *self)
{
  g_atomic_rc_box_release_full (self, entry_clear);
}

/* Takes @text. */
static void
add_fault (McpSkillEntry *self,
           const char    *rule,
           char          *text)
{
  McpSkillFault *fault;

  if (self->faults->len >= MAX_FAULTS)
    {
      g_free (text);
      return;
    }

  fault = g_new (McpSkillFault, 1);
  *fault = (McpSkillFault) { rule, text };
  g_ptr_array_add (self->faults, fault);
}

/* Nothing of the skill is read: the first reason is told. */
static void
obstruct (McpSkillEntry *self,
          const char    *rule,
          char          *text)
{
  if (self->obstacle == NULL)
    self->obstacle = g_strdup (text);
  add_fault (self, rule, text);
}

/* The same for one file. */
static void
refuse (McpSkillEntry     *self,
        McpSkillFileEntry *file,
        const char        *rule,
        const char        *text)
{
  if (file->fault == NULL)
    file->fault = g_strdup (text);
  add_fault (self, rule, g_strdup_printf ("%s: %s", file->path, text));
}

/* --- What names it --- */

/* Lower-case letters and digits, with single hyphens between them. */
static gboolean
is_name (const char *name)
{
  gboolean after_hyphen = TRUE;

  if (g_utf8_strlen (name, -1) > MAX_NAME)
    return FALSE;

  for (; *name != '\0'; name = g_utf8_next_char (name))
    {
      gunichar c = g_utf8_get_char (name);
      gboolean is_hyphen = c == '-';

      if (is_hyphen ? after_hyphen : !g_unichar_isalnum (c) || g_unichar_isupper (c))
        return FALSE;
      after_hyphen = is_hyphen;
    }

  return !after_hyphen;
}

static void
check_name (McpSkillEntry *self)
{
  const char *segment;
  g_autofree char *plain = NULL;

  if (*self->name == '\0')
    return;

  if (!is_name (self->name))
    add_fault (self, "skills.name",
               g_strdup_printf (_("the name “%s” is not 1 to %d lower-case letters and digits with single hyphens "
                                  "between them"), self->name, MAX_NAME));
  if (self->root == NULL)
    return;

  segment = strrchr (self->root, '/');
  plain = g_uri_unescape_string (segment != NULL ? segment + 1 : self->root, NULL);
  if (g_strcmp0 (plain, self->name) != 0)
    add_fault (self, "skills.name",
               g_strdup_printf (_("it is called “%s”, and the directory of its address “%s”"), self->name,
                                segment != NULL ? segment + 1 : self->root));
}

static void
read_frontmatter (McpSkillEntry *self,
                  const char    *json,
                  gsize          length)
{
  McpSpan span;

  if (!mcp_json_edit_find (json, length, "frontmatter", &span) || json[span.offset] != '{')
    {
      obstruct (self, "skills.entry", g_strdup (_("it has no object “frontmatter”")));
      return;
    }

  self->frontmatter = g_strndup (json + span.offset, span.length);
  self->name = mcp_json_lookup_string (json, length, "frontmatter.name");
  self->description = mcp_json_lookup_string (json, length, "frontmatter.description");
  if (self->name == NULL || *self->name == '\0')
    add_fault (self, "skills.entry", g_strdup (_("its frontmatter has no name")));
  if (self->description == NULL || *self->description == '\0')
    add_fault (self, "skills.entry", g_strdup (_("its frontmatter has no description")));
  else if (g_utf8_strlen (self->description, -1) > MAX_DESCRIPTION)
    add_fault (self, "skills.description",
               g_strdup_printf (_("its description is longer than %d characters"), MAX_DESCRIPTION));
}

static void
read_uri (McpSkillEntry *self,
          const char    *json,
          gsize          length)
{
  g_autofree char *scheme = NULL;

  self->uri = mcp_json_lookup_string (json, length, "uri");
  if (self->uri == NULL)
    {
      obstruct (self, "skills.entry", g_strdup (_("it has no uri")));
      return;
    }

  scheme = g_uri_parse_scheme (self->uri);
  if (scheme == NULL || !g_str_has_suffix (self->uri, MAIN_ENDING)
      || strlen (self->uri) <= strlen (scheme) + strlen ("://" MAIN_ENDING))
    obstruct (self, "skills.uri",
              g_strdup_printf (_("“%s” is not the address of a %s in a directory"), self->uri, MCP_SKILL_MAIN_FILE));
  else
    self->root = g_strndup (self->uri, strlen (self->uri) - strlen (MAIN_ENDING));
}

/* --- Its files --- */

/* Below the directory, and without a way out of it. (nullable) */
static const char *
find_path (McpSkillEntry *self,
           const char    *uri)
{
  const char *path;
  g_auto (GStrv) segments = NULL;

  if (self->root == NULL || !g_str_has_prefix (uri, self->root) || uri[strlen (self->root)] != '/')
    return NULL;

  path = uri + strlen (self->root) + 1;
  segments = g_strsplit (path, "/", -1);
  for (guint i = 0; segments[i] != NULL; i++)
    {
      g_autofree char *plain = g_uri_unescape_string (segments[i], NULL);

      if (plain == NULL || *plain == '\0' || g_str_equal (plain, ".") || g_str_equal (plain, "..")
          || strpbrk (plain, "/\\") != NULL)
        return NULL;
    }

  return strpbrk (path, "?#") == NULL && *path != '\0' ? path : NULL;
}

static gboolean
is_digest (const char *digest)
{
  return g_str_has_prefix (digest, DIGEST_PREFIX) && strlen (digest) == strlen (DIGEST_PREFIX) + DIGEST_DIGITS
         && strspn (digest + strlen (DIGEST_PREFIX), "0123456789abcdef") == DIGEST_DIGITS;
}

static void
read_integrity (McpSkillEntry     *self,
                McpSkillFileEntry *file,
                const char        *json,
                gsize              length)
{
  g_autofree char *digest = mcp_json_lookup_string (json, length, "digest");

  if (digest == NULL || !is_digest (digest))
    refuse (self, file, "skills.digest",
            _("its digest is not “sha256:” and 64 digits from 0 to 9 and a to f"));
  else
    file->digest = g_strdup (digest + strlen (DIGEST_PREFIX));

  if (!mcp_json_lookup_int64 (json, length, "size", &file->size) || file->size < 0)
    {
      file->size = -1;
      refuse (self, file, "skills.size", _("its size is no number of bytes"));
      return;
    }
  self->n_bytes += MIN ((guint64) file->size, G_MAXUINT64 - self->n_bytes);
}

static void
read_file (McpSkillEntry *self,
           GHashTable    *seen,
           const char    *json,
           gsize          length)
{
  char *uri = *json == '{' ? mcp_json_lookup_string (json, length, "uri") : NULL;
  McpSkillFileEntry *file;
  McpSkillFileEntry *same;
  const char *path;

  if (uri == NULL)
    {
      add_fault (self, "skills.files", g_strdup (_("it lists a file without a uri")));
      return;
    }

  path = find_path (self, uri);
  file = g_new0 (McpSkillFileEntry, 1);
  file->size = -1;
  file->uri = uri;
  file->path = g_strdup (path != NULL ? path : uri);
  g_ptr_array_add (self->files, file);
  if (path == NULL)
    refuse (self, file, "skills.files", _("it is not in the directory of the skill"));

  /* Which of the two is meant, nobody can know. */
  same = g_hash_table_lookup (seen, uri);
  if (same != NULL)
    {
      refuse (self, file, "skills.files", _("it is listed more than once"));
      if (same->fault == NULL)
        same->fault = g_strdup (file->fault);
    }
  else
    g_hash_table_insert (seen, uri, file);

  read_integrity (self, file, json, length);
}

static void
check_limits (McpSkillEntry *self,
              guint          n_files)
{
  if (n_files > MCP_SKILL_MAX_FILES)
    obstruct (self, "skills.limit",
              g_strdup_printf (_("it has %u files; a client need not take more than %d"), n_files,
                               MCP_SKILL_MAX_FILES));
  if (self->n_bytes > MCP_SKILL_MAX_BYTES)
    obstruct (self, "skills.limit",
              g_strdup_printf (_("its files have more bytes than the %d that a client must take"),
                               MCP_SKILL_MAX_BYTES));
}

static void
read_files (McpSkillEntry *self,
            const char    *json,
            gsize          length)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (mcp_str_hash, g_str_equal);
  McpJsonIter iter;
  McpSpan span = { 0 };
  McpSpan value;

  if (mcp_json_edit_find (json, length, "resources", &span)
      && mcp_json_key_equal (json + span.offset, span.length, "dynamic"))
    {
      self->is_dynamic = TRUE;
      return;
    }
  if (span.length == 0 || json[span.offset] != '[' || !mcp_json_iter_init (&iter, json + span.offset, span.length))
    {
      obstruct (self, "skills.entry", g_strdup (_("its “resources” are neither a list of files nor “dynamic”")));
      return;
    }

  while (self->files->len < MCP_SKILL_MAX_FILES && mcp_json_iter_next (&iter, NULL, &value))
    read_file (self, seen, json + span.offset + value.offset, value.length);
  check_limits (self, mcp_json_count (json + span.offset, span.length));

  if (self->uri != NULL && g_hash_table_lookup (seen, self->uri) == NULL
      && self->files->len < MCP_SKILL_MAX_FILES)
    add_fault (self, "skills.files", g_strdup_printf (_("its list of files lacks its %s"), MCP_SKILL_MAIN_FILE));
}

/**
 * mcp_skill_entry_new:
 * @json: an item of `skills/list`, or the `skill` of `skills/get`; valid JSON
 *
 * Reads what a server says of a skill, and what is wrong with that. Files beyond the limit are not read.
 *
 * Returns: (transfer full): the entry
 */
McpSkillEntry *
mcp_skill_entry_new (const char *json,
                     gsize       length)
{
  McpSkillEntry *self = g_atomic_rc_box_new0 (McpSkillEntry);

  self->files = g_ptr_array_new_with_free_func (file_free);
  self->faults = g_ptr_array_new_with_free_func (fault_free);
  if (mcp_json_get_type (json, length) == MCP_JSON_OBJECT)
    {
      read_uri (self, json, length);
      read_frontmatter (self, json, length);
      read_files (self, json, length);
    }
  else
    obstruct (self, "skills.entry", g_strdup (_("it is no object")));

  if (self->name == NULL)
    self->name = g_strdup ("");
  if (self->description == NULL)
    self->description = g_strdup ("");
  check_name (self);

  return self;
}

/**
 * mcp_skill_entry_find_file:
 * @word: a URI, or a path below the directory of the skill
 *
 * Finds a file among those that are listed; of one that is listed twice, the first.
 *
 * Returns: (transfer none) (nullable): the file
 */
McpSkillFileEntry *
mcp_skill_entry_find_file (McpSkillEntry *self,
                           const char    *word)
{
  for (guint i = 0; i < self->files->len; i++)
    {
      McpSkillFileEntry *file = self->files->pdata[i];
      g_autofree char *plain = NULL;

      if (g_str_equal (file->uri, word) || g_str_equal (file->path, word))
        return file;
      plain = g_uri_unescape_string (file->path, NULL);
      if (g_strcmp0 (plain, word) == 0)
        return file;
    }

  return NULL;
}

/**
 * mcp_skill_entry_resolve:
 * @word: a URI, or a path below the directory of the skill
 *
 * Makes an address of what a skill refers to (relative references): from its directory, and never out of it.
 *
 * Returns: (transfer full) (nullable): a URI in the directory of the skill
 */
char *
mcp_skill_entry_resolve (McpSkillEntry *self,
                         const char    *word)
{
  g_autofree char *scheme = g_uri_parse_scheme (word);
  g_autofree char *uri = NULL;

  if (self->root == NULL)
    return NULL;

  if (scheme != NULL)
    uri = g_strdup (word);
  else
    {
      g_autofree char *escaped = g_uri_escape_string (word, "/", TRUE);

      uri = g_strconcat (self->root, "/", escaped, NULL);
    }

  return find_path (self, uri) != NULL ? g_steal_pointer (&uri) : NULL;
}

gboolean
mcp_skill_entry_is_main (McpSkillEntry *self,
                         const char    *uri)
{
  return g_strcmp0 (self->uri, uri) == 0;
}
