/* cli-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "cli-catalog.h"
#include "cli-commands.h"
#include "cli-connection.h"
#include "cli-content.h"
#include "cli-file.h"
#include "cli-text.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-resource-contents.h"
#include "mcp-skill.h"
#include "mcp-summary.h"

/* Skills (io.modelcontextprotocol/skills): what is listed, and whether it is what is served. */

static char *
describe_files (McpSkillEntry *entry)
{
  g_autofree char *size = NULL;

  if (entry->is_dynamic)
    return g_strdup (_("made anew each time"));

  size = mcp_format_size (entry->n_bytes);

  return g_strdup_printf (ngettext ("%u file, %s", "%u files, %s", entry->files->len), entry->files->len, size);
}

static void
print_skill (CliOutput      *output,
             McpCatalogItem *item)
{
  GBytes *json = mcp_catalog_item_get_json (item);
  g_autoptr (McpSkillEntry) entry = mcp_skill_entry_new (g_bytes_get_data (json, NULL), g_bytes_get_size (json));
  g_autofree char *uri = cli_text_visible (entry->uri, -1, FALSE);
  g_autofree char *files = describe_files (entry);
  g_autofree char *detail = g_strdup_printf ("%s  %s", uri, files);

  cli_catalog_print_head (output, item, mcp_catalog_item_get_name (item), detail);
}

int
cli_run_skills_list (CliConnection *connection)
{
  return cli_catalog_run (connection, MCP_CATALOG_SKILLS, print_skill);
}

/* --- Which one --- */

static McpSkill *
make_skill (CliConnection  *connection,
            McpCatalogItem *item)
{
  GBytes *json = mcp_catalog_item_get_json (item);
  McpSkill *skill = mcp_skill_new (connection->session, g_bytes_get_data (json, NULL), g_bytes_get_size (json));

  if (mcp_session_get_state (connection->session) == MCP_SESSION_RECORDED)
    mcp_skill_take_recorded (skill);

  return skill;
}

static GPtrArray *
find_listed (CliConnection *connection,
             const char    *word) /* (nullable): all */
{
  GListModel *catalog = G_LIST_MODEL (mcp_session_get_catalog (connection->session, MCP_CATALOG_SKILLS));
  GPtrArray *skills = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (catalog); i++)
    {
      g_autoptr (McpCatalogItem) item = g_list_model_get_item (catalog, i);

      if (word == NULL || g_strcmp0 (mcp_catalog_item_get_uri (item), word) == 0
          || g_str_equal (mcp_catalog_item_get_name (item), word))
        g_ptr_array_add (skills, make_skill (connection, item));
    }

  return skills;
}

/* A skill need not be listed: the server says whether an address is one. */
static McpSkill *
get_unlisted (CliConnection  *connection,
              const char     *uri,
              GError        **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_skill_get_async (connection->session, uri, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  return mcp_skill_get_finish (connection->session, result, error);
}

static void
set_ambiguous_error (GPtrArray   *skills,
                     const char  *word,
                     GError     **error)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < skills->len; i++)
    {
      const char *uri = mcp_skill_get_entry (skills->pdata[i])->uri;

      g_string_append_printf (list, "\n  %s", uri != NULL ? uri : "");
    }
  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("more than one skill is called so; name its address:%s"), list->str);
}

/* By its address, or by a name that only one has. Returns what to end with when there is none. */
static int
find_skill (CliConnection  *connection,
            const char     *word,
            McpSkill      **skill)
{
  g_autoptr (GPtrArray) skills = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *scheme = g_uri_parse_scheme (word);

  if (!cli_connection_list (connection, MCP_CATALOG_SKILLS, &error))
    return cli_connection_fail (connection, "skills/list", error, NULL);

  skills = find_listed (connection, word);
  if (skills->len == 1)
    *skill = g_object_ref (skills->pdata[0]);
  else if (skills->len > 1)
    set_ambiguous_error (skills, word, &error);
  else if (scheme != NULL && mcp_session_is_open (connection->session))
    *skill = get_unlisted (connection, word, &error);
  else
    {
      connection->hint = cli_catalog_find_nearest (connection, MCP_CATALOG_SKILLS, word);
      if (connection->hint != NULL)
        {
          g_autofree char *nearest = g_steal_pointer (&connection->hint);

          connection->hint = g_strdup_printf (_("Did you mean “%s”?"), nearest);
        }
      g_set_error_literal (&error, MCP_ERROR, MCP_ERROR_USAGE, _("no skill is listed by this name or address"));
    }

  return error == NULL ? CLI_EXIT_OK : cli_connection_fail (connection, word, error, NULL);
}

