/* sounder-markdown-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-markdown-view"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>

#include "mcp-address-check.h"
#include "mcp-markdown.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-markdown-view.h"
#include "sounder-settings.h"
#include "sounder-text-content.h"
#include "sounder-wheel.h"

/**
 * SounderMarkdownView:
 *
 * Markdown from a server, drawn with labels, a block each. A link opens nothing before the whole
 * address was shown and somebody said yes; nothing is fetched. The source is a click away, and
 * which of the two was looked at last is what the next text is shown as.
 */

#define SETTING         "markdown-source"
#define BLOCKS_AT_ONCE  40
#define INDENT          24
#define CELL_CHARS      40

struct _SounderMarkdownView
{
  AdwBin                parent_instance;

  const SounderContent *content;
  SounderSourceFunc     make_source;
  GPtrArray            *blocks;      /* (nullable): it could not be read */
  guint                 n_built;
  guint                 build_id;

  GtkStack             *stack;
  GtkBox               *rendered;
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

static gboolean
activate_link_cb (GtkLabel            *label,
                  const char          *uri,
                  SounderMarkdownView *self)
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
      return TRUE;
    }

  opening = g_new0 (Opening, 1);
  opening->window = GTK_IS_WINDOW (root) ? g_object_ref (GTK_WINDOW (root)) : NULL;
  opening->uri = g_strdup (uri);
  body = *told != '\0' ? g_strdup_printf ("%s\n\n%s", opened, told) : g_strdup (opened);
  sounder_compat_confirm (opening->window, _("Open This Address?"), body, _("_Open"), FALSE,
                          answered_cb, opening);

  return TRUE;
}

static GtkWidget *
new_label (SounderMarkdownView *self,
           const char          *markup)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  g_signal_connect (label, "activate-link", G_CALLBACK (activate_link_cb), self);

  return label;
}

static GtkWidget *
new_heading (SounderMarkdownView    *self,
             const McpMarkdownBlock *block)
{
  static const char * const classes[] = { "title-2", "title-3", "title-4", "heading" };
  GtkWidget *label = new_label (self, block->markup);

  gtk_widget_add_css_class (label, classes[MIN (block->level, G_N_ELEMENTS (classes)) - 1]);
  gtk_widget_set_margin_top (label, self->n_built > 0 ? 6 : 0);

  return label;
}

static GtkWidget *
new_code (const McpMarkdownBlock *block)
{
  static const char * const aliases[][2] = {
    { "javascript", "js" }, { "ts", "typescript" }, { "py", "python" }, { "bash", "sh" },
    { "shell", "sh" }, { "c++", "cpp" }, { "yml", "yaml" }, { "rs", "rust" },
  };
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  g_autofree char *name = block->language != NULL ? g_ascii_strdown (block->language, -1) : NULL;
  g_autofree char *code = mcp_format_visible (block->code, -1, TRUE);
  const char *id = name;

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    {
      if (g_strcmp0 (name, aliases[i][0]) == 0)
        id = aliases[i][1];
    }

  /* Its last line ends, too. */
  return sounder_text_content_new_source (
    g_strchomp (code), id != NULL ? gtk_source_language_manager_get_language (manager, id) : NULL);
}

/* As wide as its text up to a limit, for a scrolled window asks for the height of the least width. */
static GtkWidget *
new_cell (SounderMarkdownView *self,
          const char          *markup)
{
  GtkWidget *cell = new_label (self, markup);
  glong n_chars = g_utf8_strlen (gtk_label_get_text (GTK_LABEL (cell)), -1);

  gtk_label_set_width_chars (GTK_LABEL (cell), (int) MIN (n_chars, CELL_CHARS));
  gtk_label_set_max_width_chars (GTK_LABEL (cell), CELL_CHARS);
  gtk_widget_add_css_class (cell, "markdown-cell");

  return cell;
}

static GtkWidget *
new_table (SounderMarkdownView    *self,
           const McpMarkdownBlock *block)
{
  GtkWidget *grid = gtk_grid_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  for (guint i = 0; i < block->rows->len; i++)
    {
      GPtrArray *row = block->rows->pdata[i];

      for (guint j = 0; j < row->len; j++)
        {
          GtkWidget *cell = new_cell (self, row->pdata[j]);

          if (i == 0)
            gtk_widget_add_css_class (cell, "heading");
          gtk_grid_attach (GTK_GRID (grid), cell, (int) j, (int) i, 1, 1);
        }
    }

  gtk_widget_add_css_class (grid, "markdown-table");
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  gtk_widget_set_valign (grid, GTK_ALIGN_START);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), grid);
  /* GTK would turn the wheel sideways over it. */
  sounder_wheel_leave_to_page (scrolled);

  return scrolled;
}

