/* mcp-journal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-intake.h"
#include "mcp-journal-private.h"

/**
 * McpJournal:
 *
 * The append-only store of one session's traffic. The session owns it and appends; views, lists
 * and recorders read. It outlives connections: each is a life in the same journal.
 *
 * The bytes are in a spool file, 64 bytes an entry are in memory, 80 for one of HTTP, and an
 * #McpRecord is made only when one is asked for. As a #GListModel it has what was announced; a flush announces, at most
 * once each 16 ms, so that a burst of a thousand lines is one change for whoever shows it.
 */

#define FLUSH_INTERVAL_MSEC 16

static void mcp_journal_list_model_init (GListModelInterface *iface);

/* What the index may take where nobody says so: a recording, too, may be longer than memory. */
#define DEFAULT_MEMORY_BYTES (512u * 1024 * 1024)

G_DEFINE_FINAL_TYPE_WITH_CODE (McpJournal, mcp_journal, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      mcp_journal_list_model_init))

enum {
  PROP_0,
  PROP_N_FINDINGS,
  PROP_LOADING,
  PROP_LIVE,
  N_PROPS
};

enum {
  RECORDS_CHANGED,
  STORAGE_ERROR,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static void
spool_fault_cb (const GError *error,
                gpointer      user_data)
{
  McpJournal *self = MCP_JOURNAL (user_data);

  /* It may come from inside an append: told at the flush like all else. */
  g_clear_error (&self->fault);
  self->fault = g_error_copy (error);
  mcp_journal_schedule_flush (self);
}

static void
take_spool (McpJournal *self,
            McpSpool   *spool)
{
  self->spool = spool;
  mcp_spool_set_fault_func (spool, spool_fault_cb, self);
}

static gboolean
flush_source_cb (gpointer user_data)
{
  McpJournal *self = MCP_JOURNAL (user_data);

  self->flush_source = 0;
  mcp_journal_flush (self);

  return G_SOURCE_REMOVE;
}

static void
notify_findings (McpJournal *self)
{
  guint n_findings = mcp_finding_store_get_total (self->findings);

  if (self->notified_findings != n_findings)
    {
      self->notified_findings = n_findings;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_FINDINGS]);
    }
}

/* Takes the serials that changed; what changes while they are told comes in the next flush. */
static GArray *
steal_changed (McpJournal *self)
{
  GArray *changed = self->changed;

  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < changed->len; i++)
    mcp_journal_get_slot (self, g_array_index (changed, guint, i))->changed = FALSE;

  return changed;
}

static void
notify_records (McpJournal *self,
                GArray     *changed)
{
  for (guint i = 0; i < changed->len && g_hash_table_size (self->alive) > 0; i++)
    {
      gpointer key = GUINT_TO_POINTER (g_array_index (changed, guint, i));
      McpRecord *record = g_hash_table_lookup (self->alive, key);

      if (record != NULL)
        {
          g_object_ref (record);
          mcp_record_tell_changed (record);
          g_object_unref (record);
        }
    }
}

static void
announce (McpJournal *self)
{
  g_autoptr (GArray) changed = steal_changed (self);
  guint position = self->n_announced;
  guint n_added = self->n_records - position;

  self->n_announced = self->n_records;
  if (n_added > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, 0, n_added);

  if (changed->len > 0)
    {
      g_signal_emit (self, signals[RECORDS_CHANGED], 0, changed);
      notify_records (self, changed);
    }

  mcp_journal_remark_counts (self);
  mcp_finding_store_flush (self->findings);
  notify_findings (self);

  if (self->fault != NULL)
    {
      g_autoptr (GError) fault = g_steal_pointer (&self->fault);

      g_signal_emit (self, signals[STORAGE_ERROR], 0, fault);
    }
}

static GType
mcp_journal_get_item_type (GListModel *model)
{
  return MCP_TYPE_RECORD;
}

static guint
mcp_journal_get_n_items (GListModel *model)
{
  return MCP_JOURNAL (model)->n_announced;
}

static gpointer
mcp_journal_get_item (GListModel *model,
                      guint       position)
{
  McpJournal *self = MCP_JOURNAL (model);

  return position < self->n_announced ? mcp_journal_get_record (self, position + 1) : NULL;
}

