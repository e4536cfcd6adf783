/* mcp-catalog-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "mcp-cache-hints.h"
#include "mcp-catalog-item.h"
#include "mcp-catalog-page.h"
#include "mcp-catalog-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-linter.h"

/*
 * How a catalog is filled: page after page, MCP 2025-11-25, server/utilities/pagination. One load
 * runs at a time; who asks meanwhile gets the one after it, because the answer under way may
 * already be out of date. A session that lists page by page stops where it was before, or after the
 * first one; somebody has to ask for more.
 */

/* A server that never stops naming a next page must not fill the memory. */
#define MAX_PAGES 1000
#define MAX_ITEMS 1000000
/* Wrong entries that are reported one by one; who has more has the same trouble. */
#define MAX_REPORTS 100
/* How long the main loop is kept by the items of a page at once. */
#define SLICE_USEC (15 * 1000)
/* And how long it has for all else between two slices, at least. */
#define PAUSE_MSEC 1

/* Somebody who waits for a load. */
typedef struct
{
  GTask  *task;
  gulong  cancelled_id;
} Waiter;

/* One round through all pages. It lives until its last answer, abandoned or not. */
struct _McpCatalogLoad
{
  McpCatalog   *catalog;    /* a reference */
  McpCall      *call;       /* for the page under way */
  GCancellable *cancellable;
  GPtrArray    *items;
  GHashTable   *keys;       /* of the items so far; the strings are theirs */
  GHashTable   *names;      /* the same, of skills: labels, which should be unique */
  GHashTable   *cursors;    /* those that were followed, and marks of the pages that came */
  char         *cursor;     /* (nullable): that the page under way is asked for with */
  guint         n_pages;
  guint         max_pages;  /* to stop after */
  char         *next;       /* (nullable): the cursor that was not followed */
  guint         n_reported;
  gint64        ttl_msec;   /* the smallest so far; -1 when a page gave none */
  char         *scope;      /* (nullable): the narrowest so far */
  gboolean      was_fresh;  /* what was there was said to be good for longer when this began */
  gboolean      goes_on;    /* load_more: appends pages, without waiters */

  /* The page whose items are being read, a slice in each round of the main loop. */
  McpSession     *session;  /* (nullable): a reference, while there is one */
  McpCatalogPage *page;     /* (nullable) */
  guint           serial;   /* of the answer */

  gboolean      abandoned;
};

/* Of templates nobody says that they are unique. */
static const char * const unique_rules[MCP_N_CATALOGS] = {
  "list.duplicate-name", "resources.duplicate-uri", NULL, "prompts.duplicate-name", "skills.duplicate-uri",
};

static void start_load (McpCatalog *self);

static void
waiter_free (gpointer data)
{
  Waiter *waiter = data;

  if (waiter->cancelled_id != 0)
    g_signal_handler_disconnect (g_task_get_cancellable (waiter->task), waiter->cancelled_id);
  g_object_unref (waiter->task);
  g_free (waiter);
}

/* Answers everybody in a list that the caller has taken out of the catalog. */
static void
answer_waiters (GPtrArray    *waiters,
                const GError *error)
{
  for (guint i = 0; i < waiters->len; i++)
    {
      Waiter *waiter = g_ptr_array_index (waiters, i);

      if (error != NULL)
        g_task_return_error (waiter->task, g_error_copy (error));
      else
        g_task_return_boolean (waiter->task, TRUE);
    }
}

static GPtrArray *
take_waiters (GPtrArray **waiters)
{
  GPtrArray *taken = *waiters;

  *waiters = g_ptr_array_new_with_free_func (waiter_free);

  return taken;
}

static void
load_free (McpCatalogLoad *load)
{
  g_clear_object (&load->call);
  g_object_unref (load->cancellable);
  g_hash_table_unref (load->keys);
  g_hash_table_unref (load->names);
  g_hash_table_unref (load->cursors);
  g_ptr_array_unref (load->items);
  g_clear_pointer (&load->page, mcp_catalog_page_free);
  g_clear_object (&load->session);
  g_free (load->scope);
  g_free (load->next);
  g_free (load->cursor);
  g_object_unref (load->catalog);
  g_free (load);
}

