/* mcp-skill.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-skill-private.h"

/**
 * McpSkill:
 *
 * A skill of a server (io.modelcontextprotocol/skills). Its identity is the server with the address of its SKILL.md;
 * its name is a label. Reading and checking is mcp-skill-read.c.
 */

G_DEFINE_FINAL_TYPE (McpSkill, mcp_skill, G_TYPE_OBJECT)

static void
mcp_skill_finalize (GObject *object)
{
  McpSkill *self = MCP_SKILL (object);

  g_clear_weak_pointer (&self->session);
  g_bytes_unref (self->json);
  mcp_skill_entry_unref (self->entry);
  g_object_unref (self->files);

  G_OBJECT_CLASS (mcp_skill_parent_class)->finalize (object);
}

static void
mcp_skill_class_init (McpSkillClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_skill_finalize;
}

static void
mcp_skill_init (McpSkill *self)
{
  self->files = g_list_store_new (MCP_TYPE_SKILL_FILE);
}

static McpSkillFile *
add_file (McpSkill                *self,
          const McpSkillFileEntry *listed,
          const char              *uri)
{
  g_autoptr (McpSkillFile) file =
    mcp_skill_file_new (mcp_session_get_journal (self->session), self->entry, listed, uri);

  g_list_store_append (self->files, file);

  return file;
}

/**
 * mcp_skill_new:
 * @session: whose server has it; it is not kept alive
 * @json: an item of `skills/list`, or the `skill` of `skills/get`; valid JSON
 *
 * Makes a skill of what a server says of it. Its files are those that are listed; of a dynamic skill its
 * SKILL.md, and those that were asked for.
 */
McpSkill *
mcp_skill_new (McpSession *session,
               const char *json,
               gsize       length)
{
  McpSkill *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (MCP_TYPE_SKILL, NULL);
  g_set_weak_pointer (&self->session, session);
  self->json = g_bytes_new (json, length);
  self->entry = mcp_skill_entry_new (json, length);
  for (guint i = 0; i < self->entry->files->len; i++)
    {
      const McpSkillFileEntry *listed = self->entry->files->pdata[i];

      add_file (self, listed, listed->uri);
    }
  if (self->entry->is_dynamic && self->entry->root != NULL)
    add_file (self, NULL, self->entry->uri);

  return self;
}

GBytes *
mcp_skill_get_json (McpSkill *self)
{
  g_return_val_if_fail (MCP_IS_SKILL (self), NULL);

  return self->json;
}

McpSkillEntry *
mcp_skill_get_entry (McpSkill *self)
{
  g_return_val_if_fail (MCP_IS_SKILL (self), NULL);

  return self->entry;
}

GListModel *
mcp_skill_get_files (McpSkill *self)
{
  g_return_val_if_fail (MCP_IS_SKILL (self), NULL);

  return G_LIST_MODEL (self->files);
}

static McpSkillFile *
find_uri (McpSkill   *self,
          const char *uri)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      g_autoptr (McpSkillFile) file = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      if (g_str_equal (mcp_skill_file_get_uri (file), uri))
        return file;
    }

  return NULL;
}

/**
 * mcp_skill_find_file:
 * @word: a URI, or a path below the directory of the skill
 *
 * Finds a file. A list of files is complete, so that one that is not in it is not read (acting window and held entry);
 * of a dynamic skill any file may be asked for.
 *
 * Returns: (transfer none) (nullable): the file; %NULL with %MCP_ERROR_USAGE
 */
McpSkillFile *
mcp_skill_find_file (McpSkill    *self,
                     const char  *word,
                     GError     **error)
{
  McpSkillFileEntry *listed;
  g_autofree char *uri = NULL;
  McpSkillFile *file;

  g_return_val_if_fail (MCP_IS_SKILL (self), NULL);
  g_return_val_if_fail (word != NULL, NULL);

  listed = mcp_skill_entry_find_file (self->entry, word);
  uri = listed != NULL ? g_strdup (listed->uri) : mcp_skill_entry_resolve (self->entry, word);
  file = uri != NULL ? find_uri (self, uri) : NULL;
  if (file != NULL)
    return file;

  if (!self->entry->is_dynamic)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                 _("“%s” is not in the list of files of the skill, and is not read"), word);
  else if (uri == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is not in the directory of the skill"), word);
  else
    return self->session != NULL ? add_file (self, NULL, uri) : NULL;

  return NULL;
}

