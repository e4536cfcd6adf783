/* sounder-pin-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-summary.h"

#include "sounder-pin-bar.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

struct _SounderPinBar
{
  AdwBin           parent_instance;

  GtkToggleButton *pin_button;
  GtkMenuButton   *comment_button;
  GtkPopover      *comment_popover;
  GtkEditable     *comment_entry;
  GtkWidget       *list_button;
  GtkPopover      *list_popover;
  GtkListBox      *list;

  McpRecord       *record;
  GSignalGroup    *annotation_signals; /* of the annotations of its journal */
  /* The buttons change by our doing and not by the user's. */
  gboolean         updating;
  GtkWidget       *focus_before;  /* weak: what had it when a key opened the popover */
};

G_DEFINE_FINAL_TYPE (SounderPinBar, sounder_pin_bar, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_TEXT,
  PROP_HAS_TEXT,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GListModel *
get_annotations (SounderPinBar *self)
{
  return self->record != NULL
           ? mcp_journal_get_annotations (mcp_record_get_journal (self->record))
           : NULL;
}

static void
update (SounderPinBar *self)
{
  guint serial = self->record != NULL ? mcp_record_get_serial (self->record) : 0;
  McpJournal *journal = serial != 0 ? mcp_record_get_journal (self->record) : NULL;
  const char *comment = serial != 0 ? mcp_journal_get_comment (journal, serial) : NULL;
  g_autofree char *visible = comment != NULL ? mcp_format_label (comment, TRUE) : NULL;

  self->updating = TRUE;
  gtk_toggle_button_set_active (self->pin_button,
                                serial != 0 && mcp_journal_is_pinned (journal, serial));
  self->updating = FALSE;

  gtk_widget_set_sensitive (GTK_WIDGET (self), serial != 0);
  gtk_widget_set_visible (self->list_button,
                          serial != 0 && g_list_model_get_n_items (get_annotations (self)) > 0);
  /* A comment shows by a dot on the button as well as by its text. */
  sounder_widgets_set_class (self->comment_button, "has-comment", comment != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->comment_button),
                               visible != NULL ? visible : _("Comment on This Message"));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HAS_TEXT]);
}

static void
annotate (SounderPinBar *self,
          gboolean       pinned,
          const char    *comment)
{
  if (self->record == NULL)
    return;

  mcp_journal_annotate (mcp_record_get_journal (self->record), mcp_record_get_serial (self->record),
                        pinned, comment);
  update (self);
}

static const char *
get_comment (SounderPinBar *self)
{
  return mcp_journal_get_comment (mcp_record_get_journal (self->record),
                                  mcp_record_get_serial (self->record));
}

static void
pin_toggled_cb (SounderPinBar *self)
{
  g_autofree char *comment = NULL;

  if (self->updating || self->record == NULL)
    return;

  comment = g_strdup (get_comment (self));
  annotate (self, gtk_toggle_button_get_active (self->pin_button), comment);
}

static void
comment_shown_cb (SounderPinBar *self)
{
  const char *comment = self->record != NULL ? get_comment (self) : NULL;

  gtk_editable_set_text (self->comment_entry, comment != NULL ? comment : "");
  gtk_widget_grab_focus (GTK_WIDGET (self->comment_entry));
}

static gboolean
give_back_cb (gpointer data)
{
  SounderPinBar *self = data;
  GtkWidget *before = self->focus_before;
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;
  GtkWidget *button = GTK_WIDGET (self->comment_button);

  g_clear_weak_pointer (&self->focus_before);
  /* Elsewhere only who clicked there has it. */
  if (before != NULL && gtk_widget_get_mapped (before) && gtk_widget_get_root (before) == root
      && (focus == NULL || focus == button || gtk_widget_is_ancestor (focus, button)))
    gtk_widget_grab_focus (before);

  return G_SOURCE_REMOVE;
}

/* From an idle: the button takes the focus when its popover has gone. */
static void
comment_closed_cb (SounderPinBar *self)
{
  if (self->focus_before != NULL)
    g_idle_add_full (G_PRIORITY_DEFAULT, give_back_cb, g_object_ref (self), g_object_unref);
}

static void
comment_entered_cb (SounderPinBar *self)
{
  sounder_pin_bar_set_comment (self, gtk_editable_get_text (self->comment_entry));
  gtk_popover_popdown (self->comment_popover);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  SounderPinBar *self = user_data;
  guint serial = mcp_annotation_get_serial (item);
  const char *comment = mcp_annotation_get_comment (item);
  g_autoptr (McpRecord) record = NULL;
  g_autofree char *time = NULL;
  g_autofree char *what = NULL;
  g_autofree char *note = NULL;
  g_autofree char *subtitle = NULL;
  GtkWidget *row = adw_action_row_new ();
  const char *kind;
  const char *method;

  record = mcp_journal_get_record (mcp_record_get_journal (self->record), serial);
  kind = mcp_record_kind_get_nick (mcp_record_get_kind (record));
  method = mcp_record_get_method (record);
  time = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);
  what = mcp_format_label (method != NULL ? method : kind, FALSE);
  note = comment != NULL ? mcp_format_label (comment, FALSE) : NULL;
  subtitle = g_strjoin (" · ", time, kind, note, NULL);

  /* Server text is never markup. */
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), what);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row),
                             gtk_image_new_from_icon_name (mcp_annotation_get_pinned (item)
                                                             ? "view-pin-symbolic"
                                                             : "document-edit-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  sounder_widgets_set_spoken (row, what);

  return row;
}

