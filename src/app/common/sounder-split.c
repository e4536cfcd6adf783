/* sounder-split.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-settings.h"
#include "sounder-split.h"

/**
 * SounderSplit:
 *
 * A #GtkPaned that remembers where its handle was put.
 *
 * A paned knows no difference between a person who moves its handle and an allocation that does. Here
 * what happens during an allocation is no choice of anybody: the size that was chosen comes back as
 * soon as there is room for it again.
 */

struct _SounderSplit
{
  GtkWidget        parent_instance;

  GtkPaned        *paned;
  GtkOrientation   orientation;        /* what it was set to */
  GtkOrientation   shown_orientation;  /* what the last allocation asks for; applied by the idle */
  char            *memory;       /* (nullable): the name in the settings */
  int              beside_from;  /* pixels; 0: the orientation is what it was set to */
  gboolean         keeps_end;    /* it is the end that keeps its size */
  double           share;
  SounderSplitFit  fit;
  gpointer         fit_data;

  int              sizes[2];     /* pixels, by orientation; 0: nobody chose one */
  guint            turn_id;
  gboolean         placing;      /* it is us, or the paned itself, who moves the handle */
};

G_DEFINE_FINAL_TYPE (SounderSplit, sounder_split, GTK_TYPE_WIDGET)

enum {
  PROP_0,
  PROP_START_CHILD,
  PROP_END_CHILD,
  PROP_ORIENTATION,
  PROP_BESIDE_FROM,
  PROP_MEMORY,
  PROP_KEEPS_END,
  PROP_SHARE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static GtkOrientation
get_paned_orientation (SounderSplit *self)
{
  return gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned));
}

static int
get_length (SounderSplit *self)
{
  return get_paned_orientation (self) == GTK_ORIENTATION_HORIZONTAL
           ? gtk_widget_get_width (GTK_WIDGET (self->paned))
           : gtk_widget_get_height (GTK_WIDGET (self->paned));
}

static gboolean
is_shown (GtkWidget *child)
{
  return child != NULL && gtk_widget_get_visible (child);
}

/* "timeline-beside" and "timeline-below": what is right for one is not for the other. */
static char *
dup_name (SounderSplit   *self,
          GtkOrientation  orientation)
{
  return g_strconcat (self->memory,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? "-beside" : "-below", NULL);
}

static void
load (SounderSplit *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->sizes); i++)
    {
      g_autofree char *name = self->memory != NULL ? dup_name (self, i) : NULL;

      self->sizes[i] = name != NULL ? sounder_settings_get_entry ("splits", name, 0) : 0;
    }
}

static void
save (SounderSplit *self)
{
  for (guint i = 0; self->memory != NULL && i < G_N_ELEMENTS (self->sizes); i++)
    {
      g_autofree char *name = dup_name (self, i);

      if (self->sizes[i] != sounder_settings_get_entry ("splits", name, 0))
        sounder_settings_set_entry ("splits", name, self->sizes[i]);
    }
}

static int
get_wanted_size (SounderSplit *self,
                 int           length)
{
  int chosen = self->sizes[get_paned_orientation (self)];

  if (chosen > 0)
    return chosen;

  return self->fit != NULL ? self->fit (self, length, self->fit_data)
                           : (int) (length * self->share);
}

/* From an idle: an orientation must not be set in the middle of an allocation. */
static gboolean
turn_cb (gpointer data)
{
  SounderSplit *self = data;

  self->turn_id = 0;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), self->shown_orientation);

  return G_SOURCE_REMOVE;
}

static void
sounder_split_size_allocate (GtkWidget *widget,
                             int        width,
                             int        height,
                             int        baseline)
{
  SounderSplit *self = SOUNDER_SPLIT (widget);
  gboolean beside = get_paned_orientation (self) == GTK_ORIENTATION_HORIZONTAL;
  int needed_width, needed_height, length, size;

  self->shown_orientation = self->orientation;
  if (self->beside_from > 0)
    self->shown_orientation = width >= self->beside_from ? GTK_ORIENTATION_HORIZONTAL
                                                         : GTK_ORIENTATION_VERTICAL;
  if (self->shown_orientation != get_paned_orientation (self) && self->turn_id == 0)
    self->turn_id = g_idle_add_full (G_PRIORITY_HIGH, turn_cb, self, NULL);

  /* Until it has turned it may need more than there is. */
  gtk_widget_measure (GTK_WIDGET (self->paned), GTK_ORIENTATION_HORIZONTAL, -1, &needed_width, NULL,
                      NULL, NULL);
  width = MAX (width, needed_width);
  gtk_widget_measure (GTK_WIDGET (self->paned), GTK_ORIENTATION_VERTICAL, width, &needed_height,
                      NULL, NULL, NULL);
  height = MAX (height, needed_height);

  /* Right before its allocation, in which the paned sees to it that both have what they need. */
  self->placing = TRUE;
  length = beside ? width : height;
  if (is_shown (gtk_paned_get_start_child (self->paned))
      && is_shown (gtk_paned_get_end_child (self->paned)))
    {
      size = get_wanted_size (self, length);
      gtk_paned_set_position (self->paned, MAX (0, self->keeps_end ? length - size : size));
    }
  gtk_widget_allocate (GTK_WIDGET (self->paned), width, height, baseline, NULL);
  self->placing = FALSE;
}

