/* sounder-field-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-field-control.h"
#include "sounder-field-group.h"
#include "sounder-field-layout.h"
#include "sounder-field-menu.h"
#include "sounder-field-row.h"
#include "sounder-focus.h"
#include "sounder-literal.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderFieldRow:
 *
 * A row of the form. It holds no value: it shows what its node says and tells it what is typed, so that the form and the
 * raw text cannot differ. Where the node becomes something else, other controls are made.
 *
 * The line of a group says what it is; its parts are below, until there are too many levels: then they have a page of
 * their own.
 *
 * One file: a row is made anew from its node at every change, and each part of it is a step of that.
 */

/* A group that takes more rows is folded at first. */
#define MAX_ROWS 30

struct _SounderFieldRow
{
  GtkListBoxRow       parent_instance;

  McpForm            *form;     /* keeps what the node is */
  McpFormNode        *node;
  guint               n_levels;
  gboolean            untouched; /* errors of what was not edited are told, too */
  gboolean            folded;
  char               *made_for; /* what the node was when the controls were made */
  guint               reveal_id;
  guint               n_frames; /* since the reveal was asked for */
  GActionGroup       *actions;

  GtkBox             *content;
  GtkWidget          *line;
  GtkWidget          *words;
  GtkLabel           *name;
  GtkEntry           *name_entry;
  GtkLabel           *type;
  GtkLabel           *description;
  GtkWidget          *buttons;
  GtkWidget          *remove_button;
  GtkWidget          *menu_button;
  GtkWidget          *control;
  AdwBin             *body;
  GtkWidget          *choice;   /* (nullable) in the control */
  GtkWidget          *group;    /* (nullable) in the body */
  GtkWidget          *fold_button;
  GtkLabel           *count;    /* (nullable): of errors in a group */
  GtkWidget          *error_box;
  GtkWidget          *error_icon;
  GtkLabel           *error;
};

G_DEFINE_FINAL_TYPE (SounderFieldRow, sounder_field_row, GTK_TYPE_LIST_BOX_ROW)

static gboolean
reveal_cb (GtkWidget     *widget,
           GdkFrameClock *frame_clock,
           gpointer       user_data)
{
  SounderFieldRow *self = SOUNDER_FIELD_ROW (widget);
  GtkWidget *viewport = gtk_widget_get_ancestor (widget, GTK_TYPE_VIEWPORT);
  GtkWidget *content;
  GtkAdjustment *place;
  graphene_rect_t row, control;
  double top;

  /* The first frame lays out what is new. */
  if (++self->n_frames < 2)
    return G_SOURCE_CONTINUE;

  self->reveal_id = 0;
  content = viewport != NULL ? gtk_viewport_get_child (GTK_VIEWPORT (viewport)) : NULL;
  if (content == NULL || !gtk_widget_compute_bounds (widget, content, &row)
      || !gtk_widget_compute_bounds (sounder_field_row_get_control (self), content, &control))
    return G_SOURCE_REMOVE;

  place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (viewport));
  /* Of a long group the row that has the focus is in sight already. */
  if (self->group != NULL && control.size.height > gtk_adjustment_get_page_size (place))
    return G_SOURCE_REMOVE;

  top = row.size.height <= gtk_adjustment_get_page_size (place) ? row.origin.y : control.origin.y;
  gtk_adjustment_clamp_page (place, top, row.origin.y + row.size.height);

  return G_SOURCE_REMOVE;
}

/* A viewport brings what has the focus into sight: the control, without what is said below it. */
static void
reveal (SounderFieldRow *self)
{
  self->n_frames = 0;
  if (self->reveal_id == 0)
    self->reveal_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
}

/* --- What it says --- */

/* A person is asked in the server's words. */
static gboolean
is_asked (SounderFieldRow *self)
{
  return mcp_form_is_for_question (self->form) && mcp_form_node_get_whole_field (self->node)->title != NULL;
}

static gboolean
is_group (SounderFieldRow *self)
{
  return mcp_form_node_get_kind (self->node) != MCP_SHAPE_LEAF;
}

static void
append_note (GString    *text,
             const char *note)
{
  g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", note);
}

