/* sounder-conversation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "sounder-content-view.h"
#include "sounder-conversation.h"
#include "sounder-widgets.h"

#define MAX_MESSAGES 200

/* Content is one block; a list of blocks, as sampling has it, is understood as well. */
static GPtrArray *
read_content (const char *json,
              gsize       length)
{
  GPtrArray *contents = sounder_content_read_list (json, length, "content");
  McpSpan content;

  if (mcp_json_lookup (json, length, "content", &content)
      && mcp_json_get_type (json + content.offset, content.length) != MCP_JSON_ARRAY)
    g_ptr_array_add (contents, sounder_content_new_for_block (json + content.offset, content.length));

  return contents;
}

static GtkWidget *
new_message (const char *json,
             gsize       length)
{
  g_autofree char *role = mcp_json_lookup_string (json, length, "role");
  gboolean is_assistant = g_strcmp0 (role, "assistant") == 0;
  const char *title = is_assistant                          ? _("Assistant")
                      : g_strcmp0 (role, "user") == 0 ? _("User")
                      : role != NULL                  ? role
                                                      : _("Without a role");
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  sounder_content_view_fill (GTK_BOX (body), read_content (json, length));
  gtk_box_append (GTK_BOX (box), sounder_widgets_new_quote (title, "caption-heading dim-label"));
  gtk_box_append (GTK_BOX (box), body);
  gtk_widget_add_css_class (box, "message");
  gtk_widget_add_css_class (box, is_assistant ? "assistant" : "user");

  return box;
}

/**
 * sounder_conversation_append_messages:
 * @box: where the messages go
 * @json: a JSON object with `messages`
 * @none: what to say when there are none
 *
 * Appends messages, each by its role, in their order: those of a prompt (server/prompts), and
 * those that a server sends a model (client/sampling).
 */
void
sounder_conversation_append_messages (GtkBox     *box,
                                      const char *json,
                                      gsize       length,
                                      const char *none)
{
  guint n_messages = 0;
  McpJsonIter iter;
  McpSpan messages, value;

  if (mcp_json_lookup (json, length, "messages", &messages)
      && mcp_json_iter_init (&iter, json + messages.offset, messages.length) && !iter.is_object)
    while (n_messages < MAX_MESSAGES && mcp_json_iter_next (&iter, NULL, &value))
      {
        gtk_box_append (box, new_message (json + messages.offset + value.offset, value.length));
        n_messages++;
      }

  if (n_messages == 0)
    gtk_box_append (box, sounder_widgets_new_quote (none, "dim-label"));
}

/**
 * sounder_conversation_fill:
 * @box: where the messages go
 * @result: the result of `prompts/get`
 *
 * Replaces what is in a box by the messages of a prompt (server/prompts), in their order.
 */
void
sounder_conversation_fill (GtkBox *box,
                           GBytes *result)
{
  gsize length;
  const char *json = g_bytes_get_data (result, &length);
  g_autofree char *description = mcp_json_lookup_string (json, length, "description");

  sounder_widgets_remove_children (box);
  if (description != NULL && *description != '\0')
    gtk_box_append (box, sounder_widgets_new_quote (description, "dim-label"));

  sounder_conversation_append_messages (box, json, length, _("The prompt has no messages."));
}
