/* demo-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "demo-skills.h"
#include "mcp-error.h"

/* Skills (io.modelcontextprotocol/skills): with files, with another skill inside, one that is made anew each time, one
 * that no list has; and all the ways to list them wrongly. */

#define ROOT "skill://demo/"
#define REVIEW ROOT "code-review"
#define REPORT ROOT "weather-report"
#define LOGBOOK ROOT "logbook"
#define SAME ROOT "other/code-review"
#define HIDDEN ROOT "secret-handshake"

/* Their texts are files by the same path; the picture is drawn. */
typedef struct
{
  const char *uri;
  const char *mime_type;
} File;

static const File files[] = {
  { REVIEW "/SKILL.md", "text/markdown" },
  { REVIEW "/references/checklist.md", "text/markdown" },
  { REVIEW "/scripts/count.py", "text/x-python" },
  { REVIEW "/typo-hunt/SKILL.md", "text/markdown" },
  { REPORT "/SKILL.md", "text/markdown" },
  { REPORT "/templates/short.md", "text/markdown" },
  { REPORT "/templates/long.md", "text/markdown" },
  { REPORT "/assets/rings.png", "image/png" },
  { SAME "/SKILL.md", "text/markdown" },
  { HIDDEN "/SKILL.md", "text/markdown" },
};

/* In the order of the list; the last two are in none, or in a broken one. */
static const struct
{
  const char *root;
  const char *frontmatter;
} skills[] = {
  { REVIEW, "{\"name\":\"code-review\",\"description\":\"Review a change for mistakes, in the order in which they hurt\","
            "\"license\":\"GPL-3.0-or-later\",\"metadata\":{\"author\":\"The demo server\",\"version\":\"1.2\"},"
            "\"allowed-tools\":\"Bash(git diff:*) Read\"}" },
  { REVIEW "/typo-hunt", "{\"name\":\"typo-hunt\",\"description\":\"Find misspelled words in what people will read\"}" },
  { REPORT, "{\"name\":\"weather-report\",\"description\":\"Write a report of the weather that people like to read\","
            "\"compatibility\":\"Needs the tool “forecast”\",\"metadata\":{\"units\":\"metric\",\"places\":"
            "[\"Reykjavík\",\"서울\"]}}" },
  { LOGBOOK, "{\"name\":\"logbook\",\"description\":\"What this server did since it was started\"}" },
  { SAME, "{\"name\":\"code-review\",\"description\":\"Not the one you know\"}" },
  { HIDDEN, "{\"name\":\"secret-handshake\",\"description\":\"Greet those who know the address\"}" },
};

#define N_LISTED (G_N_ELEMENTS (skills) - 2)

/* By DemoSkillBreak. */
static const struct
{
  const char *name;
  const char *description;
} rules[] = {
  { "wrong-digest", "the digest of a file is that of another" },
  { "wrong-size", "the size of a file is one byte too many" },
  { "wrong-frontmatter", "the frontmatter has a license that its SKILL.md has not" },
  { "duplicate-file", "a file is listed twice" },
  { "no-main-file", "the SKILL.md is not among its files" },
  { "bad-digest", "a digest is in capital letters" },
  { "outside-file", "a file of another skill is listed" },
  { "no-files", "it has no list of files at all" },
  { "too-many-files", "it lists 600 files" },
  { "wrong-name", "its name is not that of its directory" },
  { "same-name", "another skill has the same name" },
  { "other-entry", "skills/get answers with another skill" },
  { "no-resources", "the server declares skills, and no resources" },
};

G_STATIC_ASSERT (G_N_ELEMENTS (rules) == DEMO_N_SKILL_BREAKS);

static guint breaks;

gboolean
demo_skills_breaks (DemoSkillBreak rule)
{
  return (breaks >> rule) & 1;
}

