/* sounder-timeline-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-template.h"
#include "sounder-timeline-page.h"

/**
 * SounderTimelinePage:
 *
 * The page of a session that shows its traffic: a timeline, and the selected record, beside the rows
 * where there is room for it, else below them, and in a narrow window in their place. Where nothing is
 * selected the rows have it all.
 */

/* From how many pixels of width on the details stand beside the rows, and how much they get. */
#define BESIDE_FROM   900
#define DETAILS_SHARE 0.42

/* A frame sees what was asked for, and the one after it how much room is left. */
#define FRAMES_TO_SHRINK 2

struct _SounderTimelinePage
{
  SounderPage           base;

  SounderTimeline      *timeline;
  SounderRecordDetails *details;

  /* Until the selected row is brought back into sight; 0 for not at all. */
  guint                 reveal_frames;
};

G_DEFINE_FINAL_TYPE (SounderTimelinePage, sounder_timeline_page, SOUNDER_TYPE_PAGE)

/* What was selected where the details are now would stay under them. */
static gboolean
reveal_cb (GtkWidget     *widget,
           GdkFrameClock *frame_clock,
           gpointer       user_data)
{
  SounderTimelinePage *self = SOUNDER_TIMELINE_PAGE (widget);

  if (--self->reveal_frames > 0)
    return G_SOURCE_CONTINUE;

  sounder_timeline_show_selected (self->timeline);

  return G_SOURCE_REMOVE;
}

static gboolean
has_focus_in (SounderTimelinePage *self,
              GtkWidget           *widget)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, widget);
}

static void
update_details (SounderTimelinePage *self)
{
  McpRecord *record = sounder_timeline_get_selected_record (self->timeline);
  GtkWidget *details = GTK_WIDGET (self->details);
  gboolean was_visible = gtk_widget_get_visible (details);
  gboolean alone = record != NULL && self->base.width_class == SOUNDER_WIDTH_NARROW;
  gboolean had_focus = has_focus_in (self, GTK_WIDGET (self->timeline))
                       && !has_focus_in (self, details);
  SounderTimelineView view;

  gtk_widget_set_visible (details, record != NULL);
  sounder_timeline_set_alone (self->timeline, alone);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "timeline-page.close-details", record != NULL);

  /* What is hidden has no keys, and with it Escape would have none. */
  if (alone && had_focus)
    gtk_widget_child_focus (details, GTK_DIR_TAB_FORWARD);

  g_object_get (self->timeline, "view", &view, NULL);
  if (!was_visible && record != NULL && !alone && view == SOUNDER_VIEW_LIST
      && self->reveal_frames == 0)
    {
      self->reveal_frames = FRAMES_TO_SHRINK;
      gtk_widget_add_tick_callback (GTK_WIDGET (self), reveal_cb, NULL, NULL);
    }
}

static void
close_details_cb (SounderTimelinePage *self)
{
  sounder_timeline_unselect (self->timeline);
}

static void
step_message_cb (SounderTimelinePage *self,
                 const char          *action_name)
{
  sounder_timeline_step (self->timeline, g_str_equal (action_name, "timeline-page.next-message"));
}

static void
pin_cb (SounderTimelinePage *self)
{
  sounder_pin_bar_toggle (sounder_record_details_get_pin_bar (self->details));
}

static void
comment_cb (SounderTimelinePage *self)
{
  sounder_pin_bar_edit (sounder_record_details_get_pin_bar (self->details));
}

static void
step_pin_cb (SounderTimelinePage *self,
             const char          *action_name)
{
  sounder_pin_bar_step (sounder_record_details_get_pin_bar (self->details),
                        g_str_equal (action_name, "timeline-page.next-pin"));
}

static void
width_changed (SounderPage *page)
{
  update_details (SOUNDER_TIMELINE_PAGE (page));
}

static void
sounder_timeline_page_constructed (GObject *object)
{
  SounderTimelinePage *self = SOUNDER_TIMELINE_PAGE (object);

  G_OBJECT_CLASS (sounder_timeline_page_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  g_object_set (sounder_timeline_get_split (self->timeline), "memory", "timeline", "share",
                DETAILS_SHARE, "beside-from", BESIDE_FROM, "end-child", self->details, NULL);
  sounder_timeline_keep (self->timeline, sounder_place_get (self->base.place, "timeline"));
  update_details (self);
}

static void
sounder_timeline_page_class_init (SounderTimelinePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_timeline_page_constructed;
  SOUNDER_PAGE_CLASS (klass)->width_changed = width_changed;

  g_type_ensure (SOUNDER_TYPE_TIMELINE);
  g_type_ensure (SOUNDER_TYPE_RECORD_DETAILS);

  sounder_template_set (widget_class, "sounder-timeline-page.ui");
  sounder_template_bind (widget_class, SounderTimelinePage, timeline, details);
  sounder_template_connect (widget_class, update_details);

  sounder_template_action (widget_class, "timeline-page.close-details", NULL, close_details_cb);
  sounder_template_action (widget_class, "timeline-page.next-message", NULL, step_message_cb);
  sounder_template_action (widget_class, "timeline-page.previous-message", NULL, step_message_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0,
                                       "timeline-page.close-details", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK,
                                       "timeline-page.next-message", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK,
                                       "timeline-page.previous-message", NULL);
  sounder_template_action (widget_class, "timeline-page.pin", NULL, pin_cb);
  sounder_template_action (widget_class, "timeline-page.comment", NULL, comment_cb);
  sounder_template_action (widget_class, "timeline-page.next-pin", NULL, step_pin_cb);
  sounder_template_action (widget_class, "timeline-page.previous-pin", NULL, step_pin_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, GDK_CONTROL_MASK,
                                       "timeline-page.pin", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, GDK_CONTROL_MASK | GDK_SHIFT_MASK,
                                       "timeline-page.comment", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "timeline-page.next-pin", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, GDK_SHIFT_MASK,
                                       "timeline-page.previous-pin", NULL);
}

static void
sounder_timeline_page_init (SounderTimelinePage *self)
{
}

void
sounder_timeline_page_show_record (SounderTimelinePage *self,
                                   guint                serial)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_PAGE (self));

  sounder_timeline_show_record (self->timeline, serial);
}

SounderTimeline *
sounder_timeline_page_get_timeline (SounderTimelinePage *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_PAGE (self), NULL);

  return self->timeline;
}