static GtkWidget *
new_plain_block (SounderMarkdownView    *self,
                 const McpMarkdownBlock *block)
{
  switch (block->kind)
    {
    case MCP_MARKDOWN_HEADING:
      return new_heading (self, block);
    case MCP_MARKDOWN_CODE:
      return new_code (block);
    case MCP_MARKDOWN_TABLE:
      return new_table (self, block);
    case MCP_MARKDOWN_RULE:
      return gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
    case MCP_MARKDOWN_PARAGRAPH:
    default:
      return new_label (self, block->markup);
    }
}

/* With what stands before it: the marker of its item, the bar of a quote. */
static GtkWidget *
new_block (SounderMarkdownView    *self,
           const McpMarkdownBlock *block)
{
  GtkWidget *plain = new_plain_block (self, block);
  GtkWidget *line;
  guint depth = MIN (block->list_depth, 8);

  gtk_widget_set_hexpand (plain, TRUE);
  if (depth == 0 && block->quote_depth == 0)
    return plain;

  line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  gtk_widget_set_margin_start (line, (int) (depth > 0 ? (depth - 1) * INDENT : 0));
  for (guint i = 0; i < MIN (block->quote_depth, 8); i++)
    {
      GtkWidget *bar = gtk_separator_new (GTK_ORIENTATION_VERTICAL);

      gtk_widget_add_css_class (bar, "markdown-quote");
      gtk_box_append (GTK_BOX (line), bar);
    }
  if (depth > 0)
    {
      GtkWidget *marker = gtk_label_new (block->marker);

      gtk_label_set_xalign (GTK_LABEL (marker), 1);
      gtk_widget_set_valign (marker, GTK_ALIGN_START);
      gtk_widget_set_size_request (marker, INDENT - 6, -1);
      gtk_widget_add_css_class (marker, "dim-label");
      gtk_box_append (GTK_BOX (line), marker);
    }
  gtk_box_append (GTK_BOX (line), plain);

  return line;
}

static gboolean
build_cb (gpointer user_data)
{
  SounderMarkdownView *self = user_data;

  for (guint i = 0; i < BLOCKS_AT_ONCE && self->n_built < self->blocks->len; i++, self->n_built++)
    gtk_box_append (self->rendered, new_block (self, self->blocks->pdata[self->n_built]));

  if (self->n_built < self->blocks->len)
    return G_SOURCE_CONTINUE;

  self->build_id = 0;
  return G_SOURCE_REMOVE;
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
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->rendered));
  if (self->n_built == 0 && self->build_id == 0 && build_cb (self) == G_SOURCE_CONTINUE)
    self->build_id = g_idle_add (build_cb, self);
}

static void
toggled_cb (SounderMarkdownView *self)
{
  gboolean is_source = gtk_toggle_button_get_active (self->source_button);

  if (is_source)
    show_source (self);
  else
    show_rendered (self);
  sounder_settings_set_boolean (SETTING, is_source);
}

static GtkWidget *
new_head (SounderMarkdownView *self)
{
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *label = gtk_label_new (self->blocks != NULL
                                      ? _("Markdown")
                                      : _("Markdown, too large to be drawn: this is its source"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "caption");
  gtk_box_append (GTK_BOX (line), label);

  self->source_button = GTK_TOGGLE_BUTTON (gtk_toggle_button_new_with_label (C_("Markdown", "Source")));
  gtk_widget_add_css_class (GTK_WIDGET (self->source_button), "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self->source_button), "caption");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->source_button), _("Show the text as it came"));
  gtk_widget_set_visible (GTK_WIDGET (self->source_button), self->blocks != NULL);
  gtk_box_append (GTK_BOX (line), GTK_WIDGET (self->source_button));

  return line;
}

static void
sounder_markdown_view_dispose (GObject *object)
{
  SounderMarkdownView *self = SOUNDER_MARKDOWN_VIEW (object);

  g_clear_handle_id (&self->build_id, g_source_remove);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_markdown_view_parent_class)->dispose (object);
}

static void
sounder_markdown_view_class_init (SounderMarkdownViewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_markdown_view_dispose;
}

static void
sounder_markdown_view_init (SounderMarkdownView *self)
{
}

/**
 * sounder_markdown_view_is_for:
 * @content: content that is text
 *
 * Gets whether a text says that it is Markdown, or says nothing and looks like it.
 *
 * Returns: whether it is
 */
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
 *
 * Returns: (transfer floating): a new view
 */
GtkWidget *
sounder_markdown_view_new (const SounderContent *content,
                           SounderSourceFunc     source)
{
  SounderMarkdownView *self = g_object_new (SOUNDER_TYPE_MARKDOWN_VIEW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  gboolean is_source;

  self->content = content;
  self->make_source = source;
  self->blocks = mcp_markdown_parse (content->text);
  is_source = self->blocks == NULL || sounder_settings_get_boolean (SETTING, FALSE);

  gtk_box_append (GTK_BOX (box), new_head (self));
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  self->rendered = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 8));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->rendered), "rendered");
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