static void
show_serial (SounderPinBar *self,
             guint          serial)
{
  if (serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u", serial);
}

static void
row_activated_cb (SounderPinBar *self,
                  GtkListBoxRow *row)
{
  g_autoptr (McpAnnotation) annotation =
    g_list_model_get_item (get_annotations (self), gtk_list_box_row_get_index (row));

  gtk_popover_popdown (self->list_popover);
  if (annotation != NULL)
    show_serial (self, mcp_annotation_get_serial (annotation));
}

static void
sounder_pin_bar_dispose (GObject *object)
{
  SounderPinBar *self = SOUNDER_PIN_BAR (object);

  if (self->annotation_signals != NULL)
    g_signal_group_set_target (self->annotation_signals, NULL);
  g_clear_object (&self->annotation_signals);
  g_clear_weak_pointer (&self->focus_before);
  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  g_clear_object (&self->record);

  G_OBJECT_CLASS (sounder_pin_bar_parent_class)->dispose (object);
}

static void
sounder_pin_bar_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  SounderPinBar *self = SOUNDER_PIN_BAR (object);
  const char *comment = self->record != NULL ? get_comment (self) : NULL;
  g_autofree char *visible = comment != NULL ? mcp_format_label (comment, FALSE) : NULL;

  switch (prop_id)
    {
    case PROP_TEXT:
      g_value_take_string (value, visible != NULL ? g_strconcat ("✎ ", visible, NULL)
                                                  : g_strdup (""));
      break;
    case PROP_HAS_TEXT:
      g_value_set_boolean (value, comment != NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_pin_bar_class_init (SounderPinBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_pin_bar_dispose;
  G_OBJECT_CLASS (klass)->get_property = sounder_pin_bar_get_property;

  /**
   * SounderPinBar:text:
   *
   * The comment as it is shown, cut; empty for none.
   */
  properties[PROP_TEXT] = g_param_spec_string ("text", NULL, NULL, "",
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderPinBar:has-text:
   *
   * Whether there is a comment.
   */
  properties[PROP_HAS_TEXT] = g_param_spec_boolean ("has-text", NULL, NULL, FALSE,
                                                    G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (G_OBJECT_CLASS (klass), N_PROPS, properties);

  sounder_template_set (widget_class, "sounder-pin-bar.ui");
  sounder_template_bind (widget_class, SounderPinBar, pin_button, comment_button, comment_popover,
                         comment_entry, list_button, list_popover, list);
  sounder_template_connect (widget_class, pin_toggled_cb, comment_shown_cb, comment_closed_cb,
                            comment_entered_cb, row_activated_cb);
}

static void
sounder_pin_bar_init (SounderPinBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->annotation_signals = g_signal_group_new (G_TYPE_LIST_MODEL);
  g_signal_group_connect_object (self->annotation_signals, "items-changed", G_CALLBACK (update),
                                 self, G_CONNECT_SWAPPED);
  update (self);
}

void
sounder_pin_bar_set_record (SounderPinBar *self,
                            McpRecord     *record)
{
  GListModel *before;

  g_return_if_fail (SOUNDER_IS_PIN_BAR (self));

  before = get_annotations (self);
  if (!g_set_object (&self->record, record))
    return;

  if (get_annotations (self) != before)
    {
      g_signal_group_set_target (self->annotation_signals, get_annotations (self));
      gtk_list_box_bind_model (self->list, get_annotations (self), create_row, self, NULL);
    }
  update (self);
}

void
sounder_pin_bar_toggle (SounderPinBar *self)
{
  g_return_if_fail (SOUNDER_IS_PIN_BAR (self));

  if (self->record != NULL)
    gtk_toggle_button_set_active (self->pin_button,
                                  !gtk_toggle_button_get_active (self->pin_button));
}

/**
 * sounder_pin_bar_set_comment:
 * @comment: what to say about the record; empty takes it back
 *
 * Comments on the record. Its pin stays.
 */
void
sounder_pin_bar_set_comment (SounderPinBar *self,
                             const char    *comment)
{
  g_return_if_fail (SOUNDER_IS_PIN_BAR (self));
  g_return_if_fail (comment != NULL);

  annotate (self, gtk_toggle_button_get_active (self->pin_button), comment);
}

void
sounder_pin_bar_edit (SounderPinBar *self)
{
  GtkRoot *root;

  g_return_if_fail (SOUNDER_IS_PIN_BAR (self));

  if (self->record == NULL)
    return;

  /* By a key: the next one is for the list again, not for the button. */
  root = gtk_widget_get_root (GTK_WIDGET (self));
  g_set_weak_pointer (&self->focus_before, root != NULL ? gtk_root_get_focus (root) : NULL);
  gtk_menu_button_popup (self->comment_button);
}

void
sounder_pin_bar_step (SounderPinBar *self,
                      gboolean       forward)
{
  g_return_if_fail (SOUNDER_IS_PIN_BAR (self));

  if (self->record != NULL)
    show_serial (self, mcp_journal_find_annotation (mcp_record_get_journal (self->record),
                                                    mcp_record_get_serial (self->record), forward));
}