static void
append_count (SounderFieldRow *self,
              GString         *text)
{
  guint n = g_list_model_get_n_items (mcp_form_node_get_children (self->node));
  g_autofree char *note = NULL;

  if (mcp_form_node_get_kind (self->node) != MCP_SHAPE_ARRAY || mcp_form_node_get_state (self->node) != MCP_FORM_VALUE)
    return;

  note = g_strdup_printf (ngettext ("%u element", "%u elements", n), n);
  append_note (text, note);
}

/* What it may be, whichever variant was chosen. */
static char *
dup_type_label (SounderFieldRow *self)
{
  const McpField *whole = mcp_form_node_get_whole_field (self->node);
  guint n = mcp_form_node_get_n_variants (self->node);

  /* Several types are named; other alternatives are in the list that is chosen from. */
  if (n > 0 && strchr (whole->type_label, '|') == NULL)
    return g_strdup_printf (ngettext ("%u kind", "%u kinds", n), n);

  return g_strdup (whole->type_label);
}

static void
update_type (SounderFieldRow *self)
{
  const McpField *field = mcp_form_node_get_field (self->node);
  McpFormState state = mcp_form_node_get_state (self->node);
  gboolean can_be_absent = !mcp_form_node_is_required (self->node) && !mcp_form_node_is_element (self->node)
                           && !mcp_form_node_is_other (self->node);
  g_autofree char *label = dup_type_label (self);
  g_autoptr (GString) text = g_string_new (label);

  if (mcp_form_node_is_required (self->node))
    append_note (text, _("required"));
  else if (can_be_absent)
    append_note (text, _("optional"));
  append_count (self, text);
  if (state == MCP_FORM_ABSENT && can_be_absent)
    append_note (text, _("absent"));
  else if (state == MCP_FORM_NULL)
    append_note (text, _("null"));
  else if (state == MCP_FORM_VALUE && !is_group (self) && !mcp_form_node_is_json (self->node)
           && field->kind == MCP_FIELD_STRING && *mcp_form_node_get_text (self->node) == '\0')
    append_note (text, _("empty text"));

  /* How it is called is beside the server's words. */
  if (is_asked (self))
    {
      g_string_prepend (text, " · ");
      g_string_prepend (text, mcp_form_node_get_name (self->node));
    }

  sounder_literal_show (self->type, text->str);
}

static void
update_name (SounderFieldRow *self)
{
  const McpField *field = mcp_form_node_get_whole_field (self->node);
  g_autofree char *label = mcp_form_node_dup_label (self->node);
  g_autofree char *title = is_asked (self) ? mcp_format_label (field->title, FALSE) : g_steal_pointer (&label);
  g_autofree char *marked = mcp_form_node_is_required (self->node) ? g_strdup_printf ("%s *", title) : NULL;
  gboolean is_other = mcp_form_node_is_other (self->node);
  const char *name = mcp_form_node_get_name (self->node);

  sounder_literal_show (self->name, is_other ? NULL : marked != NULL ? marked : title);
  gtk_widget_set_visible (GTK_WIDGET (self->name_entry), is_other);
  if (is_other && g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->name_entry)), name) != 0
      && gtk_widget_get_focus_child (GTK_WIDGET (self->name_entry)) == NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->name_entry), name);
  sounder_literal_show (self->description, field->description != NULL || is_asked (self) ? field->description
                                                                                      : field->title);
  sounder_compat_set_spoken (GTK_ACCESSIBLE (self->control), title);
  if (self->choice != NULL)
    sounder_compat_set_spoken (GTK_ACCESSIBLE (self->choice), title);
  if (self->group == NULL && adw_bin_get_child (self->body) != NULL)
    sounder_compat_set_spoken (GTK_ACCESSIBLE (adw_bin_get_child (self->body)), title);
}

static void
name_changed_cb (SounderFieldRow *self)
{
  const char *name = gtk_editable_get_text (GTK_EDITABLE (self->name_entry));

  if (self->node == NULL || g_strcmp0 (name, mcp_form_node_get_name (self->node)) == 0)
    return;

  sounder_widgets_set_class (self->name_entry, "error", !mcp_form_node_rename (self->node, name));
}

/* --- Its controls --- */

