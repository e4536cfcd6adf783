/* sounder-compare-button.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-compare-button.h"
#include "sounder-difference-window.h"
#include "sounder-invocation-row.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

struct _SounderCompareButton
{
  AdwBin         parent_instance;

  GListModel    *calls;  /* (nullable) */
  McpCall       *call;   /* (nullable) */

  GtkMenuButton *button;
  GtkListBox    *rows;
};

G_DEFINE_FINAL_TYPE (SounderCompareButton, sounder_compare_button, ADW_TYPE_BIN)

static McpInvocation *
dup_shown (SounderCompareButton *self)
{
  guint n_calls = self->calls != NULL ? g_list_model_get_n_items (self->calls) : 0;

  for (guint i = 0; i < n_calls; i++)
    {
      g_autoptr (McpInvocation) invocation = g_list_model_get_item (self->calls, i);

      if (mcp_invocation_get_call (invocation) == self->call)
        return g_steal_pointer (&invocation);
    }

  return NULL;
}

/* Is told that the call that is shown may have its answer by now. */
void
sounder_compare_button_update (SounderCompareButton *self)
{
  g_autoptr (McpInvocation) shown = dup_shown (self);

  gtk_widget_set_visible (GTK_WIDGET (self), shown != NULL
                                               && mcp_invocation_get_answer (shown) != NULL
                                               && g_list_model_get_n_items (self->calls) > 1);
}

static gboolean
has_same_arguments (McpInvocation *a,
                    McpInvocation *b)
{
  const char *a_text = mcp_invocation_get_arguments (a);
  const char *b_text = mcp_invocation_get_arguments (b);

  return a_text != NULL && b_text != NULL
         && mcp_json_equal (a_text, (McpSpan) { 0, strlen (a_text) }, b_text,
                            (McpSpan) { 0, strlen (b_text) });
}

static void
add_row (SounderCompareButton *self,
         McpInvocation    *shown,
         McpInvocation    *other)
{
  GtkWidget *row = sounder_invocation_row_new (other);

  if (has_same_arguments (shown, other))
    {
      GtkWidget *tag = gtk_label_new (_("same arguments"));

      gtk_widget_add_css_class (tag, "tag");
      sounder_invocation_row_append (row, tag);
    }
  gtk_list_box_append (self->rows, row);
}

static void
fill_cb (GtkMenuButton *button,
         gpointer       user_data)
{
  SounderCompareButton *self = user_data;
  g_autoptr (McpInvocation) shown = dup_shown (self);

  sounder_widgets_remove_children (self->rows);
  for (guint i = 0; shown != NULL && i < g_list_model_get_n_items (self->calls); i++)
    {
      g_autoptr (McpInvocation) other = g_list_model_get_item (self->calls, i);

      if (other != shown && mcp_invocation_get_answer (other) != NULL)
        add_row (self, shown, other);
    }
}

/* The earlier one before, whichever of them is shown. */
static void
row_activated_cb (SounderCompareButton *self,
                  GtkListBoxRow        *row)
{
  g_autoptr (McpInvocation) shown = dup_shown (self);
  McpInvocation *sides[] = { sounder_invocation_row_get_invocation (GTK_WIDGET (row)), shown };
  g_autofree char *name = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  SounderDifferenceView *view;

  gtk_menu_button_popdown (self->button);
  if (shown == NULL)
    return;

  if (mcp_invocation_get_wall_usec (sides[0]) > mcp_invocation_get_wall_usec (sides[1]))
    {
      sides[1] = sides[0];
      sides[0] = shown;
    }
  name = mcp_format_label (mcp_invocation_get_name (shown), FALSE);
  before = mcp_invocation_dup_caption (sides[0]);
  after = mcp_invocation_dup_caption (sides[1]);
  view = sounder_difference_window_open (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
                                         _("Compare Results"), name);
  sounder_difference_view_set_names (view, before, after);
  sounder_difference_view_set_texts (view, mcp_invocation_get_answer (sides[0]),
                                     mcp_invocation_get_answer (sides[1]), NULL);
}

static void
sounder_compare_button_dispose (GObject *object)
{
  SounderCompareButton *self = SOUNDER_COMPARE_BUTTON (object);

  sounder_compare_button_set_calls (self, NULL);
  sounder_compare_button_set_call (self, NULL);

  G_OBJECT_CLASS (sounder_compare_button_parent_class)->dispose (object);
}

static void
sounder_compare_button_class_init (SounderCompareButtonClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_compare_button_dispose;

  sounder_template_set (widget_class, "sounder-compare-button.ui");
  sounder_template_bind (widget_class, SounderCompareButton, button, rows);
  sounder_template_connect (widget_class, row_activated_cb);
}

static void
sounder_compare_button_init (SounderCompareButton *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (self->button, fill_cb, self, NULL);
}

void
sounder_compare_button_set_calls (SounderCompareButton *self,
                                  GListModel           *calls)
{
  g_return_if_fail (SOUNDER_IS_COMPARE_BUTTON (self));

  if (self->calls == calls)
    return;

  if (self->calls != NULL)
    g_signal_handlers_disconnect_by_func (self->calls, sounder_compare_button_update, self);
  g_set_object (&self->calls, calls);
  if (calls != NULL)
    g_signal_connect_object (calls, "items-changed", G_CALLBACK (sounder_compare_button_update),
                             self, G_CONNECT_SWAPPED);
  sounder_compare_button_update (self);
}

void
sounder_compare_button_set_call (SounderCompareButton *self,
                                 McpCall              *call)
{
  g_return_if_fail (SOUNDER_IS_COMPARE_BUTTON (self));

  g_set_object (&self->call, call);
  sounder_compare_button_update (self);
}