/* Gives up the load under way. Its last answer, our cancelling or its next slice frees it. */
static void
abandon_load (McpCatalog *self)
{
  McpCatalogLoad *load = g_steal_pointer (&self->load);
  g_autoptr (GCancellable) cancellable = NULL;

  if (load == NULL)
    return;

  load->abandoned = TRUE;
  cancellable = g_object_ref (load->cancellable);
  g_cancellable_cancel (cancellable);
}

/* Tools should come in the same order each time (2026-07-28, server/tools, listing tools). */
static void
check_order (McpCatalogLoad *load)
{
  McpCatalog *self = load->catalog;
  gboolean moved = FALSE;

  if (self->kind != MCP_CATALOG_TOOLS || self->session == NULL || load->call == NULL
      || !mcp_session_has_feature (self->session, MCP_FEATURE_LIST_ORDER)
      || self->items->len != load->items->len)
    return;

  for (guint i = 0; i < load->items->len; i++)
    {
      const char *key = mcp_catalog_item_get_key (load->items->pdata[i]);

      if (key == NULL || mcp_catalog_find (self, key) == NULL)
        return;
      moved |= g_strcmp0 (key, mcp_catalog_item_get_key (self->items->pdata[i])) != 0;
    }

  if (moved)
    mcp_reporter_report (mcp_session_get_reporter (self->session), mcp_call_get_outcome (load->call)->answer_serial,
                         "list.order", _("The same tools come in another order than before"));
}

/* Whether two lists hold other entries, in whatever order. */
static gboolean
differ (GPtrArray *before,
        GPtrArray *after)
{
  g_autoptr (GHashTable) known = g_hash_table_new (mcp_bytes_hash, g_bytes_equal);

  for (guint i = 0; i < before->len; i++)
    g_hash_table_add (known, mcp_catalog_item_get_json (before->pdata[i]));
  for (guint i = 0; i < after->len; i++)
    if (!g_hash_table_contains (known, mcp_catalog_item_get_json (after->pdata[i])))
      return TRUE;

  return before->len != after->len;
}

/* A list is good for as long as it says, unless the server tells that it changed (2026-07-28, server/utilities/caching). */
static void
check_hint (McpCatalogLoad *load)
{
  McpCatalog *self = load->catalog;

  if (!load->was_fresh || self->stale || self->session == NULL || load->next != NULL || load->call == NULL
      || !differ (self->items, load->items))
    return;

  mcp_reporter_report (mcp_session_get_reporter (self->session), mcp_call_get_outcome (load->call)->answer_serial,
                       "cache.changed",
                       _("The answer to %s is another one than before, which was said to be good for %" PRId64
                         " ms, and nothing told of a change"),
                       mcp_catalog_get_method (self), self->ttl_msec);
}

static void
finish_load (McpCatalogLoad *load,
             const GError   *error)
{
  g_autoptr (McpCatalog) self = g_object_ref (load->catalog);
  g_autoptr (GPtrArray) waiters = take_waiters (&self->waiters);

  g_assert (self->load == load);

  self->load = NULL;
  if (error == NULL)
    check_hint (load);
  self->n_pages = load->n_pages;
  /* How old the list is, its first page says. */
  if (!load->goes_on)
    self->loaded_usec = g_get_monotonic_time ();
  mcp_catalog_set_hints (self, load->ttl_msec, load->scope);
  mcp_catalog_set_next (self, g_steal_pointer (&load->next), g_hash_table_ref (load->cursors));

  if (error == NULL)
    check_order (load);

  /* When nothing came, what was there before is still the best we know. */
  if (error == NULL || load->items->len > 0)
    mcp_catalog_replace_items (self, load->items);
  load_free (load);

  mcp_catalog_set_state (self, error != NULL ? MCP_CATALOG_FAILED : MCP_CATALOG_LOADED, error);
  mcp_catalog_arm (self);
  mcp_catalog_emit_refreshed (self);
  answer_waiters (waiters, error);

  if (self->later->len > 0 && self->load == NULL)
    start_load (self);
}