/* When it is wanted: a form may have two thousand rows. */
static void
create_menu_cb (GtkMenuButton *button,
                gpointer       user_data)
{
  SounderFieldRow *self = user_data;
  g_autoptr (GMenuModel) menu = sounder_field_menu_new (self->node);

  gtk_menu_button_set_menu_model (button, menu);
  sounder_focus_remember (gtk_menu_button_get_popover (button));
}

static void
update_buttons (SounderFieldRow *self)
{
  g_autoptr (GMenuModel) menu = sounder_field_menu_new (self->node);
  g_autofree char *label = mcp_form_node_dup_label (self->node);
  g_autofree char *spoken = NULL;
  gboolean can_go = mcp_form_node_is_element (self->node) || mcp_form_node_is_other (self->node);
  gboolean can_fold = is_group (self) && self->n_levels > 0
                      && mcp_form_node_get_state (self->node) == MCP_FORM_VALUE;

  gtk_widget_set_visible (self->menu_button, menu != NULL);
  /* A key opens the menu from the field. A group may have nothing else that takes the focus. */
  gtk_widget_set_focusable (gtk_widget_get_first_child (self->menu_button),
                            is_group (self) && !can_fold);
  gtk_widget_set_visible (self->remove_button, can_go);
  gtk_widget_set_visible (self->fold_button, can_fold);
  gtk_widget_set_visible (self->buttons, menu != NULL || can_go || can_fold);
  /* Translators: the name of an argument. */
  spoken = g_strdup_printf (_("More for %s"), label);
  sounder_widgets_set_spoken (self->menu_button, spoken);
}

/* How many rows it takes to show all of a group; it stops when there are too many. */
static guint
count_rows (McpFormNode *node,
            guint        n_levels)
{
  GListModel *children = mcp_form_node_get_children (node);
  guint n = g_list_model_get_n_items (children);

  for (guint i = 0; n_levels > 0 && n <= MAX_ROWS && i < g_list_model_get_n_items (children); i++)
    {
      g_autoptr (McpFormNode) child = g_list_model_get_item (children, i);

      n += count_rows (child, n_levels - 1);
    }

  return n;
}

static void
make_group (SounderFieldRow *self)
{
  self->group = sounder_field_group_new (self->node, self->n_levels - 1);
  adw_bin_set_child (self->body, self->group);
  sounder_field_group_show_errors (SOUNDER_FIELD_GROUP (self->group), self->untouched);
}

static void
update_fold (SounderFieldRow *self)
{
  g_autofree char *label = mcp_form_node_dup_label (self->node);
  g_autofree char *spoken = NULL;

  gtk_button_set_icon_name (GTK_BUTTON (self->fold_button), self->folded ? "pan-end-symbolic" : "pan-down-symbolic");
  sounder_literal_show_whole (self->fold_button, NULL, self->folded ? _("Unfold") : _("Fold"));
  /* Translators: the name of an argument. */
  spoken = g_strdup_printf (self->folded ? _("Unfold %s") : _("Fold %s"), label);
  sounder_widgets_set_spoken (self->fold_button, spoken);
  gtk_widget_set_visible (GTK_WIDGET (self->body), !self->folded);
}

static void
fold_clicked_cb (SounderFieldRow *self)
{
  self->folded = !self->folded;
  if (!self->folded && self->group == NULL)
    make_group (self);
  update_fold (self);
}

static void
add_clicked_cb (SounderFieldRow *self)
{
  mcp_form_node_set_state (self->node, MCP_FORM_VALUE);
  if (self->group != NULL)
    gtk_widget_child_focus (self->group, GTK_DIR_TAB_FORWARD);
}

static void
open_clicked_cb (SounderFieldRow *self)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (McpFormNode *node = self->node; mcp_form_node_get_parent (node) != NULL; node = mcp_form_node_get_parent (node))
    {
      g_autofree char *step = g_strdup_printf ("/%u", mcp_form_node_get_position (node));

      g_string_prepend (path, step);
    }
  gtk_widget_activate_action (GTK_WIDGET (self), "form.open", "s", path->str);
}

static GtkWidget *
new_button (SounderFieldRow *self,
            const char      *label,
            GCallback        clicked)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  g_signal_connect_object (button, "clicked", clicked, self, G_CONNECT_SWAPPED);

  return button;
}

