/* test-skills.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-skill.h"
#include "session-support.h"

/* Skills of a server that is there: listed, read and checked (io.modelcontextprotocol/skills). */

#define SKILLS "\"extensions\":{\"io.modelcontextprotocol/skills\":{}}"
#define OPEN "{\"handshake\":{\"capabilities\":{\"resources\":{}," SKILLS "}}}"
#define TEXT "---\\nname: a\\ndescription: What it does\\n---\\n# A\\n"
#define MORE "more\\n"
#define READ(uri, text) "{\"contents\":[{\"uri\":\"" uri "\",\"text\":\"" text "\"}]}"
#define FILE_ENTRY(uri, text) "{\"uri\":\"" uri "\",\"digest\":\"#digest:" text "#\",\"size\":\"#size:" text "#\"}"
#define LISTED(more) "{\"uri\":\"skill://x/a/SKILL.md\",\"frontmatter\":{\"name\":\"a\",\"description\":\"What it does\"" \
                     more "},\"resources\":[" FILE_ENTRY ("skill://x/a/b.md", MORE) "," \
                     FILE_ENTRY ("skill://x/a/SKILL.md", TEXT) "]}"
#define DYNAMIC "{\"uri\":\"skill://d/SKILL.md\",\"frontmatter\":{\"name\":\"d\",\"description\":\"Made now\"}," \
                "\"resources\":\"dynamic\"}"
#define DYNAMIC_TEXT "---\\ndescription: Made now\\nname: d\\n---\\n"
#define LIST(skills) "\"skills/list\":{\"result\":{\"skills\":[" skills "]}}"

/* Puts the digest and the size of a text, which is written as in JSON, where they are wanted. */
static char *
fill_in (const char *template)
{
  g_autoptr (GString) out = g_string_new (NULL);
  const char *at;

  while ((at = strstr (template, "\"#")) != NULL)
    {
      const char *colon = strchr (at, ':');
      const char *end = strstr (colon, "#\"");
      g_autofree char *token = g_strdup_printf ("\"%.*s\"", (int) (end - colon - 1), colon + 1);
      g_autofree char *text = mcp_json_dup_string (token, strlen (token));
      g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

      g_string_append_len (out, template, at - template);
      if (g_str_has_prefix (at, "\"#digest"))
        g_string_append_printf (out, "\"sha256:%s\"", digest);
      else
        g_string_append_printf (out, "%zu", strlen (text));
      template = end + 2;
    }
  g_string_append (out, template);

  return g_strdup (out->str);
}

/* "resources/read" is answered with one after the other. */
static McpSession *
open_with (const char *table,
           const char *reads)
{
  g_autofree char *raw = g_strdup_printf ("[" OPEN ",{\"serve\":{%s},\"then_continue_after\":1}%s%s]", table,
                                          *reads != '\0' ? "," : "", reads);
  g_autofree char *script = fill_in (raw);
  McpSession *session = session_new_mock (script);

  session_open_ok (session);

  return session;
}

#define ANSWER(result)                                     \
  "{\"expect\":{\"method\":\"resources/read\"}},"          \
  "{\"send\":{\"jsonrpc\":\"2.0\",\"id\":\"$id\",\"result\":" result "}}"

static void
ready_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpCatalog *
list_skills (McpSession *session)
{
  McpCatalog *catalog = mcp_session_get_catalog (session, MCP_CATALOG_SKILLS);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_catalog_refresh_async (catalog, NULL, ready_cb, &result);
  TEST_AWAIT (result != NULL);
  mcp_catalog_refresh_finish (catalog, result, &error);
  g_assert_no_error (error);

  return catalog;
}

static McpSkill *
list_skill (McpSession *session)
{
  McpCatalog *catalog = list_skills (session);
  g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (catalog), 0);
  GBytes *json = mcp_catalog_item_get_json (item);

  return mcp_skill_new (session, g_bytes_get_data (json, NULL), g_bytes_get_size (json));
}

