/* sounder-console-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-message.h"
#include "mcp-process.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-console-row.h"

/**
 * SounderConsoleRow:
 *
 * A line of the console: time, where it came from, its level, the text. All rows
 * have the same height, so that a list of a hundred thousand scrolls at once;
 * a longer text is cut off here and whole below the list.
 */

/* More does not fit into a row. */
#define HEAD_BYTES 2048

struct _SounderConsoleRow
{
  GtkWidget  parent_instance;

  McpRecord *record;

  GtkWidget *time;
  GtkWidget *source;
  GtkWidget *level;
  GtkWidget *text;
};

G_DEFINE_FINAL_TYPE (SounderConsoleRow, sounder_console_row, GTK_TYPE_WIDGET)

static GtkWidget *
add_label (SounderConsoleRow *self,
           const char        *css_class,
           int                width_chars)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_single_line_mode (GTK_LABEL (label), TRUE);
  if (width_chars > 0)
    gtk_label_set_width_chars (GTK_LABEL (label), width_chars);
  gtk_widget_add_css_class (label, css_class);
  gtk_widget_set_parent (label, GTK_WIDGET (self));

  return label;
}

static const char *
level_css_class (const char *level)
{
  static const char *const errors[] = { "error", "critical", "alert", "emergency", NULL };

  if (level == NULL)
    return NULL;
  if (g_strv_contains (errors, level))
    return "state-failed";

  return g_str_equal (level, "warning") ? "state-slow" : NULL;
}

static void
sounder_console_row_dispose (GObject *object)
{
  SounderConsoleRow *self = SOUNDER_CONSOLE_ROW (object);
  GtkWidget *child;

  g_clear_object (&self->record);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);

  G_OBJECT_CLASS (sounder_console_row_parent_class)->dispose (object);
}

static void
sounder_console_row_class_init (SounderConsoleRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_console_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "consolerow");
}

static void
sounder_console_row_init (SounderConsoleRow *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 12);
  self->time = add_label (self, "dim-label", 12);
  self->source = add_label (self, "console-source", 7);
  self->level = add_label (self, "console-level", 9);
  self->text = add_label (self, "mono", 0);
  gtk_widget_add_css_class (self->time, "numeric");
  gtk_widget_set_hexpand (self->text, TRUE);
}

GtkWidget *
sounder_console_row_new (void)
{
  return g_object_new (SOUNDER_TYPE_CONSOLE_ROW, NULL);
}

/* Names where a line came from. */
static const char *
sounder_console_source (McpRecord *record)
{
  McpChannel channel;

  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_STDERR:
      return "stderr";

    case MCP_RECORD_SPAWN:
    case MCP_RECORD_EXIT:
      return _("process");

    case MCP_RECORD_NOTE:
      return _("session");

    case MCP_RECORD_NOTIFICATION:
      return _("log");

    case MCP_RECORD_INVALID:
    case MCP_RECORD_REQUEST:
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
    case MCP_RECORD_BATCH:
    case MCP_RECORD_NOISE:
    case MCP_RECORD_OVERSIZED:
    case MCP_RECORD_PENDING:
    default:
      channel = mcp_record_get_channel (record);
      if (channel == MCP_CHANNEL_STDIO || channel == MCP_CHANNEL_NOISE)
        return "stdout";
      return mcp_channel_get_nick (channel);
    }
}

/* notifications/message: its data, a string as text, anything else as it is written. */
static char *
dup_log_text (const char  *text,
              gsize        length,
              char       **level)
{
  McpSpan data;
  g_autofree char *logger = NULL;
  g_autofree char *body = NULL;

  if (!mcp_json_validate (text, length, NULL))
    return NULL;

  if (level != NULL)
    *level = mcp_json_lookup_string (text, length, "params.level");
  logger = mcp_json_lookup_string (text, length, "params.logger");
  if (!mcp_json_lookup (text, length, "params.data", &data))
    return NULL;

  if (mcp_json_get_type (text + data.offset, data.length) == MCP_JSON_STRING)
    body = mcp_json_dup_string (text + data.offset, data.length);
  else
    body = g_strndup (text + data.offset, data.length);

  return logger != NULL ? g_strdup_printf ("%s: %s", logger, body) : g_steal_pointer (&body);
}

/**
 * sounder_console_dup_text:
 * @record: a record of the console
 * @max_bytes: how much of it to read
 * @level: (out) (optional) (nullable): the level of a log message
 *
 * Gets what a line says. Not safe to show: see mcp_format_visible().
 *
 * Returns: (transfer full): the text, maybe with newlines
 */
char *
sounder_console_dup_text (McpRecord  *record,
                          gsize       max_bytes,
                          char      **level)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  g_autoptr (GBytes) bytes = NULL;
  const char *text;
  gsize length = 0;
  char *log_text = NULL;

  if (level != NULL)
    *level = NULL;

  if (kind == MCP_RECORD_SPAWN || kind == MCP_RECORD_EXIT || kind == MCP_RECORD_NOTE)
    return mcp_summary_for_record (record);

  /* A log message must be whole to be read; a line need not. */
  bytes = kind == MCP_RECORD_NOTIFICATION ? mcp_record_dup_bytes (record, NULL)
                                          : mcp_record_dup_head (record, max_bytes);
  text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  if (text == NULL)
    return g_strdup ("");

  if (kind == MCP_RECORD_NOTIFICATION)
    log_text = dup_log_text (text, length, level);

  return log_text != NULL ? log_text : g_strndup (text, length);
}

void
sounder_console_row_set_record (SounderConsoleRow *self,
                                McpRecord         *record)
{
  g_autofree char *text = NULL;
  g_autofree char *visible = NULL;
  g_autofree char *time = NULL;
  g_autofree char *level = NULL;
  g_autofree char *spoken = NULL;

  g_return_if_fail (SOUNDER_IS_CONSOLE_ROW (self));

  if (!g_set_object (&self->record, record) || record == NULL)
    return;

  text = sounder_console_dup_text (record, HEAD_BYTES, &level);
  visible = mcp_format_visible (text, MIN (strlen (text), HEAD_BYTES), FALSE);
  time = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);

  gtk_label_set_text (GTK_LABEL (self->time), time);
  gtk_label_set_text (GTK_LABEL (self->source), sounder_console_source (record));
  gtk_label_set_text (GTK_LABEL (self->level), level != NULL ? level : "");
  gtk_label_set_text (GTK_LABEL (self->text), visible);
  spoken = g_strjoin (", ", time, sounder_console_source (record), level != NULL ? level : visible,
                      level != NULL ? visible : NULL, NULL);
  sounder_compat_name_list_item (GTK_WIDGET (self), spoken);
  gtk_widget_remove_css_class (self->level, "state-failed");
  gtk_widget_remove_css_class (self->level, "state-slow");
  if (level_css_class (level) != NULL)
    gtk_widget_add_css_class (self->level, level_css_class (level));
}
