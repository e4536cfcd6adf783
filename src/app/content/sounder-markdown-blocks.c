/* sounder-markdown-blocks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gtksourceview/gtksource.h>
#include <string.h>

#include "mcp-markdown.h"
#include "mcp-summary.h"
#include "sounder-markdown-blocks-private.h"
#include "sounder-read-text.h"
#include "sounder-text-content.h"
#include "sounder-wheel.h"
#include "sounder-widgets.h"

/**
 * SounderMarkdownBlocks:
 *
 * Markdown drawn with labels and views of source, a block each. It opens no link and fetches nothing:
 * that is for whoever shows it.
 */

#define BLOCKS_AT_ONCE  40
#define INDENT          24

/* A table of a few columns is made to fit; one of more scrolls sideways. */
#define FITTING_COLUMNS 4
#define TABLE_CHARS     120
#define LEAST_CHARS     6
#define CELL_CHARS      40

struct _SounderMarkdownBlocks
{
  GtkBox                  parent_instance;

  GPtrArray              *blocks;
  GPtrArray              *places;    /* of labels and text views: children of ours */
  GPtrArray              *headings;  /* of labels */
  SounderMarkdownPicture  find_picture;
  guint                   n_built;
  guint                   build_id;
};

G_DEFINE_FINAL_TYPE (SounderMarkdownBlocks, sounder_markdown_blocks, GTK_TYPE_BOX)

enum {
  LINK_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
activate_link_cb (GtkLabel              *label,
                  const char            *uri,
                  SounderMarkdownBlocks *self)
{
  g_signal_emit (self, signals[LINK_ACTIVATED], 0, uri);

  return TRUE;
}

static GtkWidget *
new_label (SounderMarkdownBlocks *self,
           const char          *markup)
{
  GtkWidget *label = sounder_widgets_new_paragraph (NULL, NULL);

  gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_widget_set_hexpand (label, TRUE);
  sounder_read_text_set_menu (label, NULL);
  g_signal_connect (label, "activate-link", G_CALLBACK (activate_link_cb), self);
  g_ptr_array_add (self->places, label);
  /* A page of ours is read, and Tab goes to what can be done there. */
  if (self->find_picture != NULL && strstr (markup, "<a ") == NULL)
    gtk_widget_set_can_focus (label, FALSE);

  return label;
}

static GtkWidget *
new_heading (SounderMarkdownBlocks    *self,
             const McpMarkdownBlock *block)
{
  static const char * const classes[] = { "title-2", "title-3", "title-4", "heading" };
  GtkWidget *label = new_label (self, block->markup);

  gtk_widget_add_css_class (label, classes[MIN (block->level, G_N_ELEMENTS (classes)) - 1]);
  gtk_widget_set_margin_top (label, self->n_built > 0 ? 6 : 0);
  g_ptr_array_add (self->headings, label);

  return label;
}

static GtkWidget *
new_code (SounderMarkdownBlocks  *self,
          const McpMarkdownBlock *block)
{
  static const char * const aliases[][2] = {
    { "javascript", "js" }, { "ts", "typescript" }, { "py", "python" }, { "bash", "sh" },
    { "shell", "sh" }, { "c++", "cpp" }, { "yml", "yaml" }, { "rs", "rust" },
  };
  GtkSourceLanguageManager *manager = gtk_source_language_manager_get_default ();
  g_autofree char *name = block->language != NULL ? g_ascii_strdown (block->language, -1) : NULL;
  g_autofree char *code = sounder_markdown_blocks_dup_code (block->code);
  const char *id = name;
  GtkWidget *view;

  for (guint i = 0; i < G_N_ELEMENTS (aliases); i++)
    {
      if (g_strcmp0 (name, aliases[i][0]) == 0)
        id = aliases[i][1];
    }

  view = sounder_text_content_new_source (
    code, id != NULL ? gtk_source_language_manager_get_language (manager, id) : NULL);
  g_ptr_array_add (self->places, view);

  return view;
}

/* As wide as there is room, and with the words for who does not see it. */
static GtkWidget *
new_picture (GdkPaintable           *paintable,
             const McpMarkdownBlock *block)
{
  g_autofree char *words = mcp_markdown_dup_plain (block->markup);
  GtkWidget *picture = gtk_picture_new_for_paintable (paintable);

  gtk_picture_set_alternative_text (GTK_PICTURE (picture), words);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_widget_add_css_class (picture, "card");
  gtk_widget_set_overflow (picture, GTK_OVERFLOW_HIDDEN);

  return picture;
}

static GtkWidget *
new_paragraph (SounderMarkdownBlocks  *self,
               const McpMarkdownBlock *block)
{
  g_autoptr (GdkPaintable) paintable = NULL;

  if (block->picture != NULL && self->find_picture != NULL)
    paintable = self->find_picture (block->picture);

  return paintable != NULL ? new_picture (paintable, block) : new_label (self, block->markup);
}

static GtkWidget *
new_cell (SounderMarkdownBlocks *self,
          const char            *markup,
          guint                  n_columns)
{
  GtkWidget *cell = new_label (self, markup);
  glong n_chars = g_utf8_strlen (gtk_label_get_text (GTK_LABEL (cell)), -1);
  glong most = n_columns <= FITTING_COLUMNS ? TABLE_CHARS / n_columns : CELL_CHARS;

  /* In a wide table as wide as its text up to a limit, for a scrolled window asks for the height of
   * the least width. */
  gtk_label_set_width_chars (GTK_LABEL (cell),
                             (int) MIN (n_chars, n_columns <= FITTING_COLUMNS ? LEAST_CHARS : most));
  gtk_label_set_max_width_chars (GTK_LABEL (cell), (int) most);
  gtk_widget_add_css_class (cell, "markdown-cell");

  return cell;
}

static gboolean
is_empty_row (GPtrArray *row)
{
  for (guint i = 0; i < row->len; i++)
    {
      if (*(const char *) row->pdata[i] != '\0')
        return FALSE;
    }

  return TRUE;
}

static GtkWidget *
scroll_sideways (GtkWidget *grid)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_AUTOMATIC,
                                  GTK_POLICY_NEVER);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), grid);
  /* GTK would turn the wheel sideways over it. */
  sounder_wheel_leave_to_page (scrolled);

  return scrolled;
}

