/* sounder-adaptive-bin.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-adaptive-bin.h"

/**
 * SounderAdaptiveBin:
 *
 * Holds the content of a window and puts its width into one of three classes.
 *
 * The layout of one class may need more room than the next one has, so the bin
 * asks for little whatever its child needs, gives the child at least its
 * minimum and cuts off the rest, until the class has changed. The class is set
 * from an idle: changing a layout while it is being allocated is not allowed.
 */

#define MIN_WIDTH  360
#define MIN_HEIGHT 294

struct _SounderAdaptiveBin
{
  GtkWidget          parent_instance;

  GtkWidget         *child;
  SounderWidthClass  width_class;

  /* What the last allocation asks for; applied by the idle. */
  SounderWidthClass  wanted_class;
  guint              idle_id;
};

G_DEFINE_FINAL_TYPE (SounderAdaptiveBin, sounder_adaptive_bin, GTK_TYPE_WIDGET)

G_DEFINE_ENUM_TYPE (SounderWidthClass, sounder_width_class,
                    G_DEFINE_ENUM_VALUE (SOUNDER_WIDTH_NARROW, "narrow"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_WIDTH_MEDIUM, "medium"),
                    G_DEFINE_ENUM_VALUE (SOUNDER_WIDTH_WIDE, "wide"))

enum {
  PROP_0,
  PROP_CHILD,
  PROP_WIDTH_CLASS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
apply_width_class_cb (gpointer data)
{
  SounderAdaptiveBin *self = data;

  self->idle_id = 0;

  if (self->width_class != self->wanted_class)
    {
      self->width_class = self->wanted_class;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WIDTH_CLASS]);
    }

  return G_SOURCE_REMOVE;
}

static void
sounder_adaptive_bin_measure (GtkWidget      *widget,
                              GtkOrientation  orientation,
                              int             for_size,
                              int            *minimum,
                              int            *natural,
                              int            *minimum_baseline,
                              int            *natural_baseline)
{
  SounderAdaptiveBin *self = SOUNDER_ADAPTIVE_BIN (widget);
  int child_minimum = 0;
  int child_natural = 0;

  /* Not for_size: the child may need more of it than there is, which it then gets. */
  if (self->child != NULL)
    gtk_widget_measure (self->child, orientation, -1, &child_minimum, &child_natural, NULL, NULL);

  *minimum = MIN (child_minimum, orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT);
  *natural = MAX (child_natural, *minimum);
}

static void
sounder_adaptive_bin_size_allocate (GtkWidget *widget,
                                    int        width,
                                    int        height,
                                    int        baseline)
{
  SounderAdaptiveBin *self = SOUNDER_ADAPTIVE_BIN (widget);

  if (self->child != NULL && gtk_widget_should_layout (self->child))
    {
      int child_width;
      int child_height;

      gtk_widget_measure (self->child, GTK_ORIENTATION_HORIZONTAL, -1, &child_width, NULL, NULL,
                          NULL);
      child_width = MAX (child_width, width);
      gtk_widget_measure (self->child, GTK_ORIENTATION_VERTICAL, child_width, &child_height, NULL,
                          NULL, NULL);
      gtk_widget_allocate (self->child, child_width, MAX (child_height, height), baseline, NULL);
    }

  self->wanted_class = sounder_width_class_for_width (width);
  if (self->wanted_class != self->width_class && self->idle_id == 0)
    self->idle_id = g_idle_add_full (G_PRIORITY_HIGH, apply_width_class_cb, self, NULL);
}

static void
sounder_adaptive_bin_dispose (GObject *object)
{
  SounderAdaptiveBin *self = SOUNDER_ADAPTIVE_BIN (object);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  g_clear_pointer (&self->child, gtk_widget_unparent);

  G_OBJECT_CLASS (sounder_adaptive_bin_parent_class)->dispose (object);
}

static void
sounder_adaptive_bin_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  SounderAdaptiveBin *self = SOUNDER_ADAPTIVE_BIN (object);

  switch (prop_id)
    {
    case PROP_WIDTH_CLASS:
      g_value_set_enum (value, self->width_class);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_adaptive_bin_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  SounderAdaptiveBin *self = SOUNDER_ADAPTIVE_BIN (object);

  switch (prop_id)
    {
    case PROP_CHILD:
      sounder_adaptive_bin_set_child (self, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_adaptive_bin_class_init (SounderAdaptiveBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_adaptive_bin_dispose;
  object_class->get_property = sounder_adaptive_bin_get_property;
  object_class->set_property = sounder_adaptive_bin_set_property;

  widget_class->measure = sounder_adaptive_bin_measure;
  widget_class->size_allocate = sounder_adaptive_bin_size_allocate;

  /**
   * SounderAdaptiveBin:child:
   *
   * The content.
   */
  properties[PROP_CHILD] =
    g_param_spec_object ("child", NULL, NULL, GTK_TYPE_WIDGET,
                         G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderAdaptiveBin:width-class:
   *
   * How much room there is.
   */
  properties[PROP_WIDTH_CLASS] =
    g_param_spec_enum ("width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_adaptive_bin_init (SounderAdaptiveBin *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

/**
 * sounder_width_class_for_width:
 * @width: a window's width, in pixels
 *
 * Gets the class of a width.
 *
 * Returns: the class
 */
SounderWidthClass
sounder_width_class_for_width (int width)
{
  if (width < SOUNDER_WIDTH_MEDIUM_FROM)
    return SOUNDER_WIDTH_NARROW;

  return width < SOUNDER_WIDTH_WIDE_FROM ? SOUNDER_WIDTH_MEDIUM : SOUNDER_WIDTH_WIDE;
}

/**
 * sounder_adaptive_bin_set_child:
 * @child: (nullable): the content
 *
 * Sets the content.
 */
void
sounder_adaptive_bin_set_child (SounderAdaptiveBin *self,
                                GtkWidget          *child)
{
  g_return_if_fail (SOUNDER_IS_ADAPTIVE_BIN (self));
  g_return_if_fail (child == NULL || GTK_IS_WIDGET (child));

  if (self->child == child)
    return;

  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
}

SounderWidthClass
sounder_adaptive_bin_get_width_class (SounderAdaptiveBin *self)
{
  g_return_val_if_fail (SOUNDER_IS_ADAPTIVE_BIN (self), SOUNDER_WIDTH_WIDE);

  return self->width_class;
}