/* The head of a group: error count, and Add or Open. */
static void
append_group_head (SounderFieldRow *self,
                   GtkBox          *head)
{
  self->count = GTK_LABEL (sounder_widgets_new_paragraph (NULL, "error caption"));
  gtk_widget_set_visible (GTK_WIDGET (self->count), FALSE);
  gtk_box_append (head, GTK_WIDGET (self->count));

  if (mcp_form_node_get_state (self->node) != MCP_FORM_VALUE)
    {
      if (mcp_form_node_get_n_variants (self->node) == 0)
        gtk_box_append (head, new_button (self, _("Add"), G_CALLBACK (add_clicked_cb)));
    }
  else if (self->n_levels == 0)
    {
      gtk_box_append (head, new_button (self, _("Open"), G_CALLBACK (open_clicked_cb)));
    }
}

static void
set_body (SounderFieldRow *self,
          GtkWidget       *body)
{
  adw_bin_set_child (self->body, body);
  gtk_widget_set_visible (GTK_WIDGET (self->body), body != NULL);
}

/* The description comes before what is to be written, where that is below. */
static void
place_description (SounderFieldRow *self,
                   gboolean         in_words)
{
  GtkWidget *box = in_words ? self->words : GTK_WIDGET (self->content);

  if (gtk_widget_get_parent (GTK_WIDGET (self->description)) == box)
    return;

  g_object_ref (self->description);
  gtk_box_remove (GTK_BOX (gtk_widget_get_parent (GTK_WIDGET (self->description))), GTK_WIDGET (self->description));
  if (in_words)
    gtk_box_append (GTK_BOX (self->words), GTK_WIDGET (self->description));
  else
    gtk_box_insert_child_after (self->content, GTK_WIDGET (self->description), self->line);
  g_object_unref (self->description);
}

/* A control that is just telling what was done to it goes when it has done so. */
static void
let_go (GtkWidget *widget)
{
  if (widget != NULL)
    g_idle_add_once (g_object_unref, g_object_ref (widget));
}

/* What chooses among variants stays when another is chosen: it is just telling of that. */
static void
make_head (SounderFieldRow *self)
{
  if (self->choice == NULL && mcp_form_node_get_n_variants (self->node) > 0)
    self->choice = sounder_field_control_new_choice (self->node);
  else if (self->choice == NULL && !is_group (self))
    return;

  if (self->control == NULL)
    {
      self->control = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
      gtk_widget_set_hexpand (self->control, TRUE);
      if (self->choice != NULL)
        gtk_box_append (GTK_BOX (self->control), self->choice);
    }
  if (is_group (self))
    append_group_head (self, GTK_BOX (self->control));
}

static void
unmake_controls (SounderFieldRow *self)
{
  GtkWidget *part = self->choice != NULL ? gtk_widget_get_next_sibling (self->choice) : NULL;

  let_go (adw_bin_get_child (self->body));
  set_body (self, NULL);
  self->group = NULL;
  self->count = NULL;
  if (self->choice == NULL)
    {
      let_go (self->control);
      g_clear_pointer (&self->control, gtk_widget_unparent);
    }
  for (; part != NULL; part = gtk_widget_get_next_sibling (self->choice))
    {
      let_go (part);
      gtk_box_remove (GTK_BOX (self->control), part);
    }
}

static void
make_controls (SounderFieldRow *self)
{
  gboolean below = FALSE;
  gboolean has_value = mcp_form_node_get_state (self->node) == MCP_FORM_VALUE;

  unmake_controls (self);
  make_head (self);
  if (is_group (self))
    {
      if (has_value && self->n_levels > 0)
        {
          /* Many rows are made when somebody asks for them. */
          self->folded = self->folded || count_rows (self->node, self->n_levels - 1) > MAX_ROWS;
          if (!self->folded)
            make_group (self);
          update_fold (self);
        }
    }
  else if (self->control == NULL)
    {
      self->control = sounder_field_control_new (self->node, &below);
    }
  else if (has_value || mcp_form_node_is_element (self->node) || mcp_form_node_is_other (self->node)
           || mcp_form_node_is_required (self->node))
    {
      gboolean unused;

      set_body (self, sounder_field_control_new (self->node, &unused));
    }

  place_description (self, below);
  sounder_field_layout_set_below (SOUNDER_FIELD_LAYOUT (gtk_widget_get_layout_manager (self->line)), below);
  if (gtk_widget_get_parent (self->control) == NULL)
    gtk_widget_insert_after (self->control, self->line, self->words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_PROPERTY_REQUIRED,
                                  mcp_form_node_is_required (self->node), -1);
  update_buttons (self);
}