/* Returns the first name that is no rule. */
char *
demo_skills_set_breaks (const char *text)
{
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint rule = 0;

      while (rule < DEMO_N_SKILL_BREAKS && strcmp (rules[rule].name, names[i]) != 0)
        rule++;
      if (rule == DEMO_N_SKILL_BREAKS)
        return g_strdup (names[i]);
      breaks |= 1u << rule;
    }

  return NULL;
}

void
demo_skills_print_breaks (void)
{
  for (guint i = 0; i < DEMO_N_SKILL_BREAKS; i++)
    printf ("%-20s%s\n", rules[i].name, rules[i].description);
}

/* --- Files --- */

/* NULL for the picture. */
static const char *
get_text (const File *file)
{
  g_autofree char *name = g_strconcat ("skills/", file->uri + strlen (ROOT), NULL);

  return g_str_equal (file->mime_type, "image/png") ? NULL : demo_file (name);
}

static GBytes *
dup_content (const File *file)
{
  const char *text = get_text (file);
  g_autofree char *picture = NULL;
  gsize length;

  if (text != NULL)
    return g_bytes_new_static (text, strlen (text));

  picture = demo_media_png (96);
  g_base64_decode_inplace (picture, &length);

  return g_bytes_new_take (g_steal_pointer (&picture), length);
}

static gboolean
is_below (const char *uri,
          const char *root)
{
  return g_str_has_prefix (uri, root) && uri[strlen (root)] == '/';
}

/* Made anew each time, so that it has no digest. */
static char *
dup_logbook (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_utc ();
  g_autofree char *time = g_date_time_format_iso8601 (now);

  return g_strdup_printf ("---\nname: logbook\ndescription: What this server did since it was started\n---\n\n"
                          "At %s it was asked for this logbook.\n", time);
}

/* An element of “contents”; FALSE when no skill has such a file. */
gboolean
demo_skills_append_contents (GString    *json,
                             const char *uri)
{
  g_autofree char *made = NULL;
  const File *file = NULL;
  const char *text;

  for (guint i = 0; i < G_N_ELEMENTS (files) && file == NULL; i++)
    if (strcmp (files[i].uri, uri) == 0)
      file = &files[i];
  if (file == NULL && strcmp (uri, LOGBOOK "/SKILL.md") != 0)
    return FALSE;

  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "uri", uri);
  mcp_json_append_member_string (json, "mimeType", file != NULL ? file->mime_type : "text/markdown");
  text = file != NULL ? get_text (file) : (made = dup_logbook ());
  if (text != NULL)
    mcp_json_append_member_string (json, "text", text);
  else
    mcp_json_append_member_string (json, "blob", made = demo_media_png (96));
  g_string_append_c (json, '}');

  return TRUE;
}

/* --- Entries --- */

static void
append_file (GString    *json,
             const char *uri,
             GBytes     *content,
             gboolean    is_broken)
{
  g_autofree char *sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, content);
  g_autofree char *digest = NULL;
  gboolean is_checklist = strcmp (uri, REVIEW "/references/checklist.md") == 0;
  gboolean is_script = strcmp (uri, REVIEW "/scripts/count.py") == 0;

  if (is_broken && is_checklist && demo_skills_breaks (DEMO_SKILL_WRONG_DIGEST))
    sum[0] = sum[0] == '0' ? '1' : '0';
  if (is_broken && is_checklist && demo_skills_breaks (DEMO_SKILL_BAD_DIGEST))
    for (char *c = sum; *c != '\0'; c++)
      *c = g_ascii_toupper (*c);
  digest = g_strconcat ("sha256:", sum, NULL);

  if (json->str[json->len - 1] != '[')
    g_string_append_c (json, ',');
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "uri", uri);
  mcp_json_append_member_string (json, "digest", digest);
  mcp_json_append_member_int (json, "size", g_bytes_get_size (content)
                                              + (is_broken && is_script && demo_skills_breaks (DEMO_SKILL_WRONG_SIZE)));
  g_string_append_c (json, '}');
}

