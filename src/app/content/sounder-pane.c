/* sounder-pane.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "sounder-json-table.h"
#include "sounder-markdown-blocks.h"
#include "sounder-pane-private.h"
#include "sounder-save.h"
#include "sounder-settings.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderPane:
 *
 * The text view has the bytes, and everybody else takes them from it. What they can be shown as is
 * read in sounder-pane-looks.c.
 */

G_DEFINE_FINAL_TYPE (SounderPane, sounder_pane, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_BYTES,
  PROP_LABEL,
  PROP_FILE_NAME,
  PROP_VIEW,
  PROP_LOOK,
  PROP_WRAP,
  PROP_WHOLE,
  PROP_FIND_TEXT,
  PROP_FINDING,
  PROP_SHOWS_TOOLS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
set_string (char       **string,
            const char  *value)
{
  char *copy = g_strdup (value);

  g_free (*string);
  *string = copy;
}

static gboolean
is_look (SounderPane *self,
         const char  *look)
{
  return g_str_equal (self->look, look);
}

static void
update_look (SounderPane *self)
{
  const char *look = sounder_pane_choose_look (self);
  gboolean is_text = g_str_equal (look, "pretty") || g_str_equal (look, "exact");

  sounder_json_view_set_exact (self->text, g_str_equal (look, "exact"));
  sounder_json_tree_set_bytes (self->tree,
                               g_str_equal (look, "tree") ? sounder_pane_get_bytes (self) : NULL);
  sounder_pane_show_look (self, look);
  gtk_widget_set_visible (self->wrap_button, is_text && !self->is_short);
  gtk_widget_set_visible (self->find_button, !self->is_short);
  gtk_widget_set_visible (self->save_button, !self->is_short);
  if (self->look == look)
    return;

  self->look = look;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOOK]);
}

static void
bytes_changed_cb (SounderPane *self)
{
  sounder_find_bar_set_bytes (self->find_bar, sounder_pane_get_bytes (self));
  sounder_pane_read_looks (self);
  update_look (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_BYTES]);
}

/* What somebody chose for this text is what the next one of its kind is shown as. */
static void
set_look (SounderPane *self,
          const char  *look)
{
  if (self->table != NULL || self->fields_bytes != NULL)
    sounder_settings_set ("json-table", "b", g_str_equal (look, "table"));
  else if (self->blocks != NULL)
    sounder_settings_set ("markdown-source", "b", !g_str_equal (look, "drawn"));
  sounder_pane_set_view (self, look);
}

static void
scroll_to (GtkWidget *place,
           int        y)
{
  GtkWidget *scroller = gtk_widget_get_ancestor (place, GTK_TYPE_SCROLLED_WINDOW);
  graphene_point_t point;
  GtkAdjustment *adjustment;

  if (scroller == NULL
      || !gtk_widget_compute_point (place, scroller, &GRAPHENE_POINT_INIT (0, (float) y), &point))
    return;

  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + point.y
                                          - gtk_adjustment_get_page_size (adjustment) / 3);
}

/* Markdown is searched as it came, and drawn without its signs. */
static gboolean
show_drawn_hit (SounderPane *self,
                guint        hit,
                guint        n_hits)
{
  SounderMarkdownBlocks *drawn = SOUNDER_MARKDOWN_BLOCKS (self->drawn);
  const char *text = sounder_find_bar_get_text (self->find_bar);
  GtkWidget *place;
  int y = 0;

  sounder_markdown_blocks_build (drawn, TRUE);
  if (sounder_markdown_blocks_search (drawn, text) != n_hits)
    {
      sounder_markdown_blocks_search (drawn, "");
      return FALSE;
    }
  place = sounder_markdown_blocks_select_hit (drawn, text, hit, &y);
  if (place != NULL)
    scroll_to (place, y);

  return place != NULL;
}

static void
show_hit (SounderPane *self)
{
  guint n_hits = sounder_find_bar_get_n_hits (self->find_bar);
  guint hit;
  gsize offset;
  gsize length;

  if (!sounder_find_bar_get_hit (self->find_bar, &hit, &offset, &length))
    return;

  if (is_look (self, "tree"))
    {
      sounder_json_tree_reveal (self->tree, offset);
      return;
    }
  if (is_look (self, "drawn") && show_drawn_hit (self, hit, n_hits))
    return;

  if (is_look (self, "drawn") || is_look (self, "table"))
    sounder_pane_set_view (self, "pretty");
  if (is_look (self, "pretty")
      && sounder_json_view_select_hit (self->text, sounder_find_bar_get_text (self->find_bar), hit,
                                       n_hits))
    return;

  /* Of what is too big to be printed whole a part is shown as it is. */
  sounder_pane_set_view (self, "exact");
  sounder_json_view_show_place (self->text, offset, length);
}

static void
find_closed_cb (SounderPane *self)
{
  if (self->drawn != NULL)
    sounder_markdown_blocks_search (SOUNDER_MARKDOWN_BLOCKS (self->drawn), "");
  gtk_widget_child_focus (GTK_WIDGET (self->stack), GTK_DIR_TAB_FORWARD);
}

