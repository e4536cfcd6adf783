/* sounder-timeline-filter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-query.h"
#include "mcp-summary.h"

#include "sounder-settings.h"
#include "sounder-timeline-filter.h"
#include "sounder-widgets.h"

/**
 * SounderTimelineFilter:
 *
 * What helps to type a filter. It belongs to an entry and lives as long as it.
 *
 * The focus stays in the entry: Down and Up choose of what is suggested, Tab takes the first or the
 * chosen one, Enter the chosen one, Escape closes. In an empty entry, Down shows what was asked
 * before. Filters that made sense are kept as a setting, all timelines share them.
 */

#define SETTING     "timeline-filters"
#define MAX_RECENT  20
#define MAX_SHOWN   40
#define MAX_HEIGHT  260
/* How wide what is wrong may make the popover, in characters. */
#define ERROR_CHARS 32
/* A filter that is longer was pasted, and helps nobody again. */
#define MAX_RECENT_BYTES 500

struct _SounderTimelineFilter
{
  GObject      parent_instance;

  GtkEditable *entry;        /* not owned: it owns this */
  McpJournal  *journal;      /* (nullable) */

  GtkWidget   *popover;
  GtkListBox  *rows;
  GtkLabel    *error_label;  /* the popover covers what stands below the entry */
  GPtrArray   *shown;        /* of McpQueryCompletion */
  guint        suggest_id;

  guint        has_error : 1;
  guint        accepting : 1; /* the text changes because it was chosen */
};

G_DEFINE_FINAL_TYPE (SounderTimelineFilter, sounder_timeline_filter, G_TYPE_OBJECT)

static char **
dup_recent (void)
{
  GSettings *settings = sounder_settings_get_default ();

  return settings != NULL ? g_settings_get_strv (settings, SETTING) : g_new0 (char *, 1);
}

static guint
get_cursor_bytes (SounderTimelineFilter *self)
{
  const char *text = gtk_editable_get_text (self->entry);

  return (guint) (g_utf8_offset_to_pointer (text, gtk_editable_get_position (self->entry)) - text);
}

static GtkWidget *
create_label (const char *text,
              const char *classes)
{
  g_autofree char *visible = mcp_format_label (text, FALSE);

  return sounder_widgets_new_line (visible, classes);
}

static void
add_row (SounderTimelineFilter    *self,
         const McpQueryCompletion *completion)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *text = create_label (completion->text, "mono");

  gtk_box_append (GTK_BOX (box), text);
  if (completion->description != NULL && *completion->description != '\0')
    {
      GtkWidget *description = create_label (completion->description, "dim-label caption");

      gtk_widget_set_hexpand (description, TRUE);
      gtk_widget_set_halign (description, GTK_ALIGN_END);
      gtk_box_append (GTK_BOX (box), description);
    }
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_append (self->rows, row);
}

static void
show (SounderTimelineFilter *self,
      GPtrArray             *completions)
{
  g_ptr_array_unref (self->shown);
  self->shown = g_ptr_array_ref (completions);
  if (completions->len > MAX_SHOWN)
    g_ptr_array_set_size (completions, MAX_SHOWN);

  if (completions->len == 0 || !gtk_widget_get_mapped (GTK_WIDGET (self->entry)))
    {
      sounder_timeline_filter_close (self);
      return;
    }

  sounder_widgets_remove_children (self->rows);
  for (guint i = 0; i < completions->len; i++)
    add_row (self, g_ptr_array_index (completions, i));
  gtk_list_box_unselect_all (self->rows);
  gtk_widget_set_size_request (self->popover,
                               MAX (280, gtk_widget_get_width (GTK_WIDGET (self->entry))), -1);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

/* What was asked before, the last first. */
static GPtrArray *
create_recent (SounderTimelineFilter *self)
{
  GPtrArray *completions
    = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_query_completion_free);
  g_auto (GStrv) recent = dup_recent ();

  for (guint i = 0; recent[i] != NULL; i++)
    {
      McpQueryCompletion *completion = g_new0 (McpQueryCompletion, 1);

      completion->text = g_strdup (recent[i]);
      completion->description = g_strdup (_("asked before"));
      g_ptr_array_add (completions, completion);
    }

  return completions;
}