/**
 * mcp_skill_count:
 * @state: a state
 *
 * Counts the files of which that came.
 *
 * Returns: how many
 */
guint
mcp_skill_count (McpSkill      *self,
                 McpSkillState  state)
{
  guint n = 0;

  g_return_val_if_fail (MCP_IS_SKILL (self), 0);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->files)); i++)
    {
      g_autoptr (McpSkillFile) file = g_list_model_get_item (G_LIST_MODEL (self->files), i);

      n += mcp_skill_file_get_state (file) == state;
    }

  return n;
}

/**
 * mcp_skill_is_verified:
 *
 * Gets whether all of its files were read and are what was listed, its SKILL.md among them. A dynamic skill
 * cannot be.
 *
 * Returns: %TRUE if nothing is left to check
 */
gboolean
mcp_skill_is_verified (McpSkill *self)
{
  g_return_val_if_fail (MCP_IS_SKILL (self), FALSE);

  return self->entry->obstacle == NULL && find_uri (self, self->entry->uri) != NULL
         && mcp_skill_count (self, MCP_SKILL_VERIFIED) == g_list_model_get_n_items (G_LIST_MODEL (self->files));
}

/* --- skills/get --- */

static void
got_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  McpSession *session = MCP_SESSION (source);
  g_autoptr (GTask) task = user_data;
  McpCall *call = g_task_get_task_data (task);
  g_autofree char *asked = mcp_json_lookup_string (mcp_call_get_params (call), strlen (mcp_call_get_params (call)),
                                                   "uri");
  g_autoptr (McpSkill) skill = NULL;
  GError *error = NULL;
  const char *text;
  gsize length;
  McpSpan span;

  if (!mcp_session_call_finish (session, result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  text = g_bytes_get_data (mcp_call_get_result (call), &length);
  if (*text != '{' || !mcp_json_lookup (text, length, "skill", &span))
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                               _("The server’s answer to %s has no object “%s”"), "skills/get", "skill");
      return;
    }

  skill = mcp_skill_new (session, text + span.offset, span.length);
  if (g_strcmp0 (skill->entry->uri, asked) != 0)
    {
      mcp_reporter_report (mcp_session_get_reporter (session), mcp_call_get_outcome (call)->answer_serial,
                           "skills.other-entry", _("skills/get was asked for “%s”, and answers with “%s”"), asked,
                           skill->entry->uri != NULL ? skill->entry->uri : "");
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                               _("The server answered with another skill than “%s”"), asked);
      return;
    }

  g_task_return_pointer (task, g_steal_pointer (&skill), g_object_unref);
}

/**
 * mcp_skill_get_async:
 * @session: a session
 * @uri: of a SKILL.md
 * @callback: called when the server has answered
 *
 * Asks whether a resource is a skill, and for what is to be known of it (getting a skill). A list need not
 * have all skills, and an address alone makes none.
 */
void
mcp_skill_get_async (McpSession          *session,
                     const char          *uri,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GString) params = g_string_new ("{");
  McpCall *call;

  g_return_if_fail (MCP_IS_SESSION (session));
  g_return_if_fail (uri != NULL);

  task = g_task_new (session, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_skill_get_async);
  mcp_json_append_member_string (params, "uri", uri);
  g_string_append_c (params, '}');
  call = mcp_call_new ("skills/get", params->str);
  g_task_set_task_data (task, call, g_object_unref);
  mcp_session_call_async (session, call, cancellable, got_cb, g_steal_pointer (&task));
}

McpSkill *
mcp_skill_get_finish (McpSession    *session,
                      GAsyncResult  *result,
                      GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, session), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