static void
find_open_cb (SounderPane *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FINDING]);
}

/* The clipboard takes UTF-8 only; of a table what is chosen in it. */
static void
copy_cb (SounderPane *self)
{
  GBytes *bytes = sounder_pane_get_bytes (self);
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  g_autofree char *text = NULL;

  if (bytes == NULL)
    return;

  if (is_look (self, "table") && self->shown_table != NULL)
    text = sounder_json_table_dup_csv (SOUNDER_JSON_TABLE (self->shown_table));
  else
    text = g_utf8_make_valid (data != NULL ? data : "", (gssize) length);
  gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", text);
}

static void
save_cb (SounderPane *self)
{
  GBytes *bytes = sounder_pane_get_bytes (self);
  const char *name = self->file_name != NULL ? self->file_name : self->is_json ? "text.json" : "text.txt";

  if (bytes != NULL)
    sounder_save_bytes (GTK_WIDGET (self), _("Save Text"), name, bytes,
                        G_FILE_CREATE_REPLACE_DESTINATION);
}

static void
sounder_pane_dispose (GObject *object)
{
  sounder_pane_forget_looks (SOUNDER_PANE (object));

  G_OBJECT_CLASS (sounder_pane_parent_class)->dispose (object);
}

static void
sounder_pane_finalize (GObject *object)
{
  SounderPane *self = SOUNDER_PANE (object);

  g_free (self->mime_type);
  g_free (self->uri);
  g_free (self->file_name);
  g_free (self->find_text);

  G_OBJECT_CLASS (sounder_pane_parent_class)->finalize (object);
}

