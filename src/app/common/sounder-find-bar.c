/* sounder-find-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-text-search.h"

#include "sounder-find-bar.h"
#include "sounder-template.h"

/* Nobody steps through more; the places of so many take 800 KB. */
#define MAX_HITS 100000

struct _SounderFindBar
{
  AdwBin        parent_instance;

  GtkRevealer  *revealer;
  GtkEditable  *entry;
  GtkLabel     *count_label;
  GtkWidget    *previous_button;
  GtkWidget    *next_button;

  GBytes       *bytes;
  char         *text;       /* what is looked for, never NULL */
  GArray       *hits;       /* (nullable) of gsize: of @text in @bytes */
  guint         hit;        /* from 0 on */
  GCancellable *searching;
};

typedef struct
{
  GBytes *bytes;
  char   *text;
} Job;

G_DEFINE_FINAL_TYPE (SounderFindBar, sounder_find_bar, ADW_TYPE_BIN)

enum {
  HIT_SELECTED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

enum {
  PROP_0,
  PROP_TEXT,
  PROP_OPEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
job_free (Job *job)
{
  g_bytes_unref (job->bytes);
  g_free (job->text);
  g_free (job);
}

static void
update (SounderFindBar *self)
{
  guint n_hits = sounder_find_bar_get_n_hits (self);
  g_autofree char *count = NULL;

  if (*self->text == '\0')
    count = g_strdup ("");
  else if (self->searching != NULL)
    count = g_strdup (_("Searching…"));
  else if (n_hits == 0)
    count = g_strdup (_("Not found"));
  else
    /* Translators: which of the places, and how many there are; "+": or more */
    count = g_strdup_printf (_("%u of %u%s"), self->hit + 1, n_hits, n_hits == MAX_HITS ? "+" : "");

  gtk_label_set_label (self->count_label, count);
  gtk_widget_set_sensitive (self->previous_button, n_hits > 0);
  gtk_widget_set_sensitive (self->next_button, n_hits > 0);
  if (*self->text != '\0' && self->searching == NULL && n_hits == 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
}

static gboolean
is_cancelled (gpointer user_data)
{
  return g_cancellable_is_cancelled (user_data);
}

static void
search_in_worker (GTask        *task,
                  gpointer      source_object,
                  gpointer      task_data,
                  GCancellable *cancellable)
{
  Job *job = task_data;
  gsize length;
  const char *data = g_bytes_get_data (job->bytes, &length);

  g_task_return_pointer (task,
                         mcp_text_search (data, length, job->text, MAX_HITS, is_cancelled,
                                          cancellable),
                         (GDestroyNotify) g_array_unref);
}

static void
searched_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderFindBar) self = user_data;
  GArray *hits = g_task_propagate_pointer (G_TASK (result), NULL);

  /* Overtaken. */
  if (hits == NULL || self->searching != g_task_get_cancellable (G_TASK (result)))
    {
      g_clear_pointer (&hits, g_array_unref);
      return;
    }

  g_clear_object (&self->searching);
  g_clear_pointer (&self->hits, g_array_unref);
  self->hits = hits;
  self->hit = 0;
  update (self);
  if (hits->len > 0)
    g_signal_emit (self, signals[HIT_SELECTED], 0);
}

static void
start (SounderFindBar *self)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->hits, g_array_unref);
  self->hit = 0;

  if (self->bytes != NULL && *self->text != '\0' && sounder_find_bar_is_open (self))
    {
      self->searching = g_cancellable_new ();
      job = g_new0 (Job, 1);
      job->bytes = g_bytes_ref (self->bytes);
      job->text = g_strdup (self->text);
      task = g_task_new (NULL, self->searching, searched_cb, g_object_ref (self));
      g_task_set_source_tag (task, start);
      g_task_set_task_data (task, job, (GDestroyNotify) job_free);
      g_task_run_in_thread (task, search_in_worker);
    }
  update (self);
}

static void
text_changed_cb (SounderFindBar *self)
{
  const char *text = gtk_editable_get_text (self->entry);

  if (g_str_equal (text, self->text))
    return;

  g_free (self->text);
  self->text = g_strdup (text);
  start (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TEXT]);
}

static void
next_cb (SounderFindBar *self)
{
  sounder_find_bar_step (self, TRUE);
}

static void
previous_cb (SounderFindBar *self)
{
  sounder_find_bar_step (self, FALSE);
}

static gboolean
key_pressed_cb (SounderFindBar        *self,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                GtkEventControllerKey *controller)
{
  if ((keyval != GDK_KEY_Return && keyval != GDK_KEY_KP_Enter) || (state & GDK_SHIFT_MASK) == 0)
    return FALSE;

  sounder_find_bar_step (self, FALSE);

  return TRUE;
}

static void
sounder_find_bar_dispose (GObject *object)
{
  SounderFindBar *self = SOUNDER_FIND_BAR (object);

  if (self->searching != NULL)
    g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
  g_clear_pointer (&self->hits, g_array_unref);
  g_clear_pointer (&self->bytes, g_bytes_unref);

  G_OBJECT_CLASS (sounder_find_bar_parent_class)->dispose (object);
}

static void
sounder_find_bar_finalize (GObject *object)
{
  g_free (SOUNDER_FIND_BAR (object)->text);

  G_OBJECT_CLASS (sounder_find_bar_parent_class)->finalize (object);
}

static gboolean
sounder_find_bar_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (SOUNDER_FIND_BAR (widget)->entry));
}

static void
set_open (SounderFindBar *self,
          gboolean        open)
{
  if (sounder_find_bar_is_open (self) == !!open)
    return;

  gtk_widget_set_visible (GTK_WIDGET (self), open);
  gtk_revealer_set_reveal_child (self->revealer, open);
  if (open && self->hits == NULL)
    start (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_OPEN]);
}