/* --- What came of it --- */

static const struct
{
  const char *word;    /* for scripts */
  const char *text;
  CliStyle    style;
} states[] = {
  [MCP_SKILL_UNREAD] = { "unread", N_("not read"), CLI_STYLE_DIM },
  [MCP_SKILL_READING] = { "unread", N_("not read"), CLI_STYLE_DIM },
  [MCP_SKILL_VERIFIED] = { "verified", N_("verified"), CLI_STYLE_GREEN },
  [MCP_SKILL_UNVERIFIED] = { "unverified", N_("no digest"), CLI_STYLE_YELLOW },
  [MCP_SKILL_REFUSED] = { "refused", N_("refused"), CLI_STYLE_RED },
  [MCP_SKILL_FAILED] = { "failed", N_("failed"), CLI_STYLE_RED },
};

static void
print_file (CliOutput    *output,
            McpSkillFile *file,
            gboolean      with_digest)
{
  McpSkillState state = mcp_skill_file_get_state (file);
  const char *digest = mcp_skill_file_get_digest (file);
  const char *message = mcp_skill_file_get_message (file);
  gint64 size = mcp_skill_file_get_size (file);
  g_autofree char *path = cli_text_visible (mcp_skill_file_get_path (file), -1, FALSE);
  g_autofree char *bytes = size >= 0 ? mcp_format_size (size) : g_strdup ("");
  g_autoptr (GString) mark = g_string_new (NULL);
  g_autoptr (GString) line = g_string_new ("    ");

  cli_text_append_padded (mark, _(states[state].text), 11);
  cli_output_style (output, line, states[state].style, mark->str);
  cli_text_append_padded (line, path, 36);
  g_string_append_printf (line, "%s%s", cli_text_width (path) >= 36 ? "  " : "", bytes);
  if (with_digest && digest != NULL)
    g_string_append_printf (line, "  sha256:%s", digest);
  g_string_append_c (line, '\n');
  if (message != NULL)
    {
      g_autofree char *visible = cli_text_visible (message, -1, FALSE);

      g_string_append_printf (line, "      %s\n", visible);
    }

  cli_output_write (output, line->str, line->len);
}

static void
print_text (CliOutput *output,
            McpSkill  *skill,
            gboolean   in_full)
{
  McpSkillEntry *entry = mcp_skill_get_entry (skill);
  GListModel *files = mcp_skill_get_files (skill);
  g_autofree char *name = cli_text_visible (entry->name, -1, FALSE);
  g_autofree char *uri = cli_text_visible (entry->uri, -1, FALSE);
  g_autoptr (GString) head = g_string_new (NULL);

  cli_output_style (output, head, CLI_STYLE_BOLD, name);
  cli_output_print (output, "%s  %s\n", head->str, uri);
  if (in_full && entry->frontmatter != NULL)
    cli_output_print_json (output, entry->frontmatter, strlen (entry->frontmatter));
  for (guint i = 0; i < entry->faults->len; i++)
    {
      g_autofree char *fault = cli_text_visible (((McpSkillFault *) entry->faults->pdata[i])->text, -1, FALSE);
      g_autoptr (GString) line = g_string_new ("  ");

      cli_output_style (output, line, CLI_STYLE_RED, fault);
      cli_output_print (output, "%s\n", line->str);
    }
  if (entry->obstacle != NULL && !in_full)
    return;

  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (McpSkillFile) file = g_list_model_get_item (files, i);

      print_file (output, file, in_full);
    }
}

static void
append_file (GString      *json,
             McpSkillFile *file)
{
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "uri", mcp_skill_file_get_uri (file));
  mcp_json_append_member_string (json, "path", mcp_skill_file_get_path (file));
  mcp_json_append_member_string (json, "state", states[mcp_skill_file_get_state (file)].word);
  if (mcp_skill_file_get_message (file) != NULL)
    mcp_json_append_member_string (json, "message", mcp_skill_file_get_message (file));
  g_string_append_c (json, '}');
}

