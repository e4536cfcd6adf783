/* sounder-field-picker.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-picker.h"
#include "sounder-compat.h"
#include "sounder-field-picker.h"
#include "sounder-palette.h"
#include "sounder-widgets.h"

/*
 * Picking writes the text of the field, at once, and no more than that: whatever else is typed there is sent, too. What is in a
 * popover is made when it is opened: there may be thousands of fields.
 */

typedef struct
{
  McpForm     *form;        /* keeps what the node is */
  McpFormNode *node;
  McpPicker    picker;
  gboolean     following;   /* what is shown is being set: nobody picks */

  /* Of a date and a time. */
  GtkPopover  *popover;
  GtkCalendar *calendar;    /* (nullable), as is the rest */
  GtkWidget   *spins[3];    /* hour, minute, second */
  GtkDropDown *zones;

  /* Of a colour. */
  GtkWidget   *swatch;
} Picker;

static void
picker_free (gpointer data)
{
  Picker *self = data;

  g_object_unref (self->node);
  g_object_unref (self->form);
  g_free (self);
}

static const char *
get_text (Picker *self)
{
  return mcp_form_node_get_state (self->node) == MCP_FORM_VALUE ? mcp_form_node_get_text (self->node) : "";
}

/* --- Dates and times --- */

static const char *
get_zone (Picker *self)
{
  GtkStringObject *zone = gtk_drop_down_get_selected_item (self->zones);

  return zone != NULL ? gtk_string_object_get_string (zone) : "Z";
}

static void
write_time (Picker *self)
{
  McpPickedTime time;
  g_autofree char *text = NULL;

  if (self->following || mcp_form_node_get_form (self->node) == NULL)
    return;

  mcp_picker_read (self->picker, get_text (self), &time);
  if (self->calendar != NULL)
    {
      g_autoptr (GDateTime) date = gtk_calendar_get_date (self->calendar);

      g_date_time_get_ymd (date, &time.year, &time.month, &time.day);
    }
  if (self->zones != NULL)
    {
      time.hour = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->spins[0]));
      time.minute = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->spins[1]));
      time.second = gtk_spin_button_get_value_as_int (GTK_SPIN_BUTTON (self->spins[2]));
      g_strlcpy (time.zone, get_zone (self), sizeof time.zone);
    }
  text = mcp_picker_write (self->picker, get_text (self), &time);
  mcp_form_node_set_text (self->node, text);
}

/* Offers the zone of the text, the zone of this computer and UTC. */
static void
show_zones (Picker     *self,
            const char *zone)
{
  McpPickedTime now;
  const char *known[4] = { zone, "Z", NULL, NULL };
  guint n = g_str_equal (zone, "Z") ? 1 : 2;
  g_autoptr (GtkStringList) list = NULL;

  mcp_picker_read_now (&now);
  if (!g_str_equal (zone, now.zone))
    known[n] = now.zone;
  list = gtk_string_list_new (known);
  gtk_drop_down_set_model (self->zones, G_LIST_MODEL (list));
  gtk_drop_down_set_selected (self->zones, 0);
}

static void
show_time (Picker *self)
{
  McpPickedTime time;

  mcp_picker_read (self->picker, get_text (self), &time);
  self->following = TRUE;
  if (self->calendar != NULL)
    {
      g_autoptr (GDateTime) date = g_date_time_new_local (time.year, time.month, time.day, 12, 0, 0);

      if (date != NULL)
        gtk_calendar_select_day (self->calendar, date);
    }
  if (self->zones != NULL)
    {
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->spins[0]), time.hour);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->spins[1]), time.minute);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->spins[2]), time.second);
      show_zones (self, time.zone);
    }
  self->following = FALSE;
}

static void
now_clicked_cb (GtkButton *button,
                Picker    *self)
{
  McpPickedTime now;
  g_autofree char *text = NULL;

  if (mcp_form_node_get_form (self->node) == NULL)
    return;

  mcp_picker_read_now (&now);
  text = mcp_picker_write (self->picker, "", &now);
  mcp_form_node_set_text (self->node, text);
  show_time (self);
}