/* What else a broken list has. */
static void
append_more_files (GString *json)
{
  const char *checklist = demo_file ("skills/code-review/references/checklist.md");
  g_autoptr (GBytes) content = g_bytes_new_static (checklist, strlen (checklist));

  if (demo_skills_breaks (DEMO_SKILL_DUPLICATE_FILE))
    append_file (json, REVIEW "/references/checklist.md", content, FALSE);
  if (demo_skills_breaks (DEMO_SKILL_OUTSIDE_FILE))
    append_file (json, REPORT "/templates/short.md", content, FALSE);
  for (guint i = 0; demo_skills_breaks (DEMO_SKILL_TOO_MANY_FILES) && i < 600; i++)
    {
      g_autofree char *uri = g_strdup_printf (REVIEW "/many/%u.md", i);

      append_file (json, uri, content, FALSE);
    }
}

static void
append_files (GString    *json,
              const char *root)
{
  gboolean is_broken = strcmp (root, REVIEW) == 0;

  g_string_append (json, ",\"resources\":[");
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (GBytes) content = NULL;

      if (!is_below (files[i].uri, root)
          || (is_broken && strcmp (files[i].uri, REVIEW "/SKILL.md") == 0 && demo_skills_breaks (DEMO_SKILL_NO_MAIN_FILE)))
        continue;
      content = dup_content (&files[i]);
      append_file (json, files[i].uri, content, is_broken);
    }
  if (is_broken)
    append_more_files (json);
  g_string_append_c (json, ']');
}

static char *
dup_frontmatter (guint i)
{
  const char *frontmatter = skills[i].frontmatter;

  if (i == 0 && demo_skills_breaks (DEMO_SKILL_WRONG_NAME))
    return g_strdup ("{\"name\":\"Code Review\",\"description\":\"Review a change\"}");
  if (i == 0 && demo_skills_breaks (DEMO_SKILL_WRONG_FRONTMATTER))
    return g_strdup_printf ("{\"disable-model-invocation\":false,%s", frontmatter + 1);

  return g_strdup (frontmatter);
}

static char *
dup_entry (guint i)
{
  g_autofree char *uri = g_strconcat (skills[i].root, "/SKILL.md", NULL);
  g_autofree char *frontmatter = dup_frontmatter (i);
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "uri", uri);
  mcp_json_append_member (json, "frontmatter", frontmatter);
  if (strcmp (skills[i].root, LOGBOOK) == 0)
    g_string_append (json, ",\"resources\":\"dynamic\"");
  else if (i != 0 || !demo_skills_breaks (DEMO_SKILL_NO_FILES))
    append_files (json, skills[i].root);
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

/* --- Requests --- */

void
demo_skills_list (DemoServer *self,
                  McpId      *id,
                  const char *params)
{
  guint n = N_LISTED + demo_skills_breaks (DEMO_SKILL_SAME_NAME);
  g_auto (GStrv) entries = g_new0 (char *, n + 1);

  for (guint i = 0; i < n; i++)
    entries[i] = dup_entry (i);
  demo_reply_page (self, id, params, "skills", (const char * const *) entries, n);
}

void
demo_skills_get (DemoServer *self,
                 McpId      *id,
                 const char *params)
{
  g_autofree char *uri = demo_string (params, "uri");

  for (guint i = 0; uri != NULL && i < G_N_ELEMENTS (skills); i++)
    if (is_below (uri, skills[i].root) && strcmp (uri + strlen (skills[i].root), "/SKILL.md") == 0)
      {
        g_autofree char *entry = dup_entry (demo_skills_breaks (DEMO_SKILL_OTHER_ENTRY) ? (i + 1) % N_LISTED : i);
        g_autofree char *result = g_strdup_printf ("{\"skill\":%s}", entry);

        demo_server_reply (self, id, result);
        return;
      }

  demo_server_reply_error (self, id, MCP_RPC_INVALID_PARAMS, NULL, "No skill is served at %s",
                           uri != NULL ? uri : "no uri");
}
