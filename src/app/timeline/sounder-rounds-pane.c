/* sounder-rounds-pane.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-edit.h"
#include "mcp-summary.h"
#include "sounder-rounds-pane.h"
#include "sounder-widgets.h"

/**
 * SounderRoundsPane:
 *
 * A call in rounds (2026-07-28, basic/patterns/mrtr) as one conversation: each
 * request, and under it what the server answered: the questions by their keys,
 * or the result. `requestState` is the server's own business: it is shown as
 * the text it is, to be copied and not to be read.
 */

/* A limit on rounds is a setting; one on what is drawn is not. */
#define MAX_ROWS 400
#define MAX_STATE_BYTES 600

/* Only a message of a usual size is looked into. */
#define MAX_READ_BYTES (1024 * 1024)

struct _SounderRoundsPane
{
  AdwBin      parent_instance;

  McpRecord  *record; /* (nullable) */
  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (SounderRoundsPane, sounder_rounds_pane, ADW_TYPE_BIN)

gboolean
sounder_rounds_pane_has_rounds (McpRecord *record)
{
  guint pair = mcp_record_get_pair (record);

  return mcp_record_get_conversation (record) != 0
         || (pair != 0
             && mcp_journal_get_conversation (mcp_record_get_journal (record), pair) != 0);
}

/* (transfer full) (nullable): the message, when it is not too big to be read here */
static char *
dup_message (McpRecord *record)
{
  g_autoptr (GBytes) bytes = NULL;

  if (mcp_record_get_size (record) > MAX_READ_BYTES)
    return NULL;

  bytes = mcp_record_dup_bytes (record, NULL);

  return bytes != NULL ? g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes)) : NULL;
}

static char *
dup_member (const char *message,
            const char *path,
            const char *key)
{
  McpSpan object;
  McpSpan value;

  if (message == NULL || !mcp_json_validate (message, -1, NULL)
      || !mcp_json_lookup (message, strlen (message), path, &object)
      || !mcp_json_edit_find (message + object.offset, object.length, key, &value))
    return NULL;

  return g_strndup (message + object.offset + value.offset, value.length);
}

/* "who: elicitation/create · where: roots/list", or the keys of the answers. */
static char *
dup_entries (const char *object)
{
  g_autoptr (GString) out = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (object == NULL || mcp_json_get_type (object, strlen (object)) != MCP_JSON_OBJECT
      || !mcp_json_iter_init (&iter, object, strlen (object)))
    return NULL;

  while (out->len < MAX_STATE_BYTES && mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (object + key.offset, key.length);
      g_autofree char *what = mcp_json_lookup_string (object + value.offset, value.length, "method");
      g_autofree char *visible = NULL;

      if (what == NULL)
        what = mcp_json_lookup_string (object + value.offset, value.length, "action");
      name = name != NULL ? name : g_strdup ("?");
      visible = mcp_format_label (name, FALSE);
      if (out->len > 0)
        g_string_append (out, " · ");
      g_string_append (out, visible);
      if (what != NULL)
        {
          g_autofree char *visible_what = mcp_format_label (what, FALSE);

          g_string_append_printf (out, ": %s", visible_what);
        }
    }

  return out->len > 0 ? g_string_free (g_steal_pointer (&out), FALSE) : NULL;
}

/* The token as it came, with its quotes. */
static GtkWidget *
new_state_row (const char *state)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *copy = sounder_widgets_new_icon_button ("edit-copy-symbolic", _("Copy"), _("Copy requestState"));
  g_autofree char *start = g_strndup (state, MAX_STATE_BYTES);
  g_autofree char *visible = NULL;
  g_autofree char *shown = NULL;

  if (strlen (state) > MAX_STATE_BYTES)
    {
      const char *end;

      g_utf8_validate (start, -1, &end);
      start[end - start] = '\0';
    }
  visible = mcp_format_label (start, FALSE);
  shown = strlen (state) > MAX_STATE_BYTES ? g_strconcat (visible, "…", NULL)
                                           : g_strdup (visible);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), "requestState");
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), shown);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 4);
  gtk_widget_set_margin_start (row, 36);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (copy), "s", state);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (copy), "session.copy");
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), copy);

  return row;
}