/* {"uri":…,"name":…,"verified":true,"faults":[…],"files":[{"uri":…,"path":…,"state":"verified"}]} */
static char *
dup_json (McpSkill *skill)
{
  McpSkillEntry *entry = mcp_skill_get_entry (skill);
  GListModel *files = mcp_skill_get_files (skill);
  GString *json = g_string_new ("{");

  if (entry->uri != NULL)
    mcp_json_append_member_string (json, "uri", entry->uri);
  mcp_json_append_member_string (json, "name", entry->name);
  mcp_json_append_member (json, "verified", mcp_skill_is_verified (skill) ? "true" : "false");
  mcp_json_append_key (json, "faults");
  for (guint i = 0; i < entry->faults->len; i++)
    {
      const McpSkillFault *fault = entry->faults->pdata[i];

      g_string_append (json, i == 0 ? "[{" : ",{");
      mcp_json_append_member_string (json, "rule", fault->rule);
      mcp_json_append_member_string (json, "message", fault->text);
      g_string_append_c (json, '}');
    }
  g_string_append (json, entry->faults->len == 0 ? "[]" : "]");
  mcp_json_append_key (json, "files");
  g_string_append_c (json, '[');
  for (guint i = 0; i < g_list_model_get_n_items (files); i++)
    {
      g_autoptr (McpSkillFile) file = g_list_model_get_item (files, i);

      if (i > 0)
        g_string_append_c (json, ',');
      append_file (json, file);
    }
  g_string_append (json, "]}");

  return g_string_free (json, FALSE);
}

/* Shows what is listed of a skill; as JSON, as the server sent it. */
int
cli_run_skills_show (CliConnection *connection)
{
  g_autoptr (McpSkill) skill = NULL;
  int status = cli_connection_open (connection);
  GBytes *json;

  if (status == CLI_EXIT_OK)
    status = find_skill (connection, connection->options->words[0], &skill);
  if (status != CLI_EXIT_OK)
    return status;

  json = mcp_skill_get_json (skill);
  if (cli_output_is_text (connection->output))
    print_text (connection->output, skill, TRUE);
  else
    cli_output_print_json (connection->output, g_bytes_get_data (json, NULL), g_bytes_get_size (json));

  return CLI_EXIT_OK;
}

/* --- Reading --- */

static gboolean
read_file (CliConnection  *connection,
           McpSkill       *skill,
           McpSkillFile   *file,
           GError        **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (mcp_session_get_state (connection->session) == MCP_SESSION_RECORDED)
    {
      if (mcp_skill_file_is_usable (file))
        return TRUE;
      g_set_error_literal (error, MCP_ERROR,
                           mcp_skill_file_get_state (file) == MCP_SKILL_UNREAD ? MCP_ERROR_NOT_OPEN
                                                                               : MCP_ERROR_INVALID_RESPONSE,
                           mcp_skill_file_get_message (file) != NULL ? mcp_skill_file_get_message (file)
                                                                     : _("in this recording nobody read the file"));
      return FALSE;
    }

  mcp_skill_read_async (skill, file, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);

  return mcp_skill_read_finish (skill, result, error);
}

/*
 * What differs from its list is a finding, as in check; all else is told as it is of other
 * commands.
 */
static int
fail_reading (CliConnection *connection,
              const char    *word,
              McpSkillFile  *file,
              const GError  *error)
{
  int status = cli_connection_fail (connection, word, error, NULL);

  return mcp_skill_file_get_state (file) == MCP_SKILL_REFUSED ? CLI_EXIT_FINDINGS : status;
}