/* Skills are told apart by their addresses. */
static void
check_skill_name (McpCatalogLoad *load,
                  McpReporter    *reporter,
                  guint           serial,
                  McpCatalogItem *item)
{
  const char *name = mcp_catalog_item_get_name (item);

  if (*name == '\0' || g_hash_table_add (load->names, (char *) name))
    return;

  load->n_reported++;
  mcp_reporter_report (reporter, serial, "skills.duplicate-name",
                       _("More than one skill is called “%s”: which is meant, only its address says"), name);
}

static void
check_item (McpCatalogLoad *load,
            McpSession     *session,
            guint           serial,
            McpCatalogItem *item)
{
  McpCatalog *self = load->catalog;
  McpReporter *reporter = mcp_session_get_reporter (session);
  const char *key = mcp_catalog_item_get_key (item);

  if (load->n_reported >= MAX_REPORTS)
    return;

  if (key != NULL && !g_hash_table_add (load->keys, (char *) key)
      && unique_rules[self->kind] != NULL)
    {
      load->n_reported++;
      mcp_reporter_report (reporter, serial, unique_rules[self->kind],
                           _("“%s” is listed more than once in “%s”"), key, mcp_catalog_kind_get_member (self->kind));
    }
  if (self->kind == MCP_CATALOG_SKILLS)
    check_skill_name (load, reporter, serial, item);

  load->n_reported += mcp_linter_check_item (reporter, serial, self->kind, item, load->items->len + 1);
}

/* The whole list is good for as long as its first page to go stale, and for whom all of it is. */
static void
take_hints (McpCatalogLoad *load,
            GBytes         *result)
{
  g_autofree char *scope = NULL;
  gsize length;
  const char *text = g_bytes_get_data (result, &length);
  gint64 ttl_msec = mcp_cache_hints_read (text, length, &scope);

  load->ttl_msec = load->n_pages == 1 ? ttl_msec : MIN (load->ttl_msec, ttl_msec);
  if (load->scope == NULL || g_strcmp0 (scope, "private") == 0)
    {
      g_free (load->scope);
      load->scope = g_steal_pointer (&scope);
    }
}

/*
 * Whether a page came before: the server does not look at its cursors, or its last one, such as an
 * empty text, leads back. Its items are not shown twice.
 */
static gboolean
leads_back (McpCatalogLoad  *load,
            GError         **error)
{
  char *mark = mcp_catalog_page_dup_mark (load->page);

  if (mark == NULL || g_hash_table_add (load->cursors, mark))
    return FALSE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
               _("The pages of %s go in a circle: the cursor %s leads to a page that came before"),
               mcp_catalog_get_method (load->catalog), load->cursor != NULL ? load->cursor : "null");
  mcp_reporter_report (mcp_session_get_reporter (load->session), load->serial, "list.cursor-loop",
                       "%s", (*error)->message);

  return TRUE;
}

static gboolean
begin_page (McpCatalogLoad  *load,
            GBytes          *result,
            GError         **error)
{
  McpCatalog *self = load->catalog;
  const char *member = mcp_catalog_kind_get_member (self->kind);

  load->page = mcp_catalog_page_new (self->kind, result);
  if (load->page != NULL)
    return !leads_back (load, error);

  mcp_reporter_report (mcp_session_get_reporter (load->session), load->serial, "list.bad-item",
                       _("The result has no array “%s”"), member);
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
               _("The server’s answer to %s has no array “%s”"), mcp_catalog_get_method (self), member);

  return FALSE;
}

/* Reads items for as long as nobody waits for it. FALSE: there are more. */
static gboolean
take_items (McpCatalogLoad *load)
{
  gint64 end_usec = g_get_monotonic_time () + SLICE_USEC;
  McpCatalogItem *item;

  while (load->items->len < MAX_ITEMS && (item = mcp_catalog_page_next (load->page)) != NULL)
    {
      check_item (load, load->session, load->serial, item);
      g_ptr_array_add (load->items, item);
      if (g_get_monotonic_time () >= end_usec)
        return FALSE;
    }

  return TRUE;
}