static void
sounder_split_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  SounderSplit *self = SOUNDER_SPLIT (widget);
  GtkWidget *const children[] = { gtk_paned_get_start_child (self->paned),
                                  gtk_paned_get_end_child (self->paned) };

  /* How wide it is does not hang on how high: all in it scrolls. And GTK 4.8 complains of a box with
   * two baselines when it looks for the width of a height. */
  gtk_widget_measure (GTK_WIDGET (self->paned), orientation,
                      orientation == GTK_ORIENTATION_HORIZONTAL ? -1 : for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
  if (self->beside_from == 0 || orientation == GTK_ORIENTATION_VERTICAL)
    return;

  /* Else what stands beside each other would never be made narrow enough to be above. */
  *minimum = 0;
  for (guint i = 0; i < G_N_ELEMENTS (children); i++)
    if (is_shown (children[i]))
      {
        int child_minimum;

        gtk_widget_measure (children[i], orientation, -1, &child_minimum, NULL, NULL, NULL);
        *minimum = MAX (*minimum, child_minimum);
      }
  *natural = MAX (*natural, *minimum);
}

static GtkSizeRequestMode
sounder_split_get_request_mode (GtkWidget *widget)
{
  return gtk_widget_get_request_mode (GTK_WIDGET (SOUNDER_SPLIT (widget)->paned));
}

