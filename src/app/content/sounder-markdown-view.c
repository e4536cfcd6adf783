/* sounder-markdown-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-markdown.h"
#include "sounder-compat.h"
#include "sounder-markdown-blocks.h"
#include "sounder-markdown-view.h"
#include "sounder-settings.h"
#include "sounder-widgets.h"

/**
 * SounderMarkdownView:
 *
 * Markdown from a server, drawn as SounderMarkdownBlocks. A link opens nothing before the whole
 * address was shown and somebody said yes; nothing is fetched. The source is a click away, and
 * which of the two was looked at last is what the next text is shown as.
 */

#define SETTING "markdown-source"

struct _SounderMarkdownView
{
  AdwBin                parent_instance;

  const SounderContent *content;
  SounderSourceFunc     make_source;

  GtkStack             *stack;
  GtkWidget            *rendered;    /* (nullable): it could not be read */
  GtkWidget            *source;      /* (nullable): nobody asked yet */
  GtkToggleButton      *source_button;
};

G_DEFINE_FINAL_TYPE (SounderMarkdownView, sounder_markdown_view, ADW_TYPE_BIN)

typedef struct
{
  GtkWindow *window;  /* (nullable) */
  char      *uri;
} Opening;

static void
answered_cb (gboolean yes,
             gpointer user_data)
{
  Opening *opening = user_data;

  if (yes)
    sounder_compat_open_uri (opening->window, opening->uri);
  g_clear_object (&opening->window);
  g_free (opening->uri);
  g_free (opening);
}

static void
link_activated_cb (SounderMarkdownView *self,
                   const char          *uri)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  g_autofree char *host = NULL;
  g_autofree char *opened = NULL;
  g_auto (GStrv) warnings = mcp_address_check (uri, &host, &opened);
  g_autofree char *told = g_strjoinv ("\n", warnings);
  g_autofree char *body = NULL;
  Opening *opening;

  /* What is no web address may be a resource of the server. */
  if (opened == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "session.open-resource", "s", uri);
      return;
    }

  opening = g_new0 (Opening, 1);
  opening->window = GTK_IS_WINDOW (root) ? g_object_ref (GTK_WINDOW (root)) : NULL;
  opening->uri = g_strdup (uri);
  body = *told != '\0' ? g_strdup_printf ("%s\n\n%s", opened, told) : g_strdup (opened);
  sounder_compat_confirm (opening->window, _("Open This Address?"), body, _("_Open"), FALSE,
                          answered_cb, opening);
}

static void
show_source (SounderMarkdownView *self)
{
  if (self->source == NULL)
    {
      self->source = self->make_source (self->content);
      gtk_stack_add_named (self->stack, self->source, "source");
    }
  gtk_stack_set_visible_child (self->stack, self->source);
}

static void
show_rendered (SounderMarkdownView *self)
{
  gtk_stack_set_visible_child (self->stack, self->rendered);
  sounder_markdown_blocks_build (SOUNDER_MARKDOWN_BLOCKS (self->rendered), FALSE);
}

static void
toggled_cb (SounderMarkdownView *self)
{
  gboolean is_source = gtk_toggle_button_get_active (self->source_button);

  if (is_source)
    show_source (self);
  else
    show_rendered (self);
  sounder_settings_set (SETTING, "b", is_source);
}

static GtkWidget *
new_head (SounderMarkdownView *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  const char *text =
    self->rendered != NULL ? _("Markdown") : _("Markdown, too large to be drawn: this is its source");
  GtkWidget *label = sounder_widgets_new_paragraph (text, "dim-label caption");

  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (line), label);

  self->source_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (C_("Markdown", "Source")));
  gtk_widget_add_css_class (GTK_WIDGET (self->source_button), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self->source_button), "caption");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source_button), _("Show the text as it came"));
  gtk_widget_set_visible (GTK_WIDGET (self->source_button), self->rendered != NULL);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->source_button));

  return line;
}

static void
sounder_markdown_view_class_init (SounderMarkdownViewClass *klass)
{
}

static void
sounder_markdown_view_init (SounderMarkdownView *self)
{
}

gboolean
sounder_markdown_view_is_for (const SounderContent *content)
{
  if (content->mime_type != NULL)
    return g_ascii_strncasecmp (content->mime_type, "text/markdown", 13) == 0
           || g_ascii_strncasecmp (content->mime_type, "text/x-markdown", 15) == 0;

  return !content->is_svg && mcp_markdown_is_likely (content->text);
}

/**
 * sounder_markdown_view_new:
 * @content: content that is Markdown; must stay
 * @source: makes what shows the text as it came
 *
 * Creates a view.
 */
GtkWidget *
sounder_markdown_view_new (const SounderContent *content,
                           SounderSourceFunc     source)
{
  SounderMarkdownView *self = g_object_new (SOUNDER_TYPE_MARKDOWN_VIEW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  g_autoptr (GPtrArray) blocks = mcp_markdown_parse (content->text);
  gboolean is_source = blocks == NULL || sounder_settings_get_boolean (SETTING, FALSE);

  self->content = content;
  self->make_source = source;
  if (blocks != NULL)
    self->rendered = sounder_markdown_blocks_new (blocks, NULL);

  gtk_box_append (GTK_BOX (box), new_head (self));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  if (self->rendered != NULL)
    {
      g_signal_connect_object (self->rendered, "link-activated", G_CALLBACK (link_activated_cb), self,
                               G_CONNECT_SWAPPED);
      gtk_stack_add_named (self->stack, self->rendered, "rendered");
    }
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  adw_bin_set_child (ADW_BIN (self), box);

  gtk_toggle_button_set_active (self->source_button, is_source);
  if (is_source)
    show_source (self);
  else
    show_rendered (self);
  g_signal_connect_swapped (self->source_button, "toggled", G_CALLBACK (toggled_cb), self);

  return GTK_WIDGET (self);
}