static gboolean
check_cursor (McpCatalogLoad  *load,
              McpSession      *session,
              guint            serial,
              const char      *cursor,
              GError         **error)
{
  const char *method = mcp_catalog_get_method (load->catalog);

  if (g_hash_table_contains (load->cursors, cursor))
    g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                 _("The pages of %s go in a circle: the cursor %s came before"), method, cursor);
  else if (load->n_pages >= MAX_PAGES)
    g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                 _("%s has more than %u pages"), method, MAX_PAGES);
  else if (load->items->len >= MAX_ITEMS)
    g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                 _("%s has more than %u entries"), method, MAX_ITEMS);
  else
    return TRUE;

  mcp_reporter_report (mcp_session_get_reporter (session), serial, "list.cursor-loop", "%s", (*error)->message);

  return FALSE;
}

static void page_cb (GObject      *source,
                     GAsyncResult *result,
                     gpointer      user_data);

/**
 * mcp_catalog_new_page_call:
 * @cursor: (nullable): JSON, of the page; %NULL for the first one
 *
 * Makes the request for a page, for who wants what the server answers and not the list.
 */
McpCall *
mcp_catalog_new_page_call (McpCatalog *self,
                           const char *cursor)
{
  g_autoptr (GString) params = g_string_new ("{");

  g_return_val_if_fail (MCP_IS_CATALOG (self), NULL);

  if (self->directory != NULL)
    return mcp_session_new_directory_read (self->directory, cursor);

  mcp_json_append_member (params, "cursor", cursor);
  g_string_append_c (params, '}');

  return mcp_call_new (mcp_catalog_get_method (self), cursor != NULL ? params->str : NULL);
}

static void
ask_page (McpCatalogLoad *load,
          McpSession     *session,
          const char     *cursor)
{
  g_clear_object (&load->call);
  g_free (load->cursor);
  load->cursor = g_strdup (cursor);
  load->call = mcp_catalog_new_page_call (load->catalog, cursor);
  mcp_session_call_async (session, load->call, load->cancellable, page_cb, load);
}

static void
drop_page (McpCatalogLoad *load)
{
  g_clear_pointer (&load->page, mcp_catalog_page_free);
  g_clear_object (&load->session);
}

/* All items of the page are there. */
static void
end_page (McpCatalogLoad *load)
{
  g_autoptr (McpSession) session = g_object_ref (load->session);
  g_autoptr (GError) error = NULL;
  g_autofree char *cursor = mcp_catalog_page_dup_cursor (load->page);

  drop_page (load);
  if (cursor != NULL && check_cursor (load, session, load->serial, cursor, &error))
    {
      g_hash_table_add (load->cursors, g_strdup (cursor));
      if (load->n_pages < load->max_pages)
        {
          ask_page (load, session, cursor);
          return;
        }
      load->next = g_steal_pointer (&cursor);
    }
  finish_load (load, error);
}

static gboolean
next_slice_cb (gpointer user_data)
{
  McpCatalogLoad *load = user_data;

  if (load->abandoned)
    load_free (load);
  else if (take_items (load))
    end_page (load);
  else
    return G_SOURCE_CONTINUE;

  return G_SOURCE_REMOVE;
}

static void
read_page (McpCatalogLoad *load)
{
  g_autoptr (GSource) source = NULL;

  if (take_items (load))
    {
      end_page (load);
      return;
    }

  /* Idle it would never be while something moves on a slow screen. */
  source = g_timeout_source_new (PAUSE_MSEC);
  g_source_set_callback (source, next_slice_cb, load, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
}

static void
page_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  McpSession *session = MCP_SESSION (source);
  McpCatalogLoad *load = user_data;
  g_autoptr (GError) error = NULL;
  gboolean answered = mcp_session_call_finish (session, result, &error);
  GBytes *page;

  if (load->abandoned)
    {
      load_free (load);
      return;
    }

  if (!answered)
    {
      /* Resources without templates need not know the method. */
      gboolean no_templates = load->catalog->kind == MCP_CATALOG_TEMPLATES && load->n_pages == 0
                              && mcp_call_get_outcome (load->call)->error_code == MCP_RPC_METHOD_NOT_FOUND;

      finish_load (load, no_templates ? NULL : error);
      return;
    }

  page = mcp_call_get_result (load->call);
  load->session = g_object_ref (session);
  load->serial = mcp_call_get_outcome (load->call)->answer_serial;
  load->n_pages++;
  g_clear_pointer (&load->next, g_free);
  take_hints (load, page);

  if (begin_page (load, page, &error))
    {
      read_page (load);
      return;
    }

  drop_page (load);
  finish_load (load, error);
}