/* What would change nothing is no suggestion. */
static GPtrArray *
create_completions (SounderTimelineFilter *self)
{
  const char *text = gtk_editable_get_text (self->entry);
  GPtrArray *completions = mcp_query_complete (text, get_cursor_bytes (self), self->journal);

  for (guint i = completions->len; i > 0; i--)
    {
      const McpQueryCompletion *completion = g_ptr_array_index (completions, i - 1);

      if (strlen (completion->text) == completion->to - completion->from
          && strncmp (text + completion->from, completion->text, strlen (completion->text)) == 0)
        g_ptr_array_remove_index (completions, i - 1);
    }

  return completions;
}

static gboolean
has_focus (SounderTimelineFilter *self)
{
  GtkStateFlags flags = gtk_widget_get_state_flags (GTK_WIDGET (self->entry));

  return (flags & GTK_STATE_FLAG_FOCUS_WITHIN) != 0;
}

static gboolean
suggest_cb (gpointer user_data)
{
  SounderTimelineFilter *self = user_data;
  g_autoptr (GPtrArray) completions = NULL;

  self->suggest_id = 0;
  if (!has_focus (self))
    return G_SOURCE_REMOVE;

  completions = create_completions (self);
  show (self, completions);

  return G_SOURCE_REMOVE;
}

static void
changed_cb (SounderTimelineFilter *self)
{
  if (self->accepting)
    return;

  g_clear_handle_id (&self->suggest_id, g_source_remove);
  /* When the text changes, the cursor is still where it was before. */
  if (has_focus (self) && *gtk_editable_get_text (self->entry) != '\0')
    self->suggest_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, suggest_cb, self, NULL);
  else
    sounder_timeline_filter_close (self);
}

static void
move (SounderTimelineFilter *self,
      int                    step)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->rows);
  int position = row != NULL ? gtk_list_box_row_get_index (row) + step : step > 0 ? 0 : -1;
  GtkAdjustment *adjustment;
  graphene_rect_t bounds;

  row = gtk_list_box_get_row_at_index (
    self->rows, CLAMP (position, 0, MAX ((int) self->shown->len - 1, 0)));
  if (row == NULL)
    return;

  gtk_list_box_select_row (self->rows, row);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (self->entry),
                                  GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT, row, -1);
  adjustment = gtk_list_box_get_adjustment (self->rows);
  if (adjustment != NULL
      && gtk_widget_compute_bounds (GTK_WIDGET (row), GTK_WIDGET (self->rows), &bounds))
    gtk_adjustment_clamp_page (adjustment, bounds.origin.y,
                               bounds.origin.y + bounds.size.height);
}

/* Takes what is chosen, or else the first when that is meant. */
static gboolean
take (SounderTimelineFilter *self,
      gboolean               or_first)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->rows);

  if (row == NULL && !or_first)
    {
      sounder_timeline_filter_close (self);
      return FALSE;
    }

  sounder_timeline_filter_accept (self, row != NULL ? (guint) gtk_list_box_row_get_index (row) : 0);

  return TRUE;
}

static gboolean
key_pressed_cb (SounderTimelineFilter *self,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                GtkEventControllerKey *controller)
{
  if ((state & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return FALSE;

  return sounder_timeline_filter_press (self, keyval);
}

static void
row_activated_cb (SounderTimelineFilter *self,
                  GtkListBoxRow         *row)
{
  sounder_timeline_filter_accept (self, (guint) gtk_list_box_row_get_index (row));
}

static void
focus_left_cb (SounderTimelineFilter *self)
{
  sounder_timeline_filter_close (self);
  sounder_timeline_filter_remember (self);
}

static void
entry_destroyed_cb (SounderTimelineFilter *self)
{
  g_clear_handle_id (&self->suggest_id, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->journal);
}

static void
sounder_timeline_filter_finalize (GObject *object)
{
  SounderTimelineFilter *self = SOUNDER_TIMELINE_FILTER (object);

  g_clear_handle_id (&self->suggest_id, g_source_remove);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
  g_clear_object (&self->journal);
  g_ptr_array_unref (self->shown);

  G_OBJECT_CLASS (sounder_timeline_filter_parent_class)->finalize (object);
}

static void
sounder_timeline_filter_class_init (SounderTimelineFilterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_timeline_filter_finalize;
}

static void
sounder_timeline_filter_init (SounderTimelineFilter *self)
{
  self->shown = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_query_completion_free);
}

static void
build_popover (SounderTimelineFilter *self)
{
  GtkWidget *window = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->rows = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_BROWSE);
  sounder_widgets_set_spoken (self->rows, _("How the filter could go on"));
  g_signal_connect_object (self->rows, "row-activated", G_CALLBACK (row_activated_cb), self,
                           G_CONNECT_SWAPPED);

  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (window), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (window), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (window), MAX_HEIGHT);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (window), GTK_WIDGET (self->rows));

  self->popover = gtk_popover_new ();
  gtk_popover_set_autohide (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_has_arrow (GTK_POPOVER (self->popover), FALSE);
  gtk_popover_set_position (GTK_POPOVER (self->popover), GTK_POS_BOTTOM);
  gtk_widget_add_css_class (self->popover, "completion");
  gtk_widget_set_can_focus (self->popover, FALSE);
  self->error_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_width_chars (self->error_label, ERROR_CHARS);
  gtk_label_set_max_width_chars (self->error_label, ERROR_CHARS);
  gtk_label_set_xalign (self->error_label, 0);
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "error");
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "timeline-filter-error");
  gtk_box_append (GTK_BOX (box), window);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->error_label));
  gtk_popover_set_child (GTK_POPOVER (self->popover), box);
  gtk_widget_set_parent (self->popover, GTK_WIDGET (self->entry));
}

