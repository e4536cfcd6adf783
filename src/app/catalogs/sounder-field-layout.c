/* sounder-field-layout.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-field-layout.h"

/**
 * SounderFieldLayout:
 *
 * Lays out a line of the form: words, a control, a button at the end. Each line decides by its own
 * width alone, so that the controls of all of them begin at one place: in a column of their own, or
 * below the words where there is no room for one, or the control wants the whole width.
 */

#define SPACING     12
#define SPACING_ROW 6

/* In lines that are narrower than this, no control is beside its words. */
#define BESIDE_FROM 380

struct _SounderFieldLayout
{
  GtkLayoutManager parent_instance;

  gboolean         below;
};

G_DEFINE_FINAL_TYPE (SounderFieldLayout, sounder_field_layout, GTK_TYPE_LAYOUT_MANAGER)

typedef struct
{
  GtkWidget *words;
  GtkWidget *control;
  GtkWidget *button;
  int        end; /* what the button takes, with the space before it */
} Line;

static int
get_minimum_width (GtkWidget *widget)
{
  int minimum;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL, NULL);

  return minimum;
}

static int
get_height (GtkWidget *widget,
            int        width)
{
  int natural;

  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, width, NULL, &natural, NULL, NULL);

  return natural;
}

static Line
get_line (GtkWidget *widget)
{
  GtkWidget *words = gtk_widget_get_first_child (widget);
  GtkWidget *button = gtk_widget_get_last_child (widget);

  return (Line) {
    .words = words,
    .control = gtk_widget_get_next_sibling (words),
    .button = button,
    .end = gtk_widget_should_layout (button) ? SPACING + get_minimum_width (button) : 0,
  };
}

static int
get_column (int width)
{
  return width * 2 / 5;
}

static gboolean
is_below (SounderFieldLayout *self,
          const Line         *line,
          int                 width)
{
  return self->below || width < BESIDE_FROM
         || get_minimum_width (line->control) > width - get_column (width) - line->end;
}

static GtkSizeRequestMode
sounder_field_layout_get_request_mode (GtkLayoutManager *manager,
                                       GtkWidget        *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
measure_width (const Line *line,
               int        *minimum,
               int        *natural)
{
  int words_minimum, words_natural, minimum_width, natural_width;

  gtk_widget_measure (line->words, GTK_ORIENTATION_HORIZONTAL, -1, &words_minimum, &words_natural,
                      NULL, NULL);
  gtk_widget_measure (line->control, GTK_ORIENTATION_HORIZONTAL, -1, &minimum_width,
                      &natural_width, NULL, NULL);

  *minimum = MAX (words_minimum + line->end, minimum_width);
  *natural = MAX (*minimum, words_natural + SPACING + natural_width + line->end);
}

static void
sounder_field_layout_measure (GtkLayoutManager *manager,
                              GtkWidget        *widget,
                              GtkOrientation    orientation,
                              int               for_size,
                              int              *minimum,
                              int              *natural,
                              int              *minimum_baseline,
                              int              *natural_baseline)
{
  Line line = get_line (widget);
  int width, unused;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      measure_width (&line, minimum, natural);
      return;
    }

  if (for_size >= 0)
    width = for_size;
  else
    measure_width (&line, &unused, &width);

  if (is_below (SOUNDER_FIELD_LAYOUT (manager), &line, width))
    *minimum = MAX (get_height (line.words, width - line.end),
                    line.end > 0 ? get_height (line.button, -1) : 0)
               + SPACING_ROW + get_height (line.control, width);
  else
    *minimum = MAX (get_height (line.words, get_column (width) - SPACING),
                    MAX (get_height (line.control, width - get_column (width) - line.end),
                         line.end > 0 ? get_height (line.button, -1) : 0));
  *natural = *minimum;
}

/* Puts a widget in a place: @x as a reader from the left counts. */
static void
place (GtkWidget *line,
       GtkWidget *widget,
       int        x,
       int        y,
       int        width,
       int        height)
{
  if (gtk_widget_get_direction (line) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (line) - x - width;

  gtk_widget_size_allocate (widget, &(GtkAllocation) { x, y, width, height }, -1);
}

static void
sounder_field_layout_allocate (GtkLayoutManager *manager,
                               GtkWidget        *widget,
                               int               width,
                               int               height,
                               int               baseline)
{
  Line line = get_line (widget);
  gboolean below = is_below (SOUNDER_FIELD_LAYOUT (manager), &line, width);
  int column = get_column (width);
  int words_width = below ? width - line.end : column - SPACING;
  int x = below ? 0 : column;
  int room = below ? width : width - column - line.end;
  int words_height = get_height (line.words, words_width);
  int button_height = line.end > 0 ? get_height (line.button, -1) : 0;
  int head = below ? MAX (words_height, button_height) : height;
  int control_width, control_height, control_y;

  gtk_widget_measure (line.control, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &control_width, NULL,
                      NULL);
  if (SOUNDER_FIELD_LAYOUT (manager)->below || control_width > room
      || gtk_widget_compute_expand (line.control, GTK_ORIENTATION_HORIZONTAL))
    control_width = room;
  control_height = get_height (line.control, control_width);
  control_y = below ? head + SPACING_ROW : (height - control_height) / 2;

  place (widget, line.words, 0, (head - words_height) / 2, words_width, words_height);
  place (widget, line.control, x, control_y, control_width,
         below ? height - control_y : control_height);
  if (line.end > 0)
    place (widget, line.button, width - line.end + SPACING, (head - button_height) / 2,
           line.end - SPACING, button_height);
}

static void
sounder_field_layout_class_init (SounderFieldLayoutClass *klass)
{
  GtkLayoutManagerClass *layout_class = GTK_LAYOUT_MANAGER_CLASS (klass);

  layout_class->get_request_mode = sounder_field_layout_get_request_mode;
  layout_class->measure = sounder_field_layout_measure;
  layout_class->allocate = sounder_field_layout_allocate;
}

static void
sounder_field_layout_init (SounderFieldLayout *self)
{
}

void
sounder_field_layout_set_below (SounderFieldLayout *self,
                                gboolean            below)
{
  g_return_if_fail (SOUNDER_IS_FIELD_LAYOUT (self));

  self->below = below;
  gtk_layout_manager_layout_changed (GTK_LAYOUT_MANAGER (self));
}