static McpCatalogLoad *
load_new (McpCatalog *self)
{
  McpCatalogLoad *load = g_new0 (McpCatalogLoad, 1);

  load->catalog = g_object_ref (self);
  load->ttl_msec = -1;
  load->max_pages = G_MAXUINT;
  load->cancellable = g_cancellable_new ();
  load->items = g_ptr_array_new_with_free_func (g_object_unref);
  load->keys = g_hash_table_new (mcp_str_hash, g_str_equal);
  load->names = g_hash_table_new (mcp_str_hash, g_str_equal);

  return load;
}

static void
run_load (McpCatalogLoad *load,
          const char     *cursor)
{
  McpCatalog *self = load->catalog;

  self->load = load;
  mcp_catalog_set_state (self, MCP_CATALOG_LOADING, NULL);

  /* A handler of the state may have ended it already. */
  if (self->load == load)
    ask_page (load, self->session, cursor);
  else
    load_free (load);
}

static void
start_load (McpCatalog *self)
{
  g_autoptr (GPtrArray) waiters = NULL;
  McpCatalogLoad *load;

  g_assert (self->load == NULL);

  self->wanted = FALSE;
  waiters = take_waiters (&self->later);
  /* What was recorded is all there is. */
  if (mcp_catalog_is_recorded (self))
    {
      answer_waiters (waiters, NULL);
      return;
    }

  if (self->session == NULL || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    {
      g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, MCP_ERROR_NOT_OPEN,
                                                      _("The server is not connected"));

      answer_waiters (waiters, error);
      return;
    }

  if (self->directory != NULL ? !mcp_session_reads_directories (self->session)
                              : !mcp_session_has_list (self->session, self->kind))
    {
      mcp_catalog_clear_items (self);
      mcp_catalog_set_state (self, MCP_CATALOG_UNSUPPORTED, NULL);
      answer_waiters (waiters, NULL);
      return;
    }

  g_ptr_array_unref (self->waiters);
  self->waiters = g_steal_pointer (&waiters);

  load = load_new (self);
  load->was_fresh = mcp_catalog_is_fresh (self) && self->next_cursor == NULL;
  load->cursors = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  /* A directory is asked for by somebody, and has nobody who would ask for more of it. */
  if (self->directory == NULL && mcp_session_lists_by_page (self->session))
    load->max_pages = MAX (self->n_pages, 1);
  run_load (load, NULL);
}

/**
 * mcp_catalog_load_more:
 * @all: all the pages that are left, and not only the next one
 *
 * Goes on behind what is there, if it goes on, nothing is under way and the server is connected. What fails is told by
 * the state; the page can be asked for again.
 */
