/* sounder-difference-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "mcp-text-compare.h"

#include "sounder-compat.h"
#include "sounder-difference-lines.h"
#include "sounder-difference-view.h"
#include "sounder-json-view.h"
#include "sounder-split.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/* Of many changes the first say as much as all. */
#define MAX_CHANGES 2000

/* What a row shows of a value. */
#define MAX_SHOWN_BYTES 120

#define SOUNDER_TYPE_CHANGE (sounder_change_get_type ())

/* A McpTextChange as an item of a list; without one it stands for the whole. */
G_DECLARE_FINAL_TYPE (SounderChange, sounder_change, SOUNDER, CHANGE, GObject)

struct _SounderChange
{
  GObject        parent_instance;

  McpTextChange *change;  /* (nullable) */
  char          *title;   /* of the whole */
};

G_DEFINE_FINAL_TYPE (SounderChange, sounder_change, G_TYPE_OBJECT)

static void
sounder_change_finalize (GObject *object)
{
  SounderChange *self = SOUNDER_CHANGE (object);

  g_clear_pointer (&self->change, mcp_text_change_free);
  g_free (self->title);

  G_OBJECT_CLASS (sounder_change_parent_class)->finalize (object);
}

static void
sounder_change_class_init (SounderChangeClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_change_finalize;
}

static void
sounder_change_init (SounderChange *self)
{
}

struct _SounderDifferenceView
{
  AdwBin              parent_instance;

  GtkStack           *stack;
  GtkLabel           *message;
  GtkListView        *list;
  GtkSingleSelection *selection;
  GListStore         *changes;
  GtkLabel           *before_label;
  GtkLabel           *after_label;
  SounderJsonView    *before_view;
  SounderJsonView    *after_view;
  GtkStack           *places;
  SounderDifferenceLines *lines;

  GBytes             *before;     /* (nullable) */
  GBytes             *after;      /* (nullable) */
  GCancellable       *comparing;
  gboolean            is_text;    /* one of them is no JSON */
};

typedef struct
{
  GBytes    *before;
  GBytes    *after;
  GPtrArray *changes;    /* (nullable) of McpTextChange: one of them is no JSON */
  gboolean   truncated;
  gboolean   is_message;
} Job;

G_DEFINE_FINAL_TYPE (SounderDifferenceView, sounder_difference_view, ADW_TYPE_BIN)

static void
job_free (Job *job)
{
  g_bytes_unref (job->before);
  g_bytes_unref (job->after);
  g_clear_pointer (&job->changes, g_ptr_array_unref);
  g_free (job);
}

static void
show_message (SounderDifferenceView *self,
              const char            *message)
{
  gtk_label_set_label (self->message, message);
  gtk_stack_set_visible_child_name (self->stack, "message");
}

static const char *
get_sign (McpJsonChangeKind kind)
{
  switch (kind)
    {
    case MCP_JSON_CHANGE_ADDED:
      /* Translators: what became of a part of an answer; the sign stays */
      return _("+ added");
    case MCP_JSON_CHANGE_REMOVED:
      return _("− removed");
    case MCP_JSON_CHANGE_SPELLING:
      return _("≈ respelled");
    case MCP_JSON_CHANGE_MOVED:
      return _("⇄ moved");
    case MCP_JSON_CHANGE_VALUE:
    default:
      return _("≠ changed");
    }
}

static char *
dup_value (GBytes *json)
{
  gsize all;
  const char *data = g_bytes_get_data (json, &all);
  g_autofree char *line = NULL;
  gsize length = MIN (all, MAX_SHOWN_BYTES);

  while (length < all && length > 0 && ((guchar) data[length] & 0xc0) == 0x80)
    length--;
  line = mcp_format_visible (data, length, FALSE);

  return length < all ? g_strconcat (line, "…", NULL) : g_steal_pointer (&line);
}

static char *
describe (const McpTextChange *change)
{
  g_autofree char *before = change->path != NULL ? dup_value (change->before) : NULL;
  g_autofree char *after = change->new_path != NULL ? dup_value (change->after) : NULL;

  if (change->kind == MCP_JSON_CHANGE_MOVED)
    return g_strdup_printf ("→ %s   %s", change->new_path, after);
  if (before != NULL && after != NULL)
    return g_strdup_printf ("%s → %s", before, after);

  return g_strdup (before != NULL ? before : after);
}