/**
 * sounder_timeline_filter_new:
 * @entry: what is typed into
 *
 * Adds help to an entry, which owns it from then on.
 *
 * Returns: (transfer none): the help
 */
SounderTimelineFilter *
sounder_timeline_filter_new (GtkEditable *entry)
{
  SounderTimelineFilter *self;
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_return_val_if_fail (GTK_IS_EDITABLE (entry), NULL);

  self = g_object_new (SOUNDER_TYPE_TIMELINE_FILTER, NULL);
  self->entry = entry;
  build_popover (self);

  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), keys);
  g_signal_connect_object (focus, "leave", G_CALLBACK (focus_left_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (entry), focus);
  g_signal_connect_object (entry, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (entry, "destroy", G_CALLBACK (entry_destroyed_cb), self,
                           G_CONNECT_SWAPPED);
  g_object_set_data_full (G_OBJECT (entry), "sounder-timeline-filter", self, g_object_unref);

  return self;
}

void
sounder_timeline_filter_set_journal (SounderTimelineFilter *self,
                                     McpJournal            *journal)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_FILTER (self));

  g_set_object (&self->journal, journal);
}

/**
 * sounder_timeline_filter_show_error:
 * @error: (nullable): what mcp_query_new() says of the text
 *
 * Underlines what is wrong with the text, or nothing, and says it below what is suggested.
 */
void
sounder_timeline_filter_show_error (SounderTimelineFilter *self,
                                    const GError          *error)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GtkEditable *text = gtk_editable_get_delegate (self->entry);

  g_return_if_fail (SOUNDER_IS_TIMELINE_FILTER (self));

  self->has_error = error != NULL;
  gtk_label_set_text (self->error_label, error != NULL ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), error != NULL);
  if (error != NULL)
    {
      PangoAttribute *underline = pango_attr_underline_new (PANGO_UNDERLINE_ERROR);
      guint n_bytes = (guint) strlen (gtk_editable_get_text (self->entry));
      guint offset = (guint) mcp_query_error_get_offset (error);
      guint length = (guint) mcp_query_error_get_length (error);

      /* What is missing at the end is shown at what stands there. */
      underline->start_index = MIN (offset, MAX (n_bytes, 1) - 1);
      underline->end_index = MAX (MIN (offset + length, n_bytes), underline->start_index + 1);
      pango_attr_list_insert (attributes, underline);
    }
  if (GTK_IS_TEXT (text))
    gtk_text_set_attributes (GTK_TEXT (text), attributes);
}

/* Shows how the text could go on; of an empty one, what was asked before. */
static void
sounder_timeline_filter_suggest (SounderTimelineFilter *self)
{
  g_autoptr (GPtrArray) completions = NULL;

  g_return_if_fail (SOUNDER_IS_TIMELINE_FILTER (self));

  if (*gtk_editable_get_text (self->entry) == '\0')
    completions = create_recent (self);
  if (completions == NULL || completions->len == 0)
    {
      g_clear_pointer (&completions, g_ptr_array_unref);
      completions = create_completions (self);
    }
  show (self, completions);
}