/* Of two that are equal the controls are the same. */
static char *
dup_made_for (SounderFieldRow *self)
{
  gboolean shows_state = is_group (self) || mcp_form_node_get_n_variants (self->node) > 0;

  return g_strdup_printf ("%p %d %d %d %d", (gpointer) mcp_form_node_get_field (self->node),
                          mcp_form_node_get_kind (self->node), mcp_form_node_is_json (self->node),
                          mcp_form_node_is_required (self->node),
                          shows_state ? (int) mcp_form_node_get_state (self->node) : -1);
}

static void
update (SounderFieldRow *self)
{
  g_autofree char *made_for = dup_made_for (self);

  if (g_strcmp0 (made_for, self->made_for) != 0)
    {
      gboolean had_focus = gtk_widget_get_mapped (GTK_WIDGET (self)) && gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL;

      g_free (self->made_for);
      self->made_for = g_steal_pointer (&made_for);
      make_controls (self);
      if (had_focus)
        gtk_widget_child_focus (self->control, GTK_DIR_TAB_FORWARD);
    }
  update_name (self);
  update_type (self);
  sounder_field_menu_update (self->actions, self->node);
}

/**
 * sounder_field_row_set_levels:
 * @n_levels: how many levels of groups may be shown within
 *
 * Gives it more or less room: a group comes or goes, all else stays as it is.
 */
void
sounder_field_row_set_levels (SounderFieldRow *self,
                              guint            n_levels)
{
  gboolean has_room = n_levels > 0;
  gboolean had_room = self->n_levels > 0;

  g_return_if_fail (SOUNDER_IS_FIELD_ROW (self));

  self->n_levels = n_levels;
  if (is_group (self) && has_room != had_room)
    make_controls (self);
  else if (self->group != NULL)
    sounder_field_group_set_levels (SOUNDER_FIELD_GROUP (self->group), n_levels - 1);
}

static void
node_changed_cb (SounderFieldRow *self)
{
  if (mcp_form_node_get_form (self->node) == NULL)
    return;

  update (self);
}

/* --- The widget --- */

static void
sounder_field_row_dispose (GObject *object)
{
  SounderFieldRow *self = SOUNDER_FIELD_ROW (object);

  g_clear_object (&self->node);
  g_clear_object (&self->form);
  g_clear_object (&self->actions);
  g_clear_pointer (&self->made_for, g_free);

  G_OBJECT_CLASS (sounder_field_row_parent_class)->dispose (object);
}

/* The innermost row of those in one another. */
static gboolean
open_menu_cb (GtkWidget *widget,
              GVariant  *arguments,
              gpointer   user_data)
{
  SounderFieldRow *self = SOUNDER_FIELD_ROW (widget);

  if (!gtk_widget_is_drawable (self->menu_button))
    return FALSE;

  gtk_menu_button_popup (GTK_MENU_BUTTON (self->menu_button));

  return TRUE;
}

static void
sounder_field_row_class_init (SounderFieldRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_field_row_dispose;

  g_type_ensure (SOUNDER_TYPE_FIELD_LAYOUT);
  sounder_template_set (widget_class, "sounder-field-row.ui");
  sounder_template_bind (widget_class, SounderFieldRow, content, line, words, name, name_entry,
                         type, description, buttons, fold_button, remove_button, menu_button, body,
                         error_box, error_icon, error);
  sounder_template_connect (widget_class, reveal, name_changed_cb, fold_clicked_cb);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Return, GDK_ALT_MASK, open_menu_cb, NULL);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_KP_Enter, GDK_ALT_MASK, open_menu_cb, NULL);
}

static void
sounder_field_row_init (SounderFieldRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->menu_button), create_menu_cb, self, NULL);
  self->actions = sounder_field_menu_add_actions (self);
}