static void
setup_row_cb (GtkListItemFactory *factory,
              GtkListItem        *item,
              gpointer            user_data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  static const char *const styles[] = { "json-type", "json-key", "json-value" };

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++)
    {
      GtkWidget *label = sounder_widgets_new_line (NULL, styles[i]);

      if (i == 1)
        gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
      gtk_box_append (GTK_BOX (box), label);
      if (i == 0)
        gtk_label_set_width_chars (GTK_LABEL (label), 12);
      else if (i == 1)
        gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
      else
        gtk_widget_set_hexpand (label, TRUE);
    }

  gtk_list_item_set_child (item, box);
}

static void
bind_row_cb (GtkListItemFactory *factory,
             GtkListItem        *item,
             gpointer            user_data)
{
  SounderChange *row = gtk_list_item_get_item (item);
  const McpTextChange *change = row->change;
  GtkWidget *box = gtk_list_item_get_child (item);
  GtkWidget *sign = gtk_widget_get_first_child (box);
  GtkWidget *path = gtk_widget_get_next_sibling (sign);
  GtkWidget *value = gtk_widget_get_next_sibling (path);
  g_autofree char *text = change != NULL ? describe (change) : g_strdup ("");
  g_autofree char *visible = NULL;
  g_autofree char *name = NULL;
  const char *place = row->title;

  if (change != NULL)
    place = change->path != NULL ? change->path : change->new_path;
  visible = mcp_format_label (place, FALSE);

  gtk_label_set_label (GTK_LABEL (sign), change != NULL ? get_sign (change->kind) : "");
  gtk_widget_set_visible (sign, change != NULL);
  /* The sentence about the whole has the room of all columns. */
  gtk_label_set_max_width_chars (GTK_LABEL (path), change != NULL ? 44 : -1);
  gtk_label_set_label (GTK_LABEL (path), *visible != '\0' ? visible : "/");
  gtk_label_set_label (GTK_LABEL (value), text);
  name = g_strdup_printf ("%s %s %s", change != NULL ? get_sign (change->kind) : "", visible, text);
  sounder_widgets_set_spoken (box, name);
  sounder_compat_name_list_item (box, name);
}

static char *
dup_text (GBytes *bytes)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  return g_strndup (text, length);
}

static void
show_sides (SounderDifferenceView *self,
            GBytes                *before,
            GBytes                *after)
{
  sounder_json_view_set_bytes (self->before_view, before);
  sounder_json_view_set_bytes (self->after_view, after);
  gtk_stack_set_visible_child_name (self->places, "sides");
}

static void
selection_changed_cb (SounderDifferenceView *self)
{
  SounderChange *row = gtk_single_selection_get_selected_item (self->selection);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (row == NULL || self->before == NULL || self->after == NULL)
    return;

  if (row->change == NULL && self->is_text)
    {
      before = dup_text (self->before);
      after = dup_text (self->after);
    }
  else if (row->change == NULL)
    show_sides (self, self->before, self->after);
  else if (!mcp_text_change_dup_strings (row->change, &before, &after))
    show_sides (self, row->change->before, row->change->after);

  if (before != NULL)
    {
      sounder_difference_lines_set_texts (self->lines, before, after);
      gtk_stack_set_visible_child_name (self->places, "lines");
    }
}

static void
compare_in_worker (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  Job *job = task_data;
  gsize length;
  const char *before = g_bytes_get_data (job->before, &length);
  McpSpan span;

  job->is_message = mcp_json_lookup (before, length, "jsonrpc", &span);
  job->changes = mcp_text_compare (job->before, job->after, MCP_JSON_COMPARE_EXACT, MAX_CHANGES,
                                   &job->truncated);
  g_task_return_boolean (task, TRUE);
}

/* The id of a message is another one because it was asked for under another one. */
static gboolean
is_the_id (Job                 *job,
           const McpTextChange *change)
{
  return job->is_message && g_strcmp0 (change->path, "/id") == 0
         && g_strcmp0 (change->new_path, "/id") == 0;
}

static const char *
say_same (Job      *job,
          gboolean  other_id)
{
  if (other_id)
    return _("The answer is the same as before, but for its id");

  return g_bytes_equal (job->before, job->after) ? _("Both are the same, byte for byte")
                                                 : _("Both say the same");
}