static gboolean
verify (McpSkill  *skill,
        GError   **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_skill_verify_async (skill, NULL, ready_cb, &result);
  TEST_AWAIT (result != NULL);

  return mcp_skill_verify_finish (skill, result, error);
}

static gboolean
read_path (McpSkill    *skill,
           const char  *path,
           GError     **error)
{
  McpSkillFile *file = mcp_skill_find_file (skill, path, error);
  g_autoptr (GAsyncResult) result = NULL;

  if (file == NULL)
    return FALSE;

  mcp_skill_read_async (skill, file, NULL, ready_cb, &result);
  TEST_AWAIT (result != NULL);

  return mcp_skill_read_finish (skill, result, error);
}

static McpSkill *
get (McpSession  *session,
     const char  *uri,
     GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_skill_get_async (session, uri, NULL, ready_cb, &result);
  TEST_AWAIT (result != NULL);

  return mcp_skill_get_finish (session, result, error);
}

static guint
count_requests (McpSession *session,
                const char *method)
{
  McpJournal *journal = mcp_session_get_journal (session);
  guint n = 0;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      n += mcp_record_get_kind (record) == MCP_RECORD_REQUEST
           && g_strcmp0 (mcp_record_get_method (record), method) == 0;
    }

  return n;
}

static void
test_lists_and_reads_nothing (void)
{
  McpSession *session = open_with (LIST (LISTED ("")), "");
  McpCatalog *catalog = list_skills (session);
  g_autoptr (McpCatalogItem) item = g_list_model_get_item (G_LIST_MODEL (catalog), 0);

  g_assert_cmpstr (mcp_catalog_item_get_name (item), ==, "a");
  g_assert_cmpstr (mcp_catalog_item_get_description (item), ==, "What it does");
  g_assert_cmpstr (mcp_catalog_item_get_uri (item), ==, "skill://x/a/SKILL.md");
  g_assert_cmpuint (count_requests (session, "resources/read"), ==, 0);
  session_assert_no_errors (session);
  session_finish (session);
}