static GtkWidget *
new_table (SounderMarkdownBlocks    *self,
           const McpMarkdownBlock *block)
{
  GtkWidget *grid = gtk_grid_new ();
  guint n_columns = MAX (((GPtrArray *) block->rows->pdata[0])->len, 1);

  /* A table without a head has one that is empty, as Markdown has it. */
  for (guint i = is_empty_row (block->rows->pdata[0]) ? 1 : 0; i < block->rows->len; i++)
    {
      GPtrArray *row = block->rows->pdata[i];

      for (guint j = 0; j < row->len; j++)
        {
          GtkWidget *cell = new_cell (self, row->pdata[j], n_columns);

          if (i == 0)
            gtk_widget_add_css_class (cell, "heading");
          gtk_grid_attach (GTK_GRID (grid), cell, (int) j, (int) i, 1, 1);
        }
    }

  gtk_widget_add_css_class (grid, "markdown-table");
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  gtk_widget_set_valign (grid, GTK_ALIGN_START);

  return n_columns <= FITTING_COLUMNS ? grid : scroll_sideways (grid);
}

static GtkWidget *
new_plain_block (SounderMarkdownBlocks    *self,
                 const McpMarkdownBlock *block)
{
  switch (block->kind)
    {
    case MCP_MARKDOWN_HEADING:
      return new_heading (self, block);
    case MCP_MARKDOWN_CODE:
      return new_code (self, block);
    case MCP_MARKDOWN_TABLE:
      return new_table (self, block);
    case MCP_MARKDOWN_RULE:
      return gtk_separator_new (GTK_ORIENTATION_HORIZONTAL);
    case MCP_MARKDOWN_PARAGRAPH:
    default:
      return new_paragraph (self, block);
    }
}

/* With what stands before it: the marker of its item, the bar of a quote. A grid, because a box asks
 * a label how wide it is for each height, which takes long. */
static GtkWidget *
new_block (SounderMarkdownBlocks    *self,
           const McpMarkdownBlock *block)
{
  GtkWidget *plain = new_plain_block (self, block);
  GtkWidget *line;
  guint depth = MIN (block->list_depth, 8);
  int column = 0;

  gtk_widget_set_hexpand (plain, TRUE);
  if (depth == 0 && block->quote_depth == 0)
    return plain;

  line = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (line), 6);
  gtk_widget_set_margin_start (line, (int) (depth > 0 ? (depth - 1) * INDENT : 0));
  for (; column < (int) MIN (block->quote_depth, 8); column++)
    {
      GtkWidget *bar = gtk_separator_new (GTK_ORIENTATION_VERTICAL);

      gtk_widget_add_css_class (bar, "markdown-quote");
      gtk_grid_attach (GTK_GRID (line), bar, column, 0, 1, 1);
    }
  if (depth > 0)
    {
      GtkWidget *marker = gtk_label_new (block->marker);

      gtk_label_set_xalign (GTK_LABEL (marker), 1);
      gtk_widget_set_valign (marker, GTK_ALIGN_START);
      gtk_widget_set_size_request (marker, INDENT - 6, -1);
      gtk_widget_add_css_class (marker, "dim-label");
      gtk_grid_attach (GTK_GRID (line), marker, column++, 0, 1, 1);
    }
  gtk_grid_attach (GTK_GRID (line), plain, column, 0, 1, 1);

  return line;
}

