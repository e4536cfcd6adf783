/* sounder-sample-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-sample-list.h"

struct _SounderSample
{
  GObject         parent_instance;

  McpHealthSample sample;
  gint64          wall_offset_usec;
};

G_DEFINE_FINAL_TYPE (SounderSample, sounder_sample, G_TYPE_OBJECT)

static void
sounder_sample_class_init (SounderSampleClass *klass)
{
}

static void
sounder_sample_init (SounderSample *self)
{
}

const McpHealthSample *
sounder_sample_get (SounderSample *self)
{
  g_return_val_if_fail (SOUNDER_IS_SAMPLE (self), NULL);

  return &self->sample;
}

/* From its time to the time of day. */
gint64
sounder_sample_get_wall_offset_usec (SounderSample *self)
{
  g_return_val_if_fail (SOUNDER_IS_SAMPLE (self), 0);

  return self->wall_offset_usec;
}

/**
 * SounderSampleList:
 *
 * Rows for a table: a week of samples is as cheap as a minute of them.
 */

struct _SounderSampleList
{
  GObject         parent_instance;

  McpSampleStore *store;   /* (nullable) */
  guint           first;
  guint           end;
};

static GType
sounder_sample_list_get_item_type (GListModel *model)
{
  return SOUNDER_TYPE_SAMPLE;
}

static guint
sounder_sample_list_get_n_items (GListModel *model)
{
  SounderSampleList *self = SOUNDER_SAMPLE_LIST (model);

  return self->end - self->first;
}

static gpointer
sounder_sample_list_get_item (GListModel *model,
                              guint       position)
{
  SounderSampleList *self = SOUNDER_SAMPLE_LIST (model);
  SounderSample *item;

  if (position >= self->end - self->first)
    return NULL;

  item = g_object_new (SOUNDER_TYPE_SAMPLE, NULL);
  /* The oldest may be gone from the store before this is told: a row of nothing until then. */
  if (!mcp_sample_store_get (self->store, self->end - 1 - position, &item->sample))
    item->sample = (McpHealthSample) { .rtt_usec = -1, .status = MCP_SAMPLE_FAILED };
  item->wall_offset_usec = mcp_sample_store_get_wall_offset_usec (self->store);

  return item;
}

static void
iface_init (GListModelInterface *iface)
{
  iface->get_item_type = sounder_sample_list_get_item_type;
  iface->get_n_items = sounder_sample_list_get_n_items;
  iface->get_item = sounder_sample_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SounderSampleList, sounder_sample_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, iface_init))

static void
sounder_sample_list_dispose (GObject *object)
{
  SounderSampleList *self = SOUNDER_SAMPLE_LIST (object);

  self->first = self->end = 0;
  g_clear_object (&self->store);

  G_OBJECT_CLASS (sounder_sample_list_parent_class)->dispose (object);
}

static void
sounder_sample_list_class_init (SounderSampleListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_sample_list_dispose;
}

static void
sounder_sample_list_init (SounderSampleList *self)
{
}

SounderSampleList *
sounder_sample_list_new (void)
{
  return g_object_new (SOUNDER_TYPE_SAMPLE_LIST, NULL);
}

/* Rows come and go at the top with the newest, at the bottom with the oldest. */
static void
move (SounderSampleList *self,
      guint              first,
      guint              end)
{
  guint old_first = self->first;
  guint old_end = self->end;

  if (end != old_end)
    {
      guint n_removed = old_end > end ? old_end - end : 0;
      guint n_added = end > old_end ? end - old_end : 0;

      self->end = end;
      g_list_model_items_changed (G_LIST_MODEL (self), 0, n_removed, n_added);
    }

  if (first != old_first)
    {
      guint n_removed = first > old_first ? first - old_first : 0;
      guint n_added = old_first > first ? old_first - first : 0;

      self->first = first;
      g_list_model_items_changed (G_LIST_MODEL (self), end - MAX (first, old_first), n_removed,
                                  n_added);
    }
}

/**
 * sounder_sample_list_set_range:
 * @store: (nullable): where the samples are
 * @first: index of the oldest to list
 * @end: one behind the newest, not below @first
 *
 * Lists another stretch. Rows that stay are not announced as new.
 */
void
sounder_sample_list_set_range (SounderSampleList *self,
                               McpSampleStore    *store,
                               guint              first,
                               guint              end)
{
  guint n_before;

  g_return_if_fail (SOUNDER_IS_SAMPLE_LIST (self));
  g_return_if_fail (store == NULL || MCP_IS_SAMPLE_STORE (store));
  g_return_if_fail (first <= end);

  if (store == NULL)
    first = end = 0;

  if (self->store == store && first < self->end && self->first < end)
    {
      move (self, first, end);

      return;
    }

  n_before = self->end - self->first;
  g_set_object (&self->store, store);
  self->first = first;
  self->end = end;
  if (n_before > 0 || end > first)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, n_before, end - first);
}