static GtkWidget *
new_message_row (SounderRoundsPane *self,
                 McpRecord         *record,
                 const char        *title,
                 const char        *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  gboolean ours = mcp_record_get_direction (record) == MCP_DIRECTION_OUT;
  GtkWidget *sign = gtk_label_new (ours ? "→" : "←");
  GtkWidget *time = NULL;
  g_autofree char *wall = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);

  time = gtk_label_new (wall);
  gtk_widget_add_css_class (time, "dim-label");
  gtk_widget_add_css_class (time, "caption");
  gtk_widget_add_css_class (time, "numeric");
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 3);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), sign);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), time);
  if (!ours)
    gtk_widget_set_margin_start (row, 18);
  if (mcp_record_get_serial (record) == mcp_record_get_serial (self->record))
    {
      gtk_widget_add_css_class (row, "heading");
    }
  else
    {
      gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
      gtk_actionable_set_action_name (GTK_ACTIONABLE (row), "session.show-record");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (row), "u", mcp_record_get_serial (record));
      gtk_widget_set_tooltip_text (row, _("Show this message"));
    }

  return row;
}

static void
append_message (SounderRoundsPane *self,
                McpRecord         *record,
                guint              round)
{
  gboolean is_request = mcp_record_get_kind (record) == MCP_RECORD_REQUEST;
  const char *object = is_request ? "params" : "result";
  g_autofree char *message = dup_message (record);
  g_autofree char *entries = dup_member (message, object,
                                         is_request ? "inputResponses" : "inputRequests");
  g_autofree char *state = dup_member (message, object, "requestState");
  g_autofree char *listed = dup_entries (entries);
  g_autofree char *summary = mcp_summary_for_record (record);
  g_autofree char *id = mcp_record_dup_id (record);
  g_autofree char *visible_id = mcp_format_label (id != NULL ? id : "", FALSE);
  g_autofree char *method =
    mcp_format_label (mcp_record_get_method (record) != NULL ? mcp_record_get_method (record) : "",
                      FALSE);
  g_autofree char *title = NULL;

  if (is_request)
    /* Translators: a round of a call, its method, its id. */
    title = g_strdup_printf (_("Round %u: %s, id %s"), round, method, visible_id);
  else if (mcp_record_get_kind (record) == MCP_RECORD_ERROR)
    title = g_strdup (_("An error"));
  else if (entries != NULL || state != NULL)
    title = g_strdup (_("The server asks"));
  else
    title = g_strdup (_("The result"));

  gtk_list_box_append (self->list,
                       new_message_row (self, record, title, listed != NULL ? listed : summary));
  if (state != NULL)
    gtk_list_box_append (self->list, new_state_row (state));
}

static void
sounder_rounds_pane_dispose (GObject *object)
{
  SounderRoundsPane *self = SOUNDER_ROUNDS_PANE (object);

  g_clear_object (&self->record);

  G_OBJECT_CLASS (sounder_rounds_pane_parent_class)->dispose (object);
}

static void
sounder_rounds_pane_class_init (SounderRoundsPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_rounds_pane_dispose;
}

static void
sounder_rounds_pane_init (SounderRoundsPane *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *list = sounder_widgets_new_boxed_list (_("Requests and answers of this call"));

  self->list = GTK_LIST_BOX (list);
  gtk_widget_set_valign (list, GTK_ALIGN_START);
  gtk_widget_set_margin_start (list, 12);
  gtk_widget_set_margin_end (list, 12);
  gtk_widget_set_margin_top (list, 6);
  gtk_widget_set_margin_bottom (list, 12);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  adw_bin_set_child (ADW_BIN (self), scrolled);
}

void
sounder_rounds_pane_set_record (SounderRoundsPane *self,
                                McpRecord         *record)
{
  McpJournal *journal;
  g_autoptr (GArray) serials = NULL;
  guint round = 0;

  g_return_if_fail (SOUNDER_IS_ROUNDS_PANE (self));

  g_set_object (&self->record, record);
  sounder_widgets_remove_children (self->list);
  if (record == NULL)
    return;

  journal = mcp_record_get_journal (record);
  serials = mcp_journal_dup_conversation (journal, mcp_record_get_serial (record));
  for (guint i = 0; i < serials->len && i < MAX_ROWS; i++)
    {
      g_autoptr (McpRecord) member =
        mcp_journal_get_record (journal, g_array_index (serials, guint, i));

      if (mcp_record_get_kind (member) == MCP_RECORD_REQUEST)
        round++;
      append_message (self, member, round);
    }
}