void
mcp_catalog_load_more (McpCatalog *self,
                       gboolean    all)
{
  McpCatalogLoad *load;
  g_autofree char *cursor = NULL;

  g_return_if_fail (MCP_IS_CATALOG (self));

  if (self->load != NULL || self->next_cursor == NULL || self->session == NULL
      || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    return;

  load = load_new (self);
  load->goes_on = TRUE;
  load->cursors = g_hash_table_ref (self->cursors);
  load->next = g_strdup (self->next_cursor);
  load->n_pages = self->n_pages;
  load->max_pages = all ? G_MAXUINT : self->n_pages + 1;
  load->ttl_msec = self->ttl_msec;
  load->scope = g_strdup (self->cache_scope);
  for (guint i = 0; i < self->items->len; i++)
    {
      const char *key = mcp_catalog_item_get_key (self->items->pdata[i]);

      g_ptr_array_add (load->items, g_object_ref (self->items->pdata[i]));
      if (key != NULL)
        g_hash_table_add (load->keys, (char *) key);
      g_hash_table_add (load->names, (char *) mcp_catalog_item_get_name (self->items->pdata[i]));
    }

  cursor = g_strdup (self->next_cursor);
  run_load (load, cursor);
}

static void
waiter_cancelled_cb (GCancellable *cancellable,
                     GTask        *task)
{
  g_autoptr (McpCatalog) self = g_object_ref (g_task_get_source_object (task));
  GPtrArray *lists[] = { self->waiters, self->later };
  g_autoptr (GTask) held = g_object_ref (task);

  for (guint i = 0; i < G_N_ELEMENTS (lists); i++)
    for (guint j = 0; j < lists[i]->len; j++)
      {
        Waiter *waiter = g_ptr_array_index (lists[i], j);

        if (waiter->task == task)
          {
            g_ptr_array_remove_index (lists[i], j);
            g_task_return_error_if_cancelled (task);
            break;
          }
      }

  if (self->load != NULL && self->waiters->len == 0 && !self->load->goes_on)
    {
      abandon_load (self);
      mcp_catalog_set_state (self, self->loaded_usec != 0 ? MCP_CATALOG_LOADED : MCP_CATALOG_EMPTY, NULL);
      if (self->later->len > 0)
        start_load (self);
    }
}

void
mcp_catalog_init_load (McpCatalog *self)
{
  self->waiters = g_ptr_array_new_with_free_func (waiter_free);
  self->later = g_ptr_array_new_with_free_func (waiter_free);
}

/* Gives up the load and answers everybody who waits for one. */
void
mcp_catalog_stop_load (McpCatalog   *self,
                       const GError *error)
{
  g_autoptr (GPtrArray) waiters = take_waiters (&self->waiters);
  g_autoptr (GPtrArray) later = take_waiters (&self->later);

  self->wanted = FALSE;
  abandon_load (self);
  answer_waiters (waiters, error);
  answer_waiters (later, error);
}

/**
 * mcp_catalog_refresh_async:
 * @cancellable: (nullable): stops waiting; the last one who stops waiting stops the load
 * @callback: (nullable): called when all pages are there
 *
 * Lists again, all pages, or as many as there were. While a load is running the request is for another one after it.
 * A server without the capability has an empty list, which is no error: see
 * mcp_catalog_get_state().
 */
void
mcp_catalog_refresh_async (McpCatalog          *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Waiter *waiter;

  g_return_if_fail (MCP_IS_CATALOG (self));
  g_return_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_catalog_refresh_async);
  if (g_task_return_error_if_cancelled (task))
    return;

  waiter = g_new0 (Waiter, 1);
  waiter->task = g_object_ref (task);
  if (cancellable != NULL)
    waiter->cancelled_id = g_signal_connect (cancellable, "cancelled",
                                             G_CALLBACK (waiter_cancelled_cb), task);
  g_ptr_array_add (self->later, waiter);

  if (self->load == NULL)
    start_load (self);
}

/*
 * Lists again for nobody in particular: at once, or once more behind the load that is running, however
 * often it is asked for meanwhile.
 */
void
mcp_catalog_refresh_soon (McpCatalog *self)
{
  g_return_if_fail (MCP_IS_CATALOG (self));

  if (self->wanted)
    return;

  self->wanted = TRUE;
  mcp_catalog_refresh_async (self, NULL, NULL, NULL);
}

/**
 * mcp_catalog_refresh_finish:
 *
 * Ends mcp_catalog_refresh_async().
 *
 * Returns: %FALSE with %MCP_ERROR_NOT_OPEN, %MCP_ERROR_INVALID_RESPONSE when the pages make no
 *   sense, or the error of the request; what came before it is in the list
 */
gboolean
mcp_catalog_refresh_finish (McpCatalog    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (MCP_IS_CATALOG (self), FALSE);
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