/* Neither one without the other, nor where this client does not declare it. */
static void
test_asks_only_who_declared (void)
{
  static const char * const capabilities[] = { "\"resources\":{}", SKILLS, ("\"resources\":{}," SKILLS) };

  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    {
      g_autofree char *script = g_strdup_printf ("[{\"handshake\":{\"capabilities\":{%s}}}]", capabilities[i]);
      McpSession *session = session_new_mock (script);
      g_autoptr (GError) error = NULL;

      if (i == 2)
        {
          static const char * const none[] = { NULL };

          mcp_profile_set_extensions (mcp_session_get_profile (session), none);
        }
      session_open_ok (session);
      list_skills (session);
      g_assert_cmpint (mcp_catalog_get_state (mcp_session_get_catalog (session, MCP_CATALOG_SKILLS)), ==,
                       MCP_CATALOG_UNSUPPORTED);
      g_assert_null (get (session, "skill://a/SKILL.md", &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CAPABILITY);
      g_assert_cmpuint (count_requests (session, "skills/list") + count_requests (session, "skills/get"), ==, 0);
      g_assert_cmpuint (session_count_findings (session, "skills.no-resources"), ==, i == 1);
      session_finish (session);
    }
}

static void
test_reports_what_is_listed_wrong (void)
{
  McpSession *session = open_with (LIST (LISTED ("") "," LISTED ("") "," DYNAMIC ",7"), "");

  list_skills (session);
  g_assert_cmpuint (session_count_findings (session, "skills.duplicate-uri"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "skills.duplicate-name"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "skills.entry"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "list.bad-item"), ==, 0);
  session_finish (session);
}

static void
test_verifies_all_files (void)
{
  McpSession *session = open_with (LIST (LISTED ("")), ANSWER (READ ("skill://x/a/SKILL.md", TEXT)) ","
                                                       ANSWER (READ ("skill://x/a/b.md", MORE)));
  g_autoptr (McpSkill) skill = list_skill (session);
  McpSkillFile *main_file = mcp_skill_find_file (skill, "SKILL.md", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) contents = NULL;

  g_assert_null (mcp_skill_file_dup_contents (main_file));
  verify (skill, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_skill_is_verified (skill));
  g_assert_cmpuint (mcp_skill_count (skill, MCP_SKILL_VERIFIED), ==, 2);
  contents = mcp_skill_file_dup_contents (main_file);
  g_assert_nonnull (g_strstr_len (g_bytes_get_data (contents, NULL), (gssize) g_bytes_get_size (contents), "What it does"));
  session_assert_no_errors (session);
  session_finish (session);
}

/* Nothing else is read of a skill whose SKILL.md is wrong. */
static void
assert_refused (const char *listed,
                const char *answer,
                const char *rule,
                const char *words)
{
  McpSession *session = open_with (listed, answer);
  g_autoptr (McpSkill) skill = list_skill (session);
  McpSkillFile *main_file = mcp_skill_find_file (skill, "SKILL.md", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (verify (skill, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_true (g_str_has_prefix (error->message, words));
  g_assert_cmpint (mcp_skill_file_get_state (main_file), ==, MCP_SKILL_REFUSED);
  g_assert_nonnull (mcp_skill_file_get_message (main_file));
  g_assert_null (mcp_skill_file_dup_contents (main_file));
  g_assert_cmpuint (mcp_skill_count (skill, MCP_SKILL_UNREAD), ==, 1);
  g_assert_cmpuint (session_count_findings (session, rule), ==, 1);
  session_finish (session);
}

static void
test_refuses_what_was_not_listed (void)
{
  assert_refused (LIST (LISTED ("")), ANSWER (READ ("skill://x/a/SKILL.md", TEXT "!")), "skills.wrong-size",
                  "SKILL.md: the size is another one");
  assert_refused (LIST (LISTED ("")), ANSWER (READ ("skill://x/a/SKILL.md", "---\\nname: b\\ndescription: What it does\\n---\\n# A\\n")),
                  "skills.wrong-digest", "SKILL.md: the digest is another one");
  assert_refused (LIST (LISTED (",\"allowed-tools\":\"Bash\"")), ANSWER (READ ("skill://x/a/SKILL.md", TEXT)),
                  "skills.wrong-frontmatter", "SKILL.md: the frontmatter is another one: “allowed-tools”");
}

static void
test_refuses_one_file_and_reads_the_others (void)
{
  McpSession *session = open_with (LIST (LISTED ("")), ANSWER (READ ("skill://x/a/SKILL.md", TEXT)) ","
                                                       ANSWER (READ ("skill://x/a/b.md", "More\\n")) ","
                                                       ANSWER ("{\"contents\":[]}"));
  g_autoptr (McpSkill) skill = list_skill (session);
  g_autoptr (GError) error = NULL;

  g_assert_false (verify (skill, &error));
  g_assert_true (g_str_has_prefix (error->message, "b.md: the digest"));
  g_assert_cmpuint (mcp_skill_count (skill, MCP_SKILL_VERIFIED), ==, 1);
  g_assert_cmpuint (mcp_skill_count (skill, MCP_SKILL_REFUSED), ==, 1);

  g_clear_error (&error);
  g_assert_false (read_path (skill, "b.md", &error));
  g_assert_nonnull (strstr (error->message, "no content"));

  /* What is not in the list is not read. */
  g_clear_error (&error);
  g_assert_false (read_path (skill, "c.md", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_cmpuint (count_requests (session, "resources/read"), ==, 3);
  session_finish (session);
}

/* A blob is what it decodes to, and a zero byte one like others. */
static void
test_reads_bytes (void)
{
  McpSession *session = open_with (LIST ("{\"uri\":\"skill://d/SKILL.md\",\"frontmatter\":{\"name\":\"d\",\"description\":\"Made now\"},"
                                         "\"resources\":[" FILE_ENTRY ("skill://d/SKILL.md", DYNAMIC_TEXT) ","
                                         "{\"uri\":\"skill://d/z\",\"size\":3,\"digest\":\"sha256:"
                                         "59b271ae1bbcb1d31d41929817f4b16fb439eb4f31520b5ad1d5ce98920a7138\"},"
                                         "{\"uri\":\"skill://d/y\",\"size\":2,\"digest\":\"sha256:"
                                         "06eb7d6a69ee19e5fbdf749018d3d2abfa04bcbd1365db312eb86dc7169389b8\"}]}"),
                                   ANSWER (READ ("skill://d/SKILL.md", DYNAMIC_TEXT)) ","
                                   "{\"expect\":{\"method\":\"resources/read\"}},"
                                   "{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":$id,\\\"result\\\":{\\\"contents\\\":"
                                   "[{\\\"uri\\\":\\\"skill://d/z\\\",\\\"text\\\":\\\"a\\\\u0000b\\\"}]}}\"},"
                                   ANSWER ("{\"contents\":[{\"uri\":\"skill://d/y\",\"blob\":\"AP8=\"}]}"));
  g_autoptr (McpSkill) skill = list_skill (session);
  g_autoptr (GError) error = NULL;

  verify (skill, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_skill_is_verified (skill));
  session_finish (session);
}

static void
test_reads_dynamic_ones (void)
{
  McpSession *session = open_with (LIST (DYNAMIC), ANSWER (READ ("skill://d/SKILL.md", DYNAMIC_TEXT)) ","
                                                   ANSWER (READ ("skill://d/e/f.md", "any")));
  g_autoptr (McpSkill) skill = list_skill (session);
  g_autoptr (GError) error = NULL;

  verify (skill, &error);
  g_assert_no_error (error);
  g_assert_false (mcp_skill_is_verified (skill));
  g_assert_cmpuint (mcp_skill_count (skill, MCP_SKILL_UNVERIFIED), ==, 1);
  read_path (skill, "e/f.md", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mcp_skill_count (skill, MCP_SKILL_UNVERIFIED), ==, 2);

  g_assert_false (read_path (skill, "../x.md", &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  session_finish (session);
}

static void
test_gets_what_is_not_listed (void)
{
  McpSession *session = session_new_mock ("[" OPEN ",{\"serve\":{\"skills/get\":{\"result\":{\"skill\":" DYNAMIC "}}}}]");
  g_autoptr (McpSkill) skill = NULL;
  g_autoptr (McpSkill) other = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  skill = get (session, "skill://d/SKILL.md", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (mcp_skill_get_entry (skill)->name, ==, "d");

  other = get (session, "skill://e/SKILL.md", &error);
  g_assert_null (other);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE);
  g_assert_cmpuint (session_count_findings (session, "skills.other-entry"), ==, 1);
  session_finish (session);
}

static void
test_is_finalized (void)
{
  McpSession *session = open_with (LIST (LISTED ("")), "");
  McpSkill *skill = list_skill (session);
  McpSkillFile *file = mcp_skill_find_file (skill, "b.md", NULL);

  g_object_add_weak_pointer (G_OBJECT (file), (gpointer *) &file);
  g_object_add_weak_pointer (G_OBJECT (skill), (gpointer *) &skill);
  g_object_unref (skill);
  g_assert_null (skill);
  g_assert_null (file);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/skill/lists-and-reads-nothing", test_lists_and_reads_nothing);
  g_test_add_func ("/session/skill/asks-only-who-declared", test_asks_only_who_declared);
  g_test_add_func ("/session/skill/reports-what-is-listed-wrong", test_reports_what_is_listed_wrong);
  g_test_add_func ("/session/skill/verifies-all-files", test_verifies_all_files);
  g_test_add_func ("/session/skill/refuses-what-was-not-listed", test_refuses_what_was_not_listed);
  g_test_add_func ("/session/skill/refuses-one-file-and-reads-the-others", test_refuses_one_file_and_reads_the_others);
  g_test_add_func ("/session/skill/reads-bytes", test_reads_bytes);
  g_test_add_func ("/session/skill/reads-dynamic-ones", test_reads_dynamic_ones);
  g_test_add_func ("/session/skill/gets-what-is-not-listed", test_gets_what_is_not_listed);
  g_test_add_func ("/session/skill/is-finalized", test_is_finalized);

  return g_test_run ();
}