GtkWidget *
sounder_field_row_new (McpFormNode *node,
                       guint        n_levels)
{
  SounderFieldRow *self = g_object_new (SOUNDER_TYPE_FIELD_ROW, NULL);

  self->node = g_object_ref (node);
  self->form = g_object_ref (mcp_form_node_get_form (node));
  self->n_levels = n_levels;
  update (self);
  g_signal_connect_object (node, "changed", G_CALLBACK (node_changed_cb), self, G_CONNECT_SWAPPED);

  return GTK_WIDGET (self);
}

McpFormNode *
sounder_field_row_get_node (SounderFieldRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIELD_ROW (self), NULL);

  return self->node;
}

static void
show_count (SounderFieldRow *self)
{
  guint n = mcp_form_node_get_n_errors (self->node);
  g_autofree char *text = g_strdup_printf (ngettext ("%u error", "%u errors", n), n);

  gtk_label_set_text (self->count, text);
  gtk_widget_set_visible (GTK_WIDGET (self->count), n > 0 && self->untouched);
}

/**
 * sounder_field_row_show_error:
 * @untouched: whether to tell what is wrong with a field that was not edited yet
 *
 * Shows what is wrong with the value now, and with what is in it, or that nothing is.
 */
void
sounder_field_row_show_error (SounderFieldRow *self,
                              gboolean         untouched)
{
  const char *error;
  gboolean shown;
  gboolean wrong;

  g_return_if_fail (SOUNDER_IS_FIELD_ROW (self));

  self->untouched = untouched;
  error = mcp_form_node_get_error (self->node);
  shown = error != NULL && (untouched || mcp_form_node_is_edited (self->node));
  /* What could not be checked is told, and is no error. */
  wrong = shown && mcp_form_node_get_n_errors (self->node) > 0;
  sounder_literal_show (self->error, error);
  gtk_widget_set_visible (self->error_box, shown);
  gtk_widget_set_visible (self->error_icon, wrong);
  sounder_widgets_set_class (self->error_box, "error", wrong);
  sounder_widgets_set_class (self->control, "error", wrong);
  if (shown && gtk_widget_get_focus_child (GTK_WIDGET (self)) != NULL)
    reveal (self);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self->control), GTK_ACCESSIBLE_STATE_INVALID,
                               wrong ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE,
                               -1);
  if (self->count != NULL)
    show_count (self);
  if (self->group != NULL)
    sounder_field_group_show_errors (SOUNDER_FIELD_GROUP (self->group), untouched);
}

/**
 * sounder_field_row_show_message:
 * @message: why something could not be done with the value
 *
 * Shows a message, until the value changes.
 */
void
sounder_field_row_show_message (SounderFieldRow *self,
                                const char      *message)
{
  g_return_if_fail (SOUNDER_IS_FIELD_ROW (self));

  sounder_literal_show (self->error, message);
  gtk_widget_set_visible (self->error_box, TRUE);
}

GtkWidget *
sounder_field_row_get_control (SounderFieldRow *self)
{
  GtkWidget *body;

  g_return_val_if_fail (SOUNDER_IS_FIELD_ROW (self), NULL);

  body = adw_bin_get_child (self->body);

  return body != NULL ? body : self->control;
}

/**
 * sounder_field_row_find:
 * @node: a value
 *
 * Gets the row that shows a value, if it is this one or one in its group. What is folded is unfolded for it.
 *
 * Returns: (transfer none) (nullable): a row; %NULL when it is elsewhere
 */
SounderFieldRow *
sounder_field_row_find (SounderFieldRow *self,
                        McpFormNode     *node)
{
  McpFormNode *above;

  g_return_val_if_fail (SOUNDER_IS_FIELD_ROW (self), NULL);

  if (self->node == node)
    return self;

  for (above = mcp_form_node_get_parent (node); above != NULL && above != self->node;)
    above = mcp_form_node_get_parent (above);
  if (above == NULL || !is_group (self) || self->n_levels == 0)
    return NULL;

  if (self->folded)
    fold_clicked_cb (self);

  return self->group != NULL ? sounder_field_group_find (SOUNDER_FIELD_GROUP (self->group), node) : NULL;
}