static void
sounder_find_bar_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  SounderFindBar *self = SOUNDER_FIND_BAR (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      g_value_set_string (value, self->text);
      break;
    case PROP_OPEN:
      g_value_set_boolean (value, sounder_find_bar_is_open (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_find_bar_set_property (GObject      *object,
                               guint         prop_id,
                               const GValue *value,
                               GParamSpec   *pspec)
{
  SounderFindBar *self = SOUNDER_FIND_BAR (object);

  switch (prop_id)
    {
    case PROP_TEXT:
      sounder_find_bar_search (self, g_value_get_string (value) != NULL ? g_value_get_string (value) : "");
      break;
    case PROP_OPEN:
      set_open (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_find_bar_class_init (SounderFindBarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_find_bar_dispose;
  object_class->finalize = sounder_find_bar_finalize;
  object_class->get_property = sounder_find_bar_get_property;
  object_class->set_property = sounder_find_bar_set_property;
  widget_class->grab_focus = sounder_find_bar_grab_focus;

  /**
   * SounderFindBar:text:
   *
   * What is looked for.
   */
  properties[PROP_TEXT] =
    g_param_spec_string ("text", NULL, NULL, "",
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderFindBar:open:
   *
   * Whether it is to be seen. Setting it does not move the focus.
   */
  properties[PROP_OPEN] =
    g_param_spec_boolean ("open", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SounderFindBar::hit-selected:
   * @self: the bar
   *
   * Another hit is to be shown.
   */
  signals[HIT_SELECTED] = g_signal_new ("hit-selected", G_TYPE_FROM_CLASS (klass),
                                        G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderFindBar::closed:
   * @self: the bar
   *
   * The user is done with it.
   */
  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-find-bar.ui");
  sounder_template_bind (widget_class, SounderFindBar, revealer, entry, count_label,
                         previous_button, next_button);
  sounder_template_connect (widget_class, text_changed_cb, next_cb, previous_cb,
                            sounder_find_bar_close);
}

static void
sounder_find_bar_init (SounderFindBar *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  self->text = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);

  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  g_signal_connect_object (controller, "key-pressed", G_CALLBACK (key_pressed_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), controller);
  update (self);
}

void
sounder_find_bar_set_bytes (SounderFindBar *self,
                            GBytes         *bytes)
{
  g_return_if_fail (SOUNDER_IS_FIND_BAR (self));

  if (self->bytes == bytes)
    return;

  if (bytes != NULL)
    g_bytes_ref (bytes);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = bytes;
  start (self);
}

void
sounder_find_bar_open (SounderFindBar *self)
{
  g_return_if_fail (SOUNDER_IS_FIND_BAR (self));

  set_open (self, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (self->entry, 0, -1);
}

void
sounder_find_bar_close (SounderFindBar *self)
{
  g_return_if_fail (SOUNDER_IS_FIND_BAR (self));

  if (!sounder_find_bar_is_open (self))
    return;

  set_open (self, FALSE);
  g_signal_emit (self, signals[CLOSED], 0);
}

gboolean
sounder_find_bar_is_open (SounderFindBar *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIND_BAR (self), FALSE);

  return gtk_revealer_get_reveal_child (self->revealer);
}

/**
 * sounder_find_bar_search:
 * @text: what to look for
 *
 * Looks for a text as if it had been typed.
 */
void
sounder_find_bar_search (SounderFindBar *self,
                         const char     *text)
{
  g_return_if_fail (SOUNDER_IS_FIND_BAR (self));
  g_return_if_fail (text != NULL);

  gtk_editable_set_text (self->entry, text);
  text_changed_cb (self);
}

/**
 * sounder_find_bar_step:
 * @forward: to the next one, or to the one before
 *
 * Goes to another hit; behind the last comes the first.
 */
void
sounder_find_bar_step (SounderFindBar *self,
                       gboolean        forward)
{
  guint n_hits;

  g_return_if_fail (SOUNDER_IS_FIND_BAR (self));

  n_hits = sounder_find_bar_get_n_hits (self);
  if (n_hits == 0)
    return;

  self->hit = (self->hit + (forward ? 1 : n_hits - 1)) % n_hits;
  update (self);
  g_signal_emit (self, signals[HIT_SELECTED], 0);
}

gboolean
sounder_find_bar_is_busy (SounderFindBar *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIND_BAR (self), FALSE);

  return self->searching != NULL;
}

const char *
sounder_find_bar_get_text (SounderFindBar *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIND_BAR (self), NULL);

  return self->text;
}

guint
sounder_find_bar_get_n_hits (SounderFindBar *self)
{
  g_return_val_if_fail (SOUNDER_IS_FIND_BAR (self), 0);

  return self->hits != NULL ? self->hits->len : 0;
}

/**
 * sounder_find_bar_get_hit:
 * @hit: (out): which one it is, from 0 on
 * @offset: (out): where it is in the bytes
 * @length: (out): how long it is, in bytes
 *
 * Gets the selected hit.
 *
 * Returns: %FALSE when there is none
 */
gboolean
sounder_find_bar_get_hit (SounderFindBar *self,
                          guint          *hit,
                          gsize          *offset,
                          gsize          *length)
{
  g_return_val_if_fail (SOUNDER_IS_FIND_BAR (self), FALSE);

  if (sounder_find_bar_get_n_hits (self) == 0)
    return FALSE;

  *hit = self->hit;
  *offset = g_array_index (self->hits, gsize, self->hit);
  *length = strlen (self->text);

  return TRUE;
}