static gboolean
save_contents (const char  *path,
               const char  *contents,
               gsize        length,
               GError     **error)
{
  g_autoptr (GBytes) bytes = mcp_resource_contents_dup_bytes (contents, length, NULL, error);
  g_autoptr (CliFile) file = bytes != NULL ? cli_file_new (path, FALSE, error) : NULL;

  if (file == NULL)
    return FALSE;
  cli_file_write (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  return cli_file_finish (file, error);
}

/* Reads a file of a skill, and prints it if it is what was listed. */
int
cli_run_skills_read (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  const char *word = options->words[1] != NULL ? options->words[1] : MCP_SKILL_MAIN_FILE;
  g_autoptr (McpSkill) skill = NULL;
  g_autoptr (GBytes) contents = NULL;
  g_autoptr (GError) error = NULL;
  McpSkillFile *file;
  int status = cli_connection_open (connection);
  const char *text;
  gsize length;

  if (status == CLI_EXIT_OK)
    status = find_skill (connection, options->words[0], &skill);
  if (status != CLI_EXIT_OK)
    return status;

  file = mcp_skill_find_file (skill, word, &error);
  if (file == NULL)
    return cli_connection_fail (connection, options->words[0], error, NULL);
  if (!read_file (connection, skill, file, &error))
    return fail_reading (connection, options->words[0], file, error);

  contents = mcp_skill_file_dup_contents (file);
  text = g_bytes_get_data (contents, &length);
  if (mcp_skill_file_get_state (file) == MCP_SKILL_UNVERIFIED)
    cli_note (_("%s: the skill lists no digests, so that nothing says that this is what was meant"),
              mcp_skill_file_get_path (file));
  if (options->output_file != NULL)
    return save_contents (options->output_file, text, length, &error)
             ? CLI_EXIT_OK
             : cli_connection_fail (connection, "--output", error, NULL);
  if (cli_output_is_text (connection->output))
    cli_content_print_resource (connection->output, text, length);
  else
    cli_output_print_json (connection->output, text, length);

  return CLI_EXIT_OK;
}

/* --- Verifying --- */

static gboolean
is_good (McpSkill *skill)
{
  return mcp_skill_get_entry (skill)->faults->len == 0 && mcp_skill_count (skill, MCP_SKILL_REFUSED) == 0
         && mcp_skill_count (skill, MCP_SKILL_FAILED) == 0;
}

/* Returns FALSE when that was interrupted, or the server is gone. */
static gboolean
verify (CliConnection *connection,
        McpSkill      *skill)
{
  g_autoptr (GAsyncResult) result = NULL;

  if (mcp_session_get_state (connection->session) == MCP_SESSION_RECORDED)
    return TRUE;

  mcp_skill_verify_async (skill, connection->cancellable, cli_connection_store_cb, &result);
  cli_connection_wait (connection, &result);
  mcp_skill_verify_finish (skill, result, NULL);

  return !g_cancellable_is_cancelled (connection->cancellable) && mcp_session_is_open (connection->session);
}

static void
print_verified (CliConnection *connection,
                GPtrArray     *skills,
                guint          n_good)
{
  g_autoptr (GString) json = g_string_new ("{\"skills\":[");

  for (guint i = 0; i < skills->len; i++)
    {
      g_autofree char *one = dup_json (skills->pdata[i]);

      if (cli_output_is_text (connection->output))
        print_text (connection->output, skills->pdata[i], FALSE);
      else if (cli_output_get_format (connection->output) == CLI_FORMAT_NDJSON)
        cli_output_print_json (connection->output, one, strlen (one));
      g_string_append_printf (json, "%s%s", i > 0 ? "," : "", one);
    }
  g_string_append (json, "]}");

  if (cli_output_get_format (connection->output) == CLI_FORMAT_JSON)
    cli_output_print_json (connection->output, json->str, json->len);
  if (cli_output_is_text (connection->output))
    cli_output_print (connection->output, ngettext ("Nothing is wrong with %u of %u skill\n",
                                                    "Nothing is wrong with %u of %u skills\n", skills->len),
                      n_good, skills->len);
}

/**
 * cli_run_skills_verify:
 *
 * Reads all files of a skill, or of all that are listed, and compares them with their list.
 *
 * Returns: what to end with: %CLI_EXIT_FINDINGS when something differs
 */
int
cli_run_skills_verify (CliConnection *connection)
{
  const char *word = connection->options->words[0];
  g_autoptr (GPtrArray) skills = NULL;
  g_autoptr (GError) error = NULL;
  guint n_good = 0;
  int status = cli_connection_open (connection);

  if (status != CLI_EXIT_OK)
    return status;

  if (word != NULL)
    {
      McpSkill *skill = NULL;

      status = find_skill (connection, word, &skill);
      if (status != CLI_EXIT_OK)
        return status;
      skills = g_ptr_array_new_with_free_func (g_object_unref);
      g_ptr_array_add (skills, skill);
    }
  else if (!cli_connection_list (connection, MCP_CATALOG_SKILLS, &error))
    return cli_connection_fail (connection, "skills/list", error, NULL);
  else
    skills = find_listed (connection, NULL);

  for (guint i = 0; i < skills->len; i++)
    {
      if (!verify (connection, skills->pdata[i]))
        return cli_connection_interrupted (connection, "skills verify");
      n_good += is_good (skills->pdata[i]);
    }
  print_verified (connection, skills, n_good);

  return n_good == skills->len ? CLI_EXIT_OK : CLI_EXIT_FINDINGS;
}