static void
sounder_pane_get_property (GObject    *object,
                           guint       prop_id,
                           GValue     *value,
                           GParamSpec *pspec)
{
  SounderPane *self = SOUNDER_PANE (object);

  switch (prop_id)
    {
    case PROP_BYTES:
      g_value_set_boxed (value, sounder_pane_get_bytes (self));
      break;
    case PROP_LABEL:
      g_object_get_property (G_OBJECT (self->text), "label", value);
      break;
    case PROP_FILE_NAME:
      g_value_set_string (value, self->file_name);
      break;
    case PROP_VIEW:
      g_value_set_string (value, self->view);
      break;
    case PROP_LOOK:
      g_value_set_string (value, self->look);
      break;
    case PROP_WRAP:
      g_value_set_boolean (value, self->wrap);
      break;
    case PROP_WHOLE:
      g_value_set_boolean (value, self->whole);
      break;
    case PROP_FIND_TEXT:
      g_value_set_string (value, self->find_text);
      break;
    case PROP_FINDING:
      g_value_set_boolean (value, sounder_find_bar_is_open (self->find_bar));
      break;
    case PROP_SHOWS_TOOLS:
      g_value_set_boolean (value, self->shows_tools);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_pane_set_property (GObject      *object,
                           guint         prop_id,
                           const GValue *value,
                           GParamSpec   *pspec)
{
  SounderPane *self = SOUNDER_PANE (object);

  switch (prop_id)
    {
    case PROP_BYTES:
      sounder_pane_set_bytes (self, g_value_get_boxed (value));
      return;
    case PROP_LABEL:
      if (g_value_get_string (value) != NULL)
        sounder_json_view_set_label (self->text, g_value_get_string (value));
      break;
    case PROP_FILE_NAME:
      set_string (&self->file_name, g_value_get_string (value));
      break;
    case PROP_VIEW:
      sounder_pane_set_view (self, g_value_get_string (value));
      return;
    case PROP_LOOK:
      set_look (self, g_value_get_string (value));
      return;
    case PROP_WRAP:
      self->wrap = g_value_get_boolean (value);
      break;
    case PROP_WHOLE:
      self->whole = g_value_get_boolean (value);
      break;
    case PROP_FIND_TEXT:
      if (g_strcmp0 (self->find_text, g_value_get_string (value)) == 0)
        return;
      set_string (&self->find_text, g_value_get_string (value));
      break;
    case PROP_FINDING:
      g_object_set_property (G_OBJECT (self->find_bar), "open", value);
      return;
    case PROP_SHOWS_TOOLS:
      self->shows_tools = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
install_properties (GObjectClass *object_class)
{
  GParamFlags flags = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_BYTES] = g_param_spec_boxed ("bytes", NULL, NULL, G_TYPE_BYTES, flags);
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL, flags);
  properties[PROP_FILE_NAME] = g_param_spec_string ("file-name", NULL, NULL, NULL, flags);

  /**
   * SounderPane:view:
   *
   * What somebody chose: "pretty", "exact", "tree", "table" or "drawn"; empty for what is best.
   */
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, "", flags);

  /**
   * SounderPane:look:
   *
   * What is shown, as for SounderPane:view. Setting it chooses, also for what comes later.
   */
  properties[PROP_LOOK] = g_param_spec_string ("look", NULL, NULL, "pretty", flags);
  properties[PROP_WRAP] = g_param_spec_boolean ("wrap", NULL, NULL, FALSE, flags);
  properties[PROP_WHOLE] = g_param_spec_boolean ("whole", NULL, NULL, FALSE, flags);
  properties[PROP_FIND_TEXT] = g_param_spec_string ("find-text", NULL, NULL, NULL, flags);
  properties[PROP_FINDING] = g_param_spec_boolean ("finding", NULL, NULL, FALSE, flags);
  properties[PROP_SHOWS_TOOLS] = g_param_spec_boolean ("shows-tools", NULL, NULL, TRUE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_pane_class_init (SounderPaneClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_pane_dispose;
  object_class->finalize = sounder_pane_finalize;
  object_class->get_property = sounder_pane_get_property;
  object_class->set_property = sounder_pane_set_property;
  install_properties (object_class);

  g_type_ensure (SOUNDER_TYPE_FIND_BAR);
  g_type_ensure (SOUNDER_TYPE_JSON_TREE);
  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);

  sounder_template_set (widget_class, "sounder-pane.ui");
  sounder_template_bind (widget_class, SounderPane, title, look_button, wrap_button, find_button, copy_button,
                         save_button, find_bar, stack, text, tree);
  sounder_template_connect (widget_class, show_hit, find_closed_cb, find_open_cb, bytes_changed_cb);
  sounder_template_action (widget_class, "pane.find", NULL, sounder_pane_find);
  sounder_template_action (widget_class, "pane.copy", NULL, copy_cb);
  sounder_template_action (widget_class, "pane.save", NULL, save_cb);
  gtk_widget_class_install_property_action (widget_class, "pane.look", "look");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "pane.find", NULL);
}

static void
sounder_pane_init (SounderPane *self)
{
  self->view = g_intern_static_string ("");
  self->look = g_intern_static_string ("pretty");
  self->shows_tools = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  update_look (self);
}

GtkWidget *
sounder_pane_new (void)
{
  return g_object_new (SOUNDER_TYPE_PANE, NULL);
}

void
sounder_pane_set_bytes (SounderPane *self,
                        GBytes      *bytes)
{
  g_return_if_fail (SOUNDER_IS_PANE (self));

  sounder_json_view_set_bytes (self->text, bytes);
}

GBytes *
sounder_pane_get_bytes (SounderPane *self)
{
  g_return_val_if_fail (SOUNDER_IS_PANE (self), NULL);

  return sounder_json_view_get_bytes (self->text);
}

/**
 * sounder_pane_set_text_type:
 * @mime_type: (nullable): what the text is said to be
 * @uri: (nullable): where it is from
 *
 * Says what the next bytes are. What is neither JSON nor source is set in a font for reading.
 */
void
sounder_pane_set_text_type (SounderPane *self,
                            const char  *mime_type,
                            const char  *uri)
{
  g_return_if_fail (SOUNDER_IS_PANE (self));

  set_string (&self->mime_type, mime_type);
  set_string (&self->uri, uri);
  self->is_content = TRUE;
}

void
sounder_pane_set_max_height (SounderPane *self,
                             int          pixels)
{
  g_return_if_fail (SOUNDER_IS_PANE (self));

  self->max_height = pixels;
  sounder_json_view_set_max_height (self->text, pixels);
}

SounderJsonView *
sounder_pane_get_text (SounderPane *self)
{
  g_return_val_if_fail (SOUNDER_IS_PANE (self), NULL);

  return self->text;
}

SounderJsonTree *
sounder_pane_get_tree (SounderPane *self)
{
  g_return_val_if_fail (SOUNDER_IS_PANE (self), NULL);

  return self->tree;
}

/**
 * sounder_pane_set_view:
 * @view: "pretty", "exact", "tree", "table" or "drawn"; empty for what is best
 *
 * Shows the text in another way, where it can be shown so.
 */
void
sounder_pane_set_view (SounderPane *self,
                       const char  *view)
{
  g_return_if_fail (SOUNDER_IS_PANE (self));

  view = g_intern_string (view != NULL ? view : "");
  if (self->view == view)
    return;

  self->view = view;
  update_look (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VIEW]);
}

const char *
sounder_pane_get_look (SounderPane *self)
{
  g_return_val_if_fail (SOUNDER_IS_PANE (self), NULL);

  return self->look;
}

void
sounder_pane_find (SounderPane *self)
{
  g_return_if_fail (SOUNDER_IS_PANE (self));

  sounder_find_bar_open (self->find_bar);
}

/**
 * sounder_pane_find_in:
 * @widget: what has panes in it
 *
 * Opens the search of the first pane that is to be seen and has a text worth it.
 *
 * Returns: %FALSE when there is none
 */
gboolean
sounder_pane_find_in (GtkWidget *widget)
{
  g_return_val_if_fail (GTK_IS_WIDGET (widget), FALSE);

  if (!gtk_widget_get_child_visible (widget) || !gtk_widget_get_visible (widget))
    return FALSE;
  if (SOUNDER_IS_PANE (widget) && sounder_pane_get_bytes (SOUNDER_PANE (widget)) != NULL)
    {
      sounder_pane_find (SOUNDER_PANE (widget));
      return TRUE;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (sounder_pane_find_in (child))
      return TRUE;

  return FALSE;
}