static void
mcp_journal_list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = mcp_journal_get_item_type;
  iface->get_n_items = mcp_journal_get_n_items;
  iface->get_item = mcp_journal_get_item;
}

static void
mcp_journal_dispose (GObject *object)
{
  McpJournal *self = MCP_JOURNAL (object);

  g_clear_handle_id (&self->flush_source, g_source_remove);
  g_clear_pointer (&self->intake, mcp_intake_free);
  if (self->spool != NULL)
    mcp_spool_set_fault_func (self->spool, NULL, NULL);

  G_OBJECT_CLASS (mcp_journal_parent_class)->dispose (object);
}

static void
mcp_journal_finalize (GObject *object)
{
  McpJournal *self = MCP_JOURNAL (object);

  /* Records hold the journal: none is left. */
  g_assert (g_hash_table_size (self->alive) == 0);

  g_hash_table_unref (self->alive);
  g_clear_pointer (&self->conversations, g_hash_table_unref);
  g_array_unref (self->changed);
  g_array_unref (self->wall_steps);
  g_ptr_array_unref (self->chunks);
  g_ptr_array_unref (self->wire_chunks);
  mcp_pages_free (self->pages);
  g_array_unref (self->exchanges);
  mcp_interner_free (self->methods);
  mcp_interner_free (self->names);
  mcp_pending_table_free (self->pending);
  g_hash_table_unref (self->counted_findings);
  mcp_finding_store_free (self->findings);
  g_object_unref (self->annotations);
  g_array_unref (self->annotated);
  g_array_unref (self->annotation_changes);
  g_clear_object (&self->spool);
  g_clear_error (&self->fault);
  g_clear_error (&self->load_error);
  g_free (self->profile_json);
  g_free (self->head_line);
  g_clear_pointer (&self->kept_lines, g_array_unref);

  G_OBJECT_CLASS (mcp_journal_parent_class)->finalize (object);
}

