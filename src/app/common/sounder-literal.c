/* sounder-literal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-summary.h"
#include "sounder-literal.h"

/*
 * Where a word is wider than its line, Pango breaks it and puts a hyphen there, which is then read
 * as part of a command, a path or a name. Nothing here is hyphenated, and words of prose fit: so
 * that none can be forgotten, all labels, those inside of libadwaita's rows too, and all text views.
 */

#define TAG_NAME "sounder-literal"

static gboolean
has_hyphens_set (PangoAttribute *attribute,
                 gpointer        user_data)
{
  gboolean *found = user_data;

  *found = *found || attribute->klass->type == PANGO_ATTR_INSERT_HYPHENS;

  return FALSE;
}

static void
update (GtkLabel *label)
{
  PangoAttrList *given = gtk_label_get_attributes (label);
  g_autoptr (PangoAttrList) attributes = given != NULL ? pango_attr_list_copy (given)
                                                       : pango_attr_list_new ();
  gboolean found = FALSE;

  /* Nothing is taken out, so that there is no list of what was. */
  pango_attr_list_filter (attributes, has_hyphens_set, &found);
  if (found)
    return;

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (label, attributes);
}

static void
make_literal (GtkTextBuffer     *buffer,
              const GtkTextIter *start,
              const GtkTextIter *end)
{
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (buffer);

  if (gtk_text_tag_table_lookup (tags, TAG_NAME) == NULL)
    gtk_text_buffer_create_tag (buffer, TAG_NAME, "insert-hyphens", FALSE, NULL);
  gtk_text_buffer_apply_tag_by_name (buffer, TAG_NAME, start, end);
}

static void
inserted_cb (GtkTextBuffer *buffer,
             GtkTextIter   *end,
             const char    *text,
             int            n_bytes,
             gpointer       user_data)
{
  GtkTextIter start = *end;

  gtk_text_iter_backward_chars (&start, (int) g_utf8_strlen (text, n_bytes));
  make_literal (buffer, &start, end);
}

/* A text view has no attributes of its own, its text has. */
static void
buffer_changed_cb (GtkTextView *view)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (view);
  GtkTextIter start, end;

  if (g_signal_handler_find (buffer, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, inserted_cb, NULL) != 0)
    return;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  make_literal (buffer, &start, &end);
  g_signal_connect_after (buffer, "insert-text", G_CALLBACK (inserted_cb), NULL);
}

static void
update_view (GtkTextView *view)
{
  if (g_signal_handler_find (view, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, buffer_changed_cb, NULL) == 0)
    g_signal_connect (view, "notify::buffer", G_CALLBACK (buffer_changed_cb), NULL);
  buffer_changed_cb (view);
}

static gboolean
realized_cb (GSignalInvocationHint *hint,
             guint                  n_values,
             const GValue          *values,
             gpointer               user_data)
{
  GObject *widget = g_value_get_object (&values[0]);

  if (GTK_IS_LABEL (widget))
    update (GTK_LABEL (widget));
  else if (GTK_IS_TEXT_VIEW (widget))
    update_view (GTK_TEXT_VIEW (widget));

  return TRUE;
}

/* From now on no label or text view that is shown gets hyphens that are not in its text. */
void
sounder_literal_install (void)
{
  static gsize installed = 0;

  if (!g_once_init_enter (&installed))
    return;

  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("realize", GTK_TYPE_WIDGET), 0, realized_cb, NULL,
                              NULL);
  g_once_init_leave (&installed, 1);
}

static gboolean
query_tooltip_cb (GtkWidget  *widget,
                  int         x,
                  int         y,
                  gboolean    keyboard_mode,
                  GtkTooltip *tooltip,
                  GtkWidget  *cut)
{
  const char *whole = g_object_get_data (G_OBJECT (widget), "sounder-whole");

  if (whole == NULL || *whole == '\0'
      || (GTK_IS_LABEL (cut) && !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (cut)))))
    return FALSE;

  gtk_tooltip_set_text (tooltip, whole);

  return TRUE;
}

/**
 * sounder_literal_show_whole:
 * @widget: what the pointer is over
 * @label: (nullable): in it, with the text or the beginning of it
 * @whole: (nullable): the text
 *
 * Gives a widget a tooltip that is only there while the label is cut: else it would repeat what can
 * be read. May be called again with another text. Also without a label it is what rows of long lists
 * want: for each gtk_widget_set_tooltip_text() GTK asks the X server where the pointer is.
 */
void
sounder_literal_show_whole (GtkWidget  *widget,
                            GtkLabel   *label,
                            const char *whole)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (label == NULL || GTK_IS_LABEL (label));

  g_object_set_data_full (G_OBJECT (widget), "sounder-whole", g_strdup (whole), g_free);
  g_signal_handlers_disconnect_matched (widget, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, query_tooltip_cb, NULL);
  g_signal_connect_object (widget, "query-tooltip", G_CALLBACK (query_tooltip_cb),
                           label != NULL ? GTK_WIDGET (label) : widget, 0);
  gtk_widget_set_has_tooltip (widget, TRUE);
}

/**
 * sounder_literal_show:
 * @label: a label
 * @text: (nullable): what somebody else wrote
 *
 * Shows a text with what is invisible in it made visible, and hides the label where there is none.
 */
void
sounder_literal_show (GtkLabel   *label,
                      const char *text)
{
  g_autofree char *visible = mcp_format_label (text != NULL ? text : "", TRUE);

  g_return_if_fail (GTK_IS_LABEL (label));

  gtk_label_set_text (label, visible);
  gtk_widget_set_visible (GTK_WIDGET (label), *visible != '\0');
}