/* Takes the suggestions away. */
void
sounder_timeline_filter_close (SounderTimelineFilter *self)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_FILTER (self));

  g_clear_handle_id (&self->suggest_id, g_source_remove);
  if (self->popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (self->popover));
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (self->entry),
                                 GTK_ACCESSIBLE_RELATION_ACTIVE_DESCENDANT);
}

gboolean
sounder_timeline_filter_is_open (SounderTimelineFilter *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_FILTER (self), FALSE);

  return self->popover != NULL && gtk_widget_get_visible (self->popover);
}

guint
sounder_timeline_filter_get_n_shown (SounderTimelineFilter *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_FILTER (self), 0);

  return self->shown->len;
}

/**
 * sounder_timeline_filter_accept:
 * @i: which suggestion
 *
 * Puts a suggestion into the entry. What begins a term, like a field, is suggested to go on at once.
 */
void
sounder_timeline_filter_accept (SounderTimelineFilter *self,
                                guint                  i)
{
  const McpQueryCompletion *completion;
  GtkEditable *entry = self->entry;
  g_autofree char *text = NULL;
  g_autofree char *inserted = NULL;
  guint from;
  guint to;
  int position;

  g_return_if_fail (SOUNDER_IS_TIMELINE_FILTER (self));
  g_return_if_fail (i < self->shown->len);

  completion = g_ptr_array_index (self->shown, i);
  text = g_strdup (gtk_editable_get_text (entry));
  inserted = g_strdup (completion->text);
  from = MIN (completion->from, (guint) strlen (text));
  to = CLAMP (completion->to, from, (guint) strlen (text));

  self->accepting = TRUE;
  position = (int) g_utf8_pointer_to_offset (text, text + from);
  gtk_editable_delete_text (entry, position, (int) g_utf8_pointer_to_offset (text, text + to));
  gtk_editable_insert_text (entry, inserted, -1, &position);
  gtk_editable_set_position (entry, position);
  self->accepting = FALSE;

  if (g_str_has_suffix (inserted, ":"))
    sounder_timeline_filter_suggest (self);
  else
    sounder_timeline_filter_close (self);
}

/**
 * sounder_timeline_filter_press:
 * @keyval: a key
 *
 * Lets a key choose, take or close.
 *
 * Returns: %FALSE when it means something else here
 */
gboolean
sounder_timeline_filter_press (SounderTimelineFilter *self,
                               guint                  keyval)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_FILTER (self), FALSE);

  if (!sounder_timeline_filter_is_open (self))
    {
      if (keyval == GDK_KEY_Down)
        sounder_timeline_filter_suggest (self);
      else if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter)
        sounder_timeline_filter_remember (self);
      return keyval == GDK_KEY_Down;
    }

  switch (keyval)
    {
    case GDK_KEY_Down:
      move (self, 1);
      return TRUE;
    case GDK_KEY_Up:
      move (self, -1);
      return TRUE;
    case GDK_KEY_Escape:
      sounder_timeline_filter_close (self);
      return TRUE;
    case GDK_KEY_Tab:
      return take (self, TRUE);
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return take (self, FALSE);
    default:
      return FALSE;
    }
}

/* Keeps the text of the entry for another time, if it makes sense. */
void
sounder_timeline_filter_remember (SounderTimelineFilter *self)
{
  GSettings *settings = sounder_settings_get_default ();
  g_autofree char *text = NULL;
  g_auto (GStrv) recent = NULL;
  g_autoptr (GPtrArray) kept = NULL;

  g_return_if_fail (SOUNDER_IS_TIMELINE_FILTER (self));

  text = g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
  if (settings == NULL || self->has_error || *text == '\0' || strlen (text) > MAX_RECENT_BYTES)
    return;

  recent = dup_recent ();
  if (g_strcmp0 (recent[0], text) == 0)
    return;

  kept = g_ptr_array_new ();
  g_ptr_array_add (kept, text);
  for (guint i = 0; recent[i] != NULL && kept->len < MAX_RECENT; i++)
    if (strcmp (recent[i], text) != 0)
      g_ptr_array_add (kept, recent[i]);
  g_ptr_array_add (kept, NULL);
  g_settings_set_strv (settings, SETTING, (const char *const *) kept->pdata);
}
