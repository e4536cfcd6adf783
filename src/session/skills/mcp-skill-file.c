/* mcp-skill-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-skill-file.h"

/**
 * McpSkillFile:
 *
 * What is listed of a file, and what came of reading it. Of its content only the record's serial is kept: what
 * is shown is read from the journal, where nothing changes after it was checked.
 */

struct _McpSkillFile
{
  GObject                  parent_instance;

  McpJournal              *journal;
  McpSkillEntry           *entry;
  const McpSkillFileEntry *listed;   /* (nullable): of the entry */
  char                    *uri;
  const char              *path;     /* inside the URI */
  McpSkillState            state;
  char                    *message;  /* (nullable) */
  guint                    serial;
  gint64                   size;     /* that was read; -1 */
};

G_DEFINE_FINAL_TYPE (McpSkillFile, mcp_skill_file, G_TYPE_OBJECT)

static guint changed_signal;

static void
mcp_skill_file_finalize (GObject *object)
{
  McpSkillFile *self = MCP_SKILL_FILE (object);

  g_object_unref (self->journal);
  mcp_skill_entry_unref (self->entry);
  g_free (self->uri);
  g_free (self->message);

  G_OBJECT_CLASS (mcp_skill_file_parent_class)->finalize (object);
}

static void
mcp_skill_file_class_init (McpSkillFileClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_skill_file_finalize;

  changed_signal = g_signal_new ("changed", MCP_TYPE_SKILL_FILE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                 0);
}

static void
mcp_skill_file_init (McpSkillFile *self)
{
  self->size = -1;
}

McpSkillFile *
mcp_skill_file_new (McpJournal              *journal,
                    McpSkillEntry           *entry,
                    const McpSkillFileEntry *listed,
                    const char              *uri)
{
  McpSkillFile *self = g_object_new (MCP_TYPE_SKILL_FILE, NULL);

  self->journal = g_object_ref (journal);
  self->entry = mcp_skill_entry_ref (entry);
  self->listed = listed;
  self->uri = g_strdup (uri);
  self->path = listed != NULL ? listed->path : self->uri + strlen (entry->root) + 1;
  if (listed != NULL && listed->fault != NULL)
    {
      self->state = MCP_SKILL_REFUSED;
      self->message = g_strdup (listed->fault);
    }

  return self;
}

void
mcp_skill_file_set_state (McpSkillFile  *self,
                          McpSkillState  state,
                          const char    *message)
{
  g_free (self->message);
  self->message = g_strdup (message);
  self->state = state;
  g_signal_emit (self, changed_signal, 0);
}

void
mcp_skill_file_set_read (McpSkillFile *self,
                         guint         serial,
                         gint64        size)
{
  self->serial = serial;
  self->size = size;
}

const McpSkillFileEntry *
mcp_skill_file_get_listed (McpSkillFile *self)
{
  return self->listed;
}

const char *
mcp_skill_file_get_uri (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), NULL);

  return self->uri;
}

const char *
mcp_skill_file_get_path (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), NULL);

  return self->path;
}

const char *
mcp_skill_file_get_digest (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), NULL);

  return self->listed != NULL ? self->listed->digest : NULL;
}

gint64
mcp_skill_file_get_size (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), -1);

  return self->listed != NULL ? self->listed->size : self->size;
}

McpSkillState
mcp_skill_file_get_state (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), MCP_SKILL_UNREAD);

  return self->state;
}

const char *
mcp_skill_file_get_message (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), NULL);

  return self->message;
}

gboolean
mcp_skill_file_is_main (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), FALSE);

  return mcp_skill_entry_is_main (self->entry, self->uri);
}

gboolean
mcp_skill_file_is_nested (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), FALSE);

  return g_str_has_suffix (self->path, "/" MCP_SKILL_MAIN_FILE);
}

gboolean
mcp_skill_file_is_usable (McpSkillFile *self)
{
  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), FALSE);

  return self->state == MCP_SKILL_VERIFIED || self->state == MCP_SKILL_UNVERIFIED;
}

gboolean
mcp_skill_find_contents (const char *result,
                         gsize       length,
                         const char *uri,
                         McpSpan    *contents)
{
  McpJsonIter iter;
  McpSpan array;
  McpSpan value;
  guint n = 0;

  if (!mcp_json_lookup (result, length, "contents", &array) || result[array.offset] != '['
      || !mcp_json_iter_init (&iter, result + array.offset, array.length))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      const char *item = result + array.offset + value.offset;
      McpSpan span;

      *contents = (McpSpan) { array.offset + value.offset, value.length };
      n++;
      if (*item == '{' && mcp_json_lookup (item, value.length, "uri", &span)
          && mcp_json_key_equal (item + span.offset, span.length, uri))
        return TRUE;
    }

  /* Some write the address in another way: there is no doubt what is meant. */
  return n == 1;
}

GBytes *
mcp_skill_file_dup_contents (McpSkillFile *self)
{
  g_autoptr (GBytes) message = NULL;
  const char *text;
  gsize length;
  McpSpan result;
  McpSpan contents;

  g_return_val_if_fail (MCP_IS_SKILL_FILE (self), NULL);

  if (!mcp_skill_file_is_usable (self) || self->serial == 0)
    return NULL;

  message = mcp_journal_read (self->journal, self->serial, NULL);
  text = message != NULL ? g_bytes_get_data (message, &length) : NULL;
  if (text == NULL || !mcp_json_validate (text, length, NULL) || !mcp_json_lookup (text, length, "result", &result)
      || !mcp_skill_find_contents (text + result.offset, result.length, self->uri, &contents))
    return NULL;

  return g_bytes_new_from_bytes (message, result.offset + contents.offset, contents.length);
}