static void
position_changed_cb (SounderSplit *self)
{
  int position = gtk_paned_get_position (self->paned);
  int length = get_length (self);

  if (self->placing)
    return;

  if (length > 0)
    self->sizes[get_paned_orientation (self)] =
      MAX (1, self->keeps_end ? length - position : position);

  /* The paned only queues its own allocation. Should a text in it, or a scrolled window, then queue a
   * resize in the middle of that, GTK 4.8 forgets to allocate what is between the paned and any widget
   * further up that is allocated in the same frame. */
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

static void
sounder_split_unmap (GtkWidget *widget)
{
  save (SOUNDER_SPLIT (widget));

  GTK_WIDGET_CLASS (sounder_split_parent_class)->unmap (widget);
}

static void
update_resize (SounderSplit *self)
{
  gtk_paned_set_resize_start_child (self->paned, self->keeps_end);
  gtk_paned_set_resize_end_child (self->paned, !self->keeps_end);
}

static void
sounder_split_dispose (GObject *object)
{
  SounderSplit *self = SOUNDER_SPLIT (object);

  g_clear_handle_id (&self->turn_id, g_source_remove);
  if (self->paned != NULL)
    gtk_widget_unparent (GTK_WIDGET (g_steal_pointer (&self->paned)));

  G_OBJECT_CLASS (sounder_split_parent_class)->dispose (object);
}

static void
sounder_split_finalize (GObject *object)
{
  g_free (SOUNDER_SPLIT (object)->memory);

  G_OBJECT_CLASS (sounder_split_parent_class)->finalize (object);
}

static void
sounder_split_set_property (GObject      *object,
                            guint         prop_id,
                            const GValue *value,
                            GParamSpec   *pspec)
{
  SounderSplit *self = SOUNDER_SPLIT (object);

  switch (prop_id)
    {
    case PROP_START_CHILD:
      sounder_split_set_start_child (self, g_value_get_object (value));
      break;
    case PROP_END_CHILD:
      sounder_split_set_end_child (self, g_value_get_object (value));
      break;
    case PROP_ORIENTATION:
      sounder_split_set_orientation (self, g_value_get_enum (value));
      break;
    case PROP_BESIDE_FROM:
      self->beside_from = g_value_get_int (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    case PROP_MEMORY:
      sounder_split_set_memory (self, g_value_get_string (value));
      break;
    case PROP_KEEPS_END:
      self->keeps_end = g_value_get_boolean (value);
      update_resize (self);
      break;
    case PROP_SHARE:
      self->share = g_value_get_double (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS;

  /**
   * SounderSplit:start-child:
   *
   * What is left of the handle, or above it.
   */
  properties[PROP_START_CHILD] =
    g_param_spec_object ("start-child", NULL, NULL, GTK_TYPE_WIDGET, flags);

  /**
   * SounderSplit:end-child:
   *
   * What is right of the handle, or below it.
   */
  properties[PROP_END_CHILD] =
    g_param_spec_object ("end-child", NULL, NULL, GTK_TYPE_WIDGET, flags);

  /**
   * SounderSplit:orientation:
   *
   * Whether the children are beside each other.
   */
  properties[PROP_ORIENTATION] =
    g_param_spec_enum ("orientation", NULL, NULL, GTK_TYPE_ORIENTATION, GTK_ORIENTATION_HORIZONTAL,
                       flags);

  /**
   * SounderSplit:beside-from:
   *
   * From how many pixels of width on they are; 0 if it is not for the width to say.
   */
  properties[PROP_BESIDE_FROM] =
    g_param_spec_int ("beside-from", NULL, NULL, 0, G_MAXINT, 0, flags);

  /**
   * SounderSplit:memory:
   *
   * The name that the size has in the settings, or %NULL if it is not kept.
   */
  properties[PROP_MEMORY] = g_param_spec_string ("memory", NULL, NULL, NULL, flags);

  /**
   * SounderSplit:keeps-end:
   *
   * Whether the child at the end is the one that keeps its size.
   */
  properties[PROP_KEEPS_END] = g_param_spec_boolean ("keeps-end", NULL, NULL, FALSE, flags);

  /**
   * SounderSplit:share:
   *
   * How much of the whole that child gets before anybody moved the handle, from 0 to 1.
   */
  properties[PROP_SHARE] = g_param_spec_double ("share", NULL, NULL, 0, 1, 0.5, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_split_class_init (SounderSplitClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_split_dispose;
  object_class->finalize = sounder_split_finalize;
  object_class->set_property = sounder_split_set_property;
  widget_class->get_request_mode = sounder_split_get_request_mode;
  widget_class->measure = sounder_split_measure;
  widget_class->size_allocate = sounder_split_size_allocate;
  widget_class->unmap = sounder_split_unmap;

  install_properties (object_class);
}

static void
sounder_split_init (SounderSplit *self)
{
  self->share = 0.5;
  self->paned = GTK_PANED (gtk_paned_new (GTK_ORIENTATION_HORIZONTAL));
  gtk_paned_set_shrink_start_child (self->paned, FALSE);
  gtk_paned_set_shrink_end_child (self->paned, FALSE);
  update_resize (self);
  gtk_widget_set_parent (GTK_WIDGET (self->paned), GTK_WIDGET (self));
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect_object (self->paned, "notify::position", G_CALLBACK (position_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

void
sounder_split_set_start_child (SounderSplit *self,
                               GtkWidget    *child)
{
  g_return_if_fail (SOUNDER_IS_SPLIT (self));

  gtk_paned_set_start_child (self->paned, child);
}

void
sounder_split_set_end_child (SounderSplit *self,
                             GtkWidget    *child)
{
  g_return_if_fail (SOUNDER_IS_SPLIT (self));

  gtk_paned_set_end_child (self->paned, child);
}

/**
 * sounder_split_set_orientation:
 * @orientation: horizontal for beside each other
 *
 * Puts the children beside or above each other, where it is not for the width to say.
 */
void
sounder_split_set_orientation (SounderSplit   *self,
                               GtkOrientation  orientation)
{
  g_return_if_fail (SOUNDER_IS_SPLIT (self));

  self->orientation = orientation;
  self->shown_orientation = orientation;
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self->paned), orientation);
}

GtkOrientation
sounder_split_get_orientation (SounderSplit *self)
{
  g_return_val_if_fail (SOUNDER_IS_SPLIT (self), GTK_ORIENTATION_HORIZONTAL);

  return get_paned_orientation (self);
}

void
sounder_split_set_memory (SounderSplit *self,
                          const char   *memory)
{
  g_return_if_fail (SOUNDER_IS_SPLIT (self));

  if (g_strcmp0 (self->memory, memory) == 0)
    return;

  g_free (self->memory);
  self->memory = g_strdup (memory);
  load (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * sounder_split_set_fit:
 * @fit: says how much of the whole the child that keeps its size gets
 *
 * Lets somebody say at each allocation what is right as long as nobody has moved the handle.
 */
void
sounder_split_set_fit (SounderSplit    *self,
                       SounderSplitFit  fit,
                       gpointer         user_data)
{
  g_return_if_fail (SOUNDER_IS_SPLIT (self));

  self->fit = fit;
  self->fit_data = user_data;
}