static gboolean
two_digits_cb (GtkSpinButton *spin,
               gpointer       user_data)
{
  g_autofree char *text = g_strdup_printf ("%02d", gtk_spin_button_get_value_as_int (spin));

  if (!g_str_equal (text, gtk_editable_get_text (GTK_EDITABLE (spin))))
    gtk_editable_set_text (GTK_EDITABLE (spin), text);

  return TRUE;
}

static GtkWidget *
new_spin (Picker     *self,
          const char *label,
          double      maximum)
{
  GtkWidget *spin = gtk_spin_button_new_with_range (0, maximum, 1);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (spin), GTK_ORIENTATION_VERTICAL);
  gtk_spin_button_set_wrap (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin), 2);
  gtk_widget_set_tooltip_text (spin, label);
  sounder_widgets_set_spoken (spin, label);
  g_signal_connect (spin, "output", G_CALLBACK (two_digits_cb), NULL);
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (write_time), self);

  return spin;
}

static GtkWidget *
new_clock (Picker *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  const char *labels[] = { _("Hour"), _("Minute"), _("Second") };

  gtk_widget_set_halign (box, GTK_ALIGN_CENTER);
  for (guint i = 0; i < G_N_ELEMENTS (self->spins); i++)
    {
      if (i > 0)
        gtk_box_append (GTK_BOX (box), gtk_label_new (":"));
      /* RFC 3339 has leap seconds. */
      self->spins[i] = new_spin (self, labels[i], i == 0 ? 23 : i == 1 ? 59 : 60);
      gtk_box_append (GTK_BOX (box), self->spins[i]);
    }

  self->zones = GTK_DROP_DOWN (gtk_drop_down_new (NULL, NULL));
  gtk_widget_set_valign (GTK_WIDGET (self->zones), GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->zones), _("Time zone; Z is UTC"));
  sounder_widgets_set_spoken (self->zones, _("Time zone"));
  g_signal_connect_swapped (self->zones, "notify::selected", G_CALLBACK (write_time), self);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->zones));

  return box;
}

/* Side by side: what is as high as that finds room above or below on small screens. */
static void
fill_popover (Picker *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *side = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *now =
    gtk_button_new_with_label (self->picker == MCP_PICKER_DATE ? _("Today") : _("Now"));

  if (mcp_picker_has_date (self->picker))
    {
      self->calendar = GTK_CALENDAR (gtk_calendar_new ());
      sounder_widgets_set_spoken (self->calendar, _("Date"));
      /* In another month the same day is not selected anew. */
      g_signal_connect_swapped (self->calendar, "day-selected", G_CALLBACK (write_time), self);
      g_signal_connect_swapped (self->calendar, "notify::month", G_CALLBACK (write_time), self);
      g_signal_connect_swapped (self->calendar, "notify::year", G_CALLBACK (write_time), self);
      gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->calendar));
    }
  if (mcp_picker_has_time (self->picker))
    gtk_box_append (GTK_BOX (side), new_clock (self));
  g_signal_connect (now, "clicked", G_CALLBACK (now_clicked_cb), self);
  gtk_box_append (GTK_BOX (side), now);
  gtk_widget_set_valign (side, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), side);
  gtk_popover_set_child (self->popover, box);
}

static void
popover_shown_cb (GtkWidget *popover,
                  Picker    *self)
{
  if (gtk_popover_get_child (self->popover) == NULL)
    fill_popover (self);
  show_time (self);
  gtk_widget_grab_focus (self->calendar != NULL ? GTK_WIDGET (self->calendar) : self->spins[0]);
}

static GtkWidget *
new_time_button (Picker *self)
{
  GtkWidget *button = gtk_menu_button_new ();
  gboolean has_date = mcp_picker_has_date (self->picker);

  self->popover = GTK_POPOVER (gtk_popover_new ());
  g_signal_connect (self->popover, "show", G_CALLBACK (popover_shown_cb), self);
  gtk_menu_button_set_popover (GTK_MENU_BUTTON (button), GTK_WIDGET (self->popover));
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button),
                                 has_date ? "x-office-calendar-symbolic" : "preferences-system-time-symbolic");
  gtk_widget_set_tooltip_text (button, has_date ? _("Pick a Date (Alt+Down)") : _("Pick a Time (Alt+Down)"));

  return button;
}