static void
mcp_journal_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  McpJournal *self = MCP_JOURNAL (object);

  switch (prop_id)
    {
    case PROP_N_FINDINGS:
      g_value_set_uint (value, mcp_finding_store_get_total (self->findings));
      break;
    case PROP_LOADING:
      g_value_set_boolean (value, self->loading);
      break;
    case PROP_LIVE:
      g_value_set_boolean (value, self->live);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  /**
   * McpJournal:n-findings:
   *
   * How often a rule was broken, folded findings counted as often as they were found.
   */
  properties[PROP_N_FINDINGS] =
    g_param_spec_uint ("n-findings", NULL, NULL, 0, G_MAXUINT, 0, flags);

  /**
   * McpJournal:loading:
   *
   * Whether the file that the journal is read from has more than what is known of it.
   */
  properties[PROP_LOADING] =
    g_param_spec_boolean ("loading", NULL, NULL, FALSE, flags | G_PARAM_EXPLICIT_NOTIFY);

  /**
   * McpJournal:live:
   *
   * Whether another program writes the journal's file.
   */
  properties[PROP_LIVE] =
    g_param_spec_boolean ("live", NULL, NULL, FALSE, flags | G_PARAM_EXPLICIT_NOTIFY);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_journal_class_init (McpJournalClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_journal_dispose;
  object_class->finalize = mcp_journal_finalize;
  object_class->get_property = mcp_journal_get_property;

  install_properties (object_class);

  /**
   * McpJournal::records-changed:
   * @self: the journal
   * @serials: (element-type guint): which records
   *
   * Records that were there already have changed. Comes after items-changed of the same flush.
   */
  signals[RECORDS_CHANGED] =
    g_signal_new ("records-changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ARRAY | G_SIGNAL_TYPE_STATIC_SCOPE);

  /**
   * McpJournal::storage-error:
   * @self: the journal
   * @error: of %MCP_ERROR_STORAGE; names the file and the reason
   *
   * The spool cannot be written. Emitted once for each fault; the journal goes on.
   */
  signals[STORAGE_ERROR] =
    g_signal_new ("storage-error", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                  0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
mcp_journal_init (McpJournal *self)
{
  McpWallStep first = { 1, 0 };

  self->start_usec = g_get_monotonic_time ();
  self->start_wall_usec = g_get_real_time ();
  self->wall_checked_usec = self->start_usec;
  first.offset_usec = self->start_wall_usec - self->start_usec;

  self->pages = mcp_pages_new ();
  self->memory_limit_bytes = DEFAULT_MEMORY_BYTES;
  self->chunks = g_ptr_array_new ();
  self->wire_chunks = g_ptr_array_new ();
  self->exchanges = g_array_new (FALSE, FALSE, sizeof (McpJournalExchange));
  self->wall_steps = g_array_new (FALSE, FALSE, sizeof (McpWallStep));
  g_array_append_val (self->wall_steps, first);
  self->methods = mcp_interner_new ();
  self->names = mcp_interner_new ();
  self->pending = mcp_pending_table_new ();
  self->findings = mcp_finding_store_new ();
  self->counted_findings = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  self->annotations = g_list_store_new (MCP_TYPE_ANNOTATION);
  self->annotated = g_array_new (FALSE, FALSE, sizeof (guint));
  self->annotation_changes = g_array_new (FALSE, FALSE, sizeof (guint));
  self->alive = g_hash_table_new (NULL, NULL);
  self->changed = g_array_new (FALSE, FALSE, sizeof (guint));
}

/* Notes that a record is not what it was when it was last told. */
void
mcp_journal_mark_changed (McpJournal *self,
                          guint       serial)
{
  McpSlot *slot = mcp_journal_get_slot (self, serial);

  if (slot->changed)
    return;

  /* What nobody has seen yet is new, not changed. */
  if (serial > self->n_announced
      && !g_hash_table_contains (self->alive, GUINT_TO_POINTER (serial)))
    return;

  slot->changed = TRUE;
  g_array_append_val (self->changed, serial);
  mcp_journal_schedule_flush (self);
}

/* Arms the next flush: at once after a quiet time, else when the interval is over. */
void
mcp_journal_schedule_flush (McpJournal *self)
{
  gint64 due_msec;

  if (self->flush_source != 0)
    return;

  due_msec = FLUSH_INTERVAL_MSEC - (g_get_monotonic_time () - self->flushed_usec) / 1000;
  self->flush_source = g_timeout_add (CLAMP (due_msec, 0, FLUSH_INTERVAL_MSEC),
                                      flush_source_cb, self);
}

void
mcp_journal_forget_record (McpJournal *self,
                           guint       serial)
{
  g_hash_table_remove (self->alive, GUINT_TO_POINTER (serial));
}

/*
 * Creates an empty journal whose spool is a temporary file without a name. When there can be no
 * such file, the first flush emits #McpJournal::storage-error and the journal goes on in memory.
 */
McpJournal *
mcp_journal_new (void)
{
  McpJournal *self = g_object_new (MCP_TYPE_JOURNAL, NULL);

  take_spool (self, mcp_spool_new (self->start_usec, self->start_wall_usec));

  return self;
}

/**
 * mcp_journal_new_for_file:
 * @path: (type filename): a file that does not exist yet
 * @error: of %MCP_ERROR_STORAGE
 *
 * Creates an empty journal whose spool is a file that only its owner may read.
 *
 * Returns: (transfer full) (nullable): a new journal
 */
McpJournal *
mcp_journal_new_for_file (const char  *path,
                          GError     **error)
{
  g_autoptr (McpJournal) self = NULL;
  McpSpool *spool;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  self = g_object_new (MCP_TYPE_JOURNAL, NULL);
  spool = mcp_spool_new_for_file (path, self->start_usec, self->start_wall_usec, error);
  if (spool == NULL)
    return NULL;
  take_spool (self, spool);

  return g_steal_pointer (&self);
}

/**
 * mcp_journal_set_limit:
 * @limit_bytes: how long its spool may become; 0 for no limit
 *
 * Sets how much is kept of what comes. A record that does not fit any more is a record without its
 * content, marked %MCP_RECORD_FLAG_TRUNCATED; #McpJournal::storage-error says once that it begins.
 */
void
mcp_journal_set_limit (McpJournal *self,
                       guint64     limit_bytes)
{
  g_return_if_fail (MCP_IS_JOURNAL (self));

  mcp_spool_set_limit (self->spool, limit_bytes);
}

/**
 * mcp_journal_set_memory_limit:
 * @limit_bytes: what is not to be exceeded; 0 for no limit
 *
 * Has the index keep to half of a limit where it can: the rest of it is on disk, and read again by
 * whoever looks at it.
 */
void
mcp_journal_set_memory_limit (McpJournal *self,
                              guint64     limit_bytes)
{
  g_return_if_fail (MCP_IS_JOURNAL (self));

  self->memory_limit_bytes = limit_bytes;
  mcp_pages_set_limit (self->pages, limit_bytes);
}

/*
 * mcp_journal_new_for_spool:
 * @spool: (transfer full): a spool that is there already
 * @start_usec: when the journal began, by the clock of the times in it
 * @start_wall_usec: the same in microseconds since 1970
 *
 * Creates a journal that mcp_journal_load() fills.
 *
 * Returns: (transfer full): a new journal
 */
McpJournal *
mcp_journal_new_for_spool (McpSpool *spool,
                           gint64    start_usec,
                           gint64    start_wall_usec)
{
  McpJournal *self = g_object_new (MCP_TYPE_JOURNAL, NULL);

  self->start_usec = start_usec;
  self->start_wall_usec = start_wall_usec;
  g_array_index (self->wall_steps, McpWallStep, 0).offset_usec = start_wall_usec - start_usec;
  take_spool (self, spool);

  return self;
}

/*
 * mcp_journal_load:
 * @func: reads the file
 * @destroy: frees @user_data
 *
 * Reads a file in, in the background. Until that is done nothing else can be appended.
 */
void
mcp_journal_load (McpJournal     *self,
                  McpIntakeFunc   func,
                  gpointer        user_data,
                  GDestroyNotify  destroy)
{
  g_assert (self->intake == NULL && self->n_records == 0);

  self->loading = TRUE;
  mcp_spool_hold_writes (self->spool, TRUE);
  self->intake = mcp_intake_start (self, func, user_data, destroy);
}

void
mcp_journal_set_loaded (McpJournal *self)
{
  self->loading = FALSE;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LOADING]);
}

void
mcp_journal_set_live (McpJournal *self,
                      gboolean    live)
{
  if (self->live == live)
    return;

  self->live = live;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LIVE]);
}