static void
take_changes (SounderDifferenceView *self,
              Job                   *job)
{
  g_autoptr (SounderChange) whole = g_object_new (SOUNDER_TYPE_CHANGE, NULL);
  g_autoptr (GPtrArray) rows = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean other_id = FALSE;

  while (job->changes != NULL && job->changes->len > 0)
    {
      McpTextChange *change = g_ptr_array_steal_index (job->changes, 0);
      SounderChange *row;

      if (is_the_id (job, change))
        {
          mcp_text_change_free (change);
          other_id = TRUE;
          continue;
        }
      row = g_object_new (SOUNDER_TYPE_CHANGE, NULL);
      row->change = change;
      g_ptr_array_add (rows, row);
    }

  if (job->changes == NULL && !g_bytes_equal (job->before, job->after))
    whole->title = g_strdup (_("Not both are JSON: compared line by line"));
  else if (rows->len == 0)
    whole->title = g_strdup (say_same (job, other_id));
  else if (job->truncated)
    whole->title = g_strdup_printf (_("More than %u differences"), rows->len);
  else
    whole->title = g_strdup_printf (ngettext ("%u difference", "%u differences", rows->len),
                                    rows->len);
  g_ptr_array_insert (rows, 0, g_steal_pointer (&whole));
  g_list_store_splice (self->changes, 0, g_list_model_get_n_items (G_LIST_MODEL (self->changes)),
                       rows->pdata, rows->len);
  /* The first place rather than the whole. */
  gtk_single_selection_set_selected (self->selection, rows->len > 1 ? 1 : 0);
  gtk_stack_set_visible_child_name (self->stack, "changes");
}

static void
compared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderDifferenceView) self = user_data;
  Job *job = g_task_get_task_data (G_TASK (result));

  if (self->comparing != g_task_get_cancellable (G_TASK (result)))
    return;

  g_clear_object (&self->comparing);
  self->is_text = job->changes == NULL;
  take_changes (self, job);
}

static void
stop (SounderDifferenceView *self)
{
  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
}

static void
sounder_difference_view_dispose (GObject *object)
{
  SounderDifferenceView *self = SOUNDER_DIFFERENCE_VIEW (object);

  stop (self);
  g_clear_pointer (&self->before, g_bytes_unref);
  g_clear_pointer (&self->after, g_bytes_unref);

  G_OBJECT_CLASS (sounder_difference_view_parent_class)->dispose (object);
}

static void
sounder_difference_view_class_init (SounderDifferenceViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_difference_view_dispose;
  g_type_ensure (SOUNDER_TYPE_CHANGE);
  g_type_ensure (SOUNDER_TYPE_DIFFERENCE_LINES);
  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);
  g_type_ensure (SOUNDER_TYPE_SPLIT);

  sounder_template_set (widget_class, "sounder-difference-view.ui");
  sounder_template_bind (widget_class, SounderDifferenceView, stack, message, list, selection,
                         changes, before_label, after_label, before_view, after_view, places, lines);
  sounder_template_connect (widget_class, setup_row_cb, bind_row_cb, selection_changed_cb);
}

static void
sounder_difference_view_init (SounderDifferenceView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
sounder_difference_view_set_texts (SounderDifferenceView *self,
                                   GBytes                *before,
                                   GBytes                *after,
                                   const char            *why_not)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (SOUNDER_IS_DIFFERENCE_VIEW (self));

  stop (self);
  g_list_store_remove_all (self->changes);
  sounder_json_view_set_bytes (self->before_view, NULL);
  sounder_json_view_set_bytes (self->after_view, NULL);
  g_clear_pointer (&self->before, g_bytes_unref);
  g_clear_pointer (&self->after, g_bytes_unref);
  if (before == NULL || after == NULL)
    {
      show_message (self, why_not != NULL ? why_not : "");
      return;
    }

  self->before = g_bytes_ref (before);
  self->after = g_bytes_ref (after);
  show_message (self, _("Comparing…"));

  job = g_new0 (Job, 1);
  job->before = g_bytes_ref (before);
  job->after = g_bytes_ref (after);
  self->comparing = g_cancellable_new ();
  task = g_task_new (NULL, self->comparing, compared_cb, g_object_ref (self));
  g_task_set_source_tag (task, sounder_difference_view_set_texts);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, compare_in_worker);
}

/**
 * sounder_difference_view_set_names:
 * @before: whose text is the first
 * @after: whose text is the second
 *
 * Names the sides, which are earlier and now otherwise.
 */
void
sounder_difference_view_set_names (SounderDifferenceView *self,
                                   const char            *before,
                                   const char            *after)
{
  g_return_if_fail (SOUNDER_IS_DIFFERENCE_VIEW (self));

  gtk_label_set_text (self->before_label, before);
  gtk_label_set_text (self->after_label, after);
  g_object_set (self->before_view, "label", before, NULL);
  g_object_set (self->after_view, "label", after, NULL);
}

gboolean
sounder_difference_view_is_busy (SounderDifferenceView *self)
{
  g_return_val_if_fail (SOUNDER_IS_DIFFERENCE_VIEW (self), FALSE);

  return self->comparing != NULL;
}