/* --- Colours --- */

static gboolean
read_color (Picker  *self,
            GdkRGBA *color)
{
  return gdk_rgba_parse (color, get_text (self));
}

/* What is no colour is crossed out. */
static void
draw_swatch (GtkDrawingArea *area,
             cairo_t        *cr,
             int             width,
             int             height,
             gpointer        user_data)
{
  GdkRGBA color;
  GdkRGBA line = sounder_palette_get (SOUNDER_TONE_DIM);

  if (read_color (user_data, &color))
    {
      gdk_cairo_set_source_rgba (cr, &color);
      cairo_paint (cr);
    }
  gdk_cairo_set_source_rgba (cr, &line);
  cairo_set_line_width (cr, 1);
  cairo_rectangle (cr, 0.5, 0.5, width - 1, height - 1);
  if (!read_color (user_data, &color))
    {
      cairo_move_to (cr, 0.5, height - 0.5);
      cairo_line_to (cr, width - 0.5, 0.5);
    }
  cairo_stroke (cr);
}

static void
color_chosen_cb (const GdkRGBA *color,
                 gpointer       user_data)
{
  g_autoptr (GtkWidget) button = user_data;
  Picker *self = g_object_get_data (G_OBJECT (button), "sounder-picker");
  g_autofree char *text = NULL;

  if (color == NULL || mcp_form_node_get_form (self->node) == NULL)
    return;

  text = mcp_picker_write_color (mcp_form_node_get_field (self->node), get_text (self), color->red * 255 + 0.5,
                                 color->green * 255 + 0.5, color->blue * 255 + 0.5);
  mcp_form_node_set_text (self->node, text);
}

static void
color_clicked_cb (GtkButton *button,
                  Picker    *self)
{
  GdkRGBA color;
  gboolean is_one = read_color (self, &color);

  sounder_compat_choose_color (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (button))), _("Pick a Color"),
                               is_one ? &color : NULL, color_chosen_cb, g_object_ref (button));
}

static GtkWidget *
new_color_button (Picker *self)
{
  GtkWidget *button = gtk_button_new ();

  self->swatch = gtk_drawing_area_new ();
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (self->swatch), 16);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (self->swatch), 16);
  gtk_widget_set_valign (self->swatch, GTK_ALIGN_CENTER);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self->swatch), draw_swatch, self, NULL);
  g_signal_connect_object (self->node, "changed", G_CALLBACK (gtk_widget_queue_draw), self->swatch, G_CONNECT_SWAPPED);
  gtk_button_set_child (GTK_BUTTON (button), self->swatch);
  gtk_widget_set_tooltip_text (button, _("Pick a Color (Alt+Down)"));
  g_signal_connect (button, "clicked", G_CALLBACK (color_clicked_cb), self);

  return button;
}

/* --- The button --- */

static gboolean
key_cb (GtkEventControllerKey *controller,
        guint                  keyval,
        guint                  keycode,
        GdkModifierType        modifiers,
        GtkWidget             *button)
{
  if (keyval != GDK_KEY_Down || (modifiers & GDK_ALT_MASK) == 0)
    return FALSE;

  return gtk_widget_activate (button);
}

GtkWidget *
sounder_field_picker_new (McpFormNode *node,
                          GtkWidget   *entry,
                          const char  *name)
{
  McpPicker picker = mcp_picker_of_field (mcp_form_node_get_field (node));
  GtkEventController *keys;
  g_autofree char *label = NULL;
  GtkWidget *button;
  Picker *self;

  if (picker == MCP_PICKER_NONE)
    return NULL;

  self = g_new0 (Picker, 1);
  self->form = g_object_ref (mcp_form_node_get_form (node));
  self->node = g_object_ref (node);
  self->picker = picker;
  button = picker == MCP_PICKER_COLOR ? new_color_button (self) : new_time_button (self);
  g_object_set_data_full (G_OBJECT (button), "sounder-picker", self, picker_free);

  /* Translators: the name of an argument. */
  label = g_strdup_printf (_("Pick %s"), name);
  sounder_widgets_set_spoken (button, label);
  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (key_cb), button, 0);
  gtk_widget_add_controller (entry, keys);

  return button;
}