GListModel *
mcp_journal_get_findings (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  return mcp_finding_store_get_model (self->findings);
}

guint
mcp_journal_get_n_records (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), 0);

  return self->n_records;
}

/**
 * mcp_journal_get_record:
 * @serial: which one; 1 is the first
 *
 * Gets a record: the same object as long as somebody holds it.
 *
 * Returns: (transfer full) (nullable): the record, %NULL when there is none
 */
McpRecord *
mcp_journal_get_record (McpJournal *self,
                        guint       serial)
{
  McpRecord *record;

  g_return_val_if_fail (MCP_IS_JOURNAL (self), NULL);

  if (serial == 0 || serial > self->n_records)
    return NULL;

  record = g_hash_table_lookup (self->alive, GUINT_TO_POINTER (serial));
  if (record != NULL)
    return g_object_ref (record);

  record = mcp_record_new (self, serial);
  g_hash_table_insert (self->alive, GUINT_TO_POINTER (serial), record);

  return record;
}

/*
 * Writes and announces now. Called from a handler of an announcement, it only writes; what is
 * new is announced by the next flush.
 */
void
mcp_journal_flush (McpJournal *self)
{
  g_return_if_fail (MCP_IS_JOURNAL (self));

  mcp_spool_flush (self->spool);
  if (self->flushing)
    return;

  g_object_ref (self);
  self->flushing = TRUE;
  g_clear_handle_id (&self->flush_source, g_source_remove);
  self->flushed_usec = g_get_monotonic_time ();
  announce (self);
  self->flushing = FALSE;
  g_object_unref (self);
}

/**
 * mcp_journal_is_written:
 *
 * Gets whether all that was flushed is in the file, or cannot be written. A worker that writes
 * what is large reports to the main loop: whoever is about to end the process runs that until
 * this is so.
 *
 * Returns: whether nothing is on its way to the file
 */
gboolean
mcp_journal_is_written (McpJournal *self)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (self), TRUE);

  return mcp_spool_is_written (self->spool);
}

/* Has the journal work without other threads, of which the child of a fork has none. */
void
mcp_journal_go_alone (McpJournal *self)
{
  g_return_if_fail (MCP_IS_JOURNAL (self));

  mcp_spool_go_alone (self->spool);
}