static gboolean
build_cb (gpointer user_data)
{
  SounderMarkdownBlocks *self = user_data;

  for (guint i = 0; i < BLOCKS_AT_ONCE && self->n_built < self->blocks->len; i++, self->n_built++)
    gtk_box_append (GTK_BOX (self), new_block (self, self->blocks->pdata[self->n_built]));

  if (self->n_built < self->blocks->len)
    return G_SOURCE_CONTINUE;

  self->build_id = 0;
  return G_SOURCE_REMOVE;
}

static void
sounder_markdown_blocks_dispose (GObject *object)
{
  SounderMarkdownBlocks *self = SOUNDER_MARKDOWN_BLOCKS (object);

  g_clear_handle_id (&self->build_id, g_source_remove);
  g_clear_pointer (&self->blocks, g_ptr_array_unref);
  g_ptr_array_set_size (self->places, 0);
  g_ptr_array_set_size (self->headings, 0);

  G_OBJECT_CLASS (sounder_markdown_blocks_parent_class)->dispose (object);
}

static void
sounder_markdown_blocks_finalize (GObject *object)
{
  SounderMarkdownBlocks *self = SOUNDER_MARKDOWN_BLOCKS (object);

  g_ptr_array_unref (self->places);
  g_ptr_array_unref (self->headings);

  G_OBJECT_CLASS (sounder_markdown_blocks_parent_class)->finalize (object);
}

static void
sounder_markdown_blocks_class_init (SounderMarkdownBlocksClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sounder_markdown_blocks_dispose;
  object_class->finalize = sounder_markdown_blocks_finalize;

  /**
   * SounderMarkdownBlocks::link-activated:
   * @self: the blocks
   * @address: where the link leads, as it was written
   *
   * Somebody follows a link.
   */
  signals[LINK_ACTIVATED] = g_signal_new ("link-activated", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                          G_TYPE_STRING);
}

static void
sounder_markdown_blocks_init (SounderMarkdownBlocks *self)
{
  self->places = g_ptr_array_new ();
  self->headings = g_ptr_array_new ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 8);
}

/**
 * sounder_markdown_blocks_new:
 * @blocks: (element-type McpMarkdownBlock): what mcp_markdown_parse() read
 * @find_picture: (nullable): of a text of ours: finds pictures that come with it
 *
 * Creates a widget that is empty until it is built.
 */
GtkWidget *
sounder_markdown_blocks_new (GPtrArray              *blocks,
                             SounderMarkdownPicture  find_picture)
{
  SounderMarkdownBlocks *self = g_object_new (SOUNDER_TYPE_MARKDOWN_BLOCKS, NULL);

  self->blocks = g_ptr_array_ref (blocks);
  self->find_picture = find_picture;

  return GTK_WIDGET (self);
}

/**
 * sounder_markdown_blocks_build:
 * @at_once: whether all is to be there on return; otherwise what is below comes when there is time
 *
 * Makes what is not there yet.
 */
void
sounder_markdown_blocks_build (SounderMarkdownBlocks *self,
                               gboolean               at_once)
{
  g_return_if_fail (SOUNDER_IS_MARKDOWN_BLOCKS (self));

  if (at_once)
    {
      g_clear_handle_id (&self->build_id, g_source_remove);
      while (build_cb (self) == G_SOURCE_CONTINUE);
    }
  else if (self->n_built == 0 && self->build_id == 0 && build_cb (self) == G_SOURCE_CONTINUE)
    {
      self->build_id = g_idle_add (build_cb, self);
    }
}

/* As forges of Git make it: small letters, digits, hyphens for spaces, nothing else. */
static char *
dup_anchor (const char *heading)
{
  GString *anchor = g_string_new (NULL);

  for (const char *p = heading; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_unichar_tolower (g_utf8_get_char (p));

      if (c == ' ')
        g_string_append_c (anchor, '-');
      else if (g_unichar_isalnum (c) || c == '-' || c == '_')
        g_string_append_unichar (anchor, c);
    }

  return g_string_free (anchor, FALSE);
}

/**
 * sounder_markdown_blocks_find_heading:
 * @anchor: what stands behind the `#` of a link
 *
 * Finds a heading.
 *
 * Returns: (transfer none) (nullable): its label
 */
GtkWidget *
sounder_markdown_blocks_find_heading (SounderMarkdownBlocks *self,
                                      const char            *anchor)
{
  g_return_val_if_fail (SOUNDER_IS_MARKDOWN_BLOCKS (self), NULL);
  g_return_val_if_fail (anchor != NULL, NULL);

  for (guint i = 0; i < self->headings->len; i++)
    {
      g_autofree char *own = dup_anchor (gtk_label_get_text (self->headings->pdata[i]));

      if (g_str_equal (own, anchor))
        return self->headings->pdata[i];
    }

  return NULL;
}

GPtrArray *
sounder_markdown_blocks_get_places (SounderMarkdownBlocks *self)
{
  return self->places;
}

/* As it is shown: what steers is made visible; its last line ends, too. */
char *
sounder_markdown_blocks_dup_code (const char *code)
{
  return g_strchomp (mcp_format_visible (code, -1, TRUE));
}
