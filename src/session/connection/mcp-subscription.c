/* mcp-subscription.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-backoff.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-meta.h"
#include "mcp-session-private.h"
#include "mcp-source.h"
#include "mcp-subscription-private.h"

/**
 * McpSubscription:
 *
 * A stream of notifications that was asked for with `subscriptions/listen` (2026-07-28,
 * basic/patterns/subscriptions).
 *
 *   opening → listening ─ the server's result, or its cancellation → closed
 *      ↑          └────── it broke → waiting ─┐
 *      └──────────────────────────────────────┘
 *
 * What happened while it was broken may have been missed: lists are read again.
 */

struct _McpSubscription
{
  GObject               parent_instance;

  McpSession           *session;    /* (nullable) not referenced: it tells when it goes */
  McpSubscriptionState  state;
  char                 *requested;
  char                 *granted;
  char                 *reason;
  McpCall              *call;       /* (nullable): while it is open */
  gulong                finished_id;
  McpBackoff            backoff;
  GSource              *timer;      /* (nullable): to open it again, or for its acknowledgement */
  McpSubscription      *replaced;   /* (nullable): goes when this one is there */
  guint                 n_notifications;
  guint                 n_opened;
  gint64                since_usec;
  gint64                last_usec;
  gint64                next_usec;
};

enum {
  PROP_0,
  PROP_STATE,
  PROP_GRANTED,
  PROP_N_NOTIFICATIONS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (McpSubscription, mcp_subscription, G_TYPE_OBJECT)

/* The one in whose place this one is: it heard what there was to hear until now. */
static void
close_replaced (McpSubscription *self)
{
  g_autoptr (McpSubscription) old = g_steal_pointer (&self->replaced);

  if (old != NULL)
    mcp_subscription_close (old);
}

static void
set_state (McpSubscription      *self,
           McpSubscriptionState  state,
           const char           *reason)
{
  g_free (self->reason);
  self->reason = g_strdup (reason);
  self->state = state;
  if (state == MCP_SUBSCRIPTION_LISTENING || state == MCP_SUBSCRIPTION_CLOSED)
    close_replaced (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

static void
clear_call (McpSubscription *self)
{
  if (self->call == NULL)
    return;

  g_clear_signal_handler (&self->finished_id, self->call);
  g_clear_object (&self->call);
}

static void
mcp_subscription_dispose (GObject *object)
{
  McpSubscription *self = MCP_SUBSCRIPTION (object);

  mcp_source_clear (&self->timer);
  clear_call (self);
  g_clear_object (&self->replaced);

  G_OBJECT_CLASS (mcp_subscription_parent_class)->dispose (object);
}

static void
mcp_subscription_finalize (GObject *object)
{
  McpSubscription *self = MCP_SUBSCRIPTION (object);

  g_free (self->requested);
  g_free (self->granted);
  g_free (self->reason);

  G_OBJECT_CLASS (mcp_subscription_parent_class)->finalize (object);
}

static void
mcp_subscription_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  McpSubscription *self = MCP_SUBSCRIPTION (object);

  switch (prop_id)
    {
    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;

    case PROP_GRANTED:
      g_value_set_string (value, self->granted);
      break;

    case PROP_N_NOTIFICATIONS:
      g_value_set_uint (value, self->n_notifications);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_subscription_class_init (McpSubscriptionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = mcp_subscription_dispose;
  object_class->finalize = mcp_subscription_finalize;
  object_class->get_property = mcp_subscription_get_property;

  /**
   * McpSubscription:state:
   *
   * Whether it is open: an #McpSubscriptionState.
   */
  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, MCP_SUBSCRIPTION_OPENING, MCP_SUBSCRIPTION_CLOSED,
                      MCP_SUBSCRIPTION_OPENING, flags);

  /**
   * McpSubscription:granted:
   *
   * What the server acknowledged, as JSON; %NULL before it did.
   */
  properties[PROP_GRANTED] = g_param_spec_string ("granted", NULL, NULL, NULL, flags);

  /**
   * McpSubscription:n-notifications:
   *
   * How many notifications came, the acknowledgements apart.
   */
  properties[PROP_N_NOTIFICATIONS] =
    g_param_spec_uint ("n-notifications", NULL, NULL, 0, G_MAXUINT, 0, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_subscription_init (McpSubscription *self)
{
  const McpBackoff backoff = MCP_BACKOFF_INIT;

  self->backoff = backoff;
}

McpSubscription *
mcp_subscription_new (McpSession *session,
                      const char *requested)
{
  McpSubscription *self = g_object_new (MCP_TYPE_SUBSCRIPTION, NULL);

  self->session = session;
  self->requested = g_strdup (requested);
  if (session != NULL)
    {
      self->backoff.base_msec = mcp_retry_get_backoff (session->retry)->base_msec;
      self->backoff.max_msec = mcp_retry_get_backoff (session->retry)->max_msec;
    }

  return self;
}

static gboolean
reopen_cb (gpointer user_data)
{
  McpSubscription *self = user_data;

  g_clear_pointer (&self->timer, g_source_unref);
  mcp_subscription_open (self);

  return G_SOURCE_REMOVE;
}

static void
wait_to_reopen (McpSubscription *self,
                const GError    *error)
{
  guint msec = mcp_backoff_next (&self->backoff);

  self->next_usec = g_get_monotonic_time () + 1000 * (gint64) msec;
  self->timer = mcp_source_attach (g_timeout_source_new (msec), reopen_cb, self);
  set_state (self, MCP_SUBSCRIPTION_WAITING, error->message);
  mcp_session_note (self->session, "subscription", _("a subscription broke: opened again in %.1f s"),
                    msec / 1000.0);
}

/* Time enough to acknowledge it is over. What comes later counts all the same. */
static gboolean
unacknowledged_cb (gpointer user_data)
{
  McpSubscription *self = user_data;

  g_clear_pointer (&self->timer, g_source_unref);
  mcp_reporter_report (self->session->reporter, mcp_call_get_outcome (self->call)->serial, "modern.no-acknowledgement",
                       _("The server did not acknowledge the subscription in %.3g s"),
                       self->session->acknowledge_msec / 1000.0);

  return G_SOURCE_REMOVE;
}

/* What another attempt may cure. A refusal is an answer, but for one that was granted before. */
static gboolean
may_pass (McpSubscription *self,
          const GError    *error)
{
  if (self->granted != NULL && g_error_matches (error, MCP_ERROR, MCP_ERROR_HTTP))
    return TRUE;

  return g_error_matches (error, MCP_ERROR, MCP_ERROR_LOST)
         || g_error_matches (error, MCP_ERROR, MCP_ERROR_NETWORK)
         || g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT);
}

static void
finished_cb (McpCall         *call,
             McpSubscription *self)
{
  g_autoptr (McpSubscription) alive = g_object_ref (self);
  const GError *error = mcp_call_get_outcome (call)->error;
  g_autoptr (GError) reason = error != NULL ? g_error_copy (error) : NULL;

  mcp_source_clear (&self->timer);
  clear_call (self);
  if (reason == NULL)
    set_state (self, MCP_SUBSCRIPTION_CLOSED, _("the server ended it"));
  else if (may_pass (self, reason) && self->session != NULL
           && mcp_session_get_state (self->session) == MCP_SESSION_READY)
    wait_to_reopen (self, reason);
  else
    set_state (self, MCP_SUBSCRIPTION_CLOSED, reason->message);
}

void
mcp_subscription_open (McpSubscription *self)
{
  g_autofree char *params = g_strconcat ("{\"notifications\":", self->requested, "}", NULL);

  if (self->session == NULL || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    return;

  self->n_opened++;
  self->since_usec = g_get_monotonic_time ();
  self->next_usec = 0;
  set_state (self, MCP_SUBSCRIPTION_OPENING, NULL);
  self->call = mcp_call_new ("subscriptions/listen", params);
  self->finished_id = g_signal_connect (self->call, "finished", G_CALLBACK (finished_cb), self);
  self->timer = mcp_source_attach (g_timeout_source_new (self->session->acknowledge_msec), unacknowledged_cb, self);
  mcp_session_start_call (self->session, self->call);
}

/* Of a recording: somebody asked for it, for the first time or again. */
void
mcp_subscription_take_opened (McpSubscription *self,
                              gint64           time_usec)
{
  self->n_opened++;
  self->since_usec = time_usec;
  set_state (self, MCP_SUBSCRIPTION_OPENING, NULL);
}

/* The first message of the stream: what was granted of what was asked. */
void
mcp_subscription_acknowledge (McpSubscription *self,
                              const char      *granted,
                              gsize            length)
{
  gboolean again = self->granted != NULL && self->state == MCP_SUBSCRIPTION_OPENING;

  mcp_source_clear (&self->timer);

  g_free (self->granted);
  self->granted = g_strndup (granted, length);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_GRANTED]);
  mcp_backoff_reset (&self->backoff);
  set_state (self, MCP_SUBSCRIPTION_LISTENING, NULL);

  if (again && self->session != NULL)
    mcp_watchers_refresh (self->session->watchers);
}

/* Filters cannot be edited: the old one goes when the new one is acknowledged, or over. */
void
mcp_subscription_replace (McpSubscription *self,
                          McpSubscription *old)
{
  if (self->state == MCP_SUBSCRIPTION_OPENING)
    g_set_object (&self->replaced, old);
  else
    mcp_subscription_close (old);
}

/* Whether a member of the filter was asked for, as true or as a list. */
gboolean
mcp_subscription_asked_for (McpSubscription *self,
                            const char      *key)
{
  McpSpan span;

  return mcp_json_edit_find (self->requested, strlen (self->requested), key, &span)
         && (self->requested[span.offset] == 't' || self->requested[span.offset] == '[');
}

void
mcp_subscription_count (McpSubscription *self,
                        gint64           time_usec)
{
  self->n_notifications++;
  self->last_usec = time_usec;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_NOTIFICATIONS]);
}

/* The server says that it ends it. */
void
mcp_subscription_end (McpSubscription *self,
                      const char      *reason)
{
  mcp_source_clear (&self->timer);
  clear_call (self);
  set_state (self, MCP_SUBSCRIPTION_CLOSED, reason);
}

/* The connection is over, and the session perhaps too. */
void
mcp_subscription_detach (McpSubscription *self)
{
  self->session = NULL;
  mcp_source_clear (&self->timer);
  clear_call (self);
  g_clear_object (&self->replaced);
  if (self->state != MCP_SUBSCRIPTION_CLOSED)
    set_state (self, MCP_SUBSCRIPTION_CLOSED, _("the connection ended"));
}

McpSubscriptionState
mcp_subscription_get_state (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), MCP_SUBSCRIPTION_CLOSED);

  return self->state;
}

const char *
mcp_subscription_get_requested (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);

  return self->requested;
}

/* Adds the elements of @asked that are not in @granted. */
static void
append_missing (GString    *out,
                const char *key,
                const char *asked,
                gsize       asked_length,
                const char *granted,
                gsize       granted_length)
{
  McpJsonIter iter;
  McpSpan value;

  if (*asked != '[' || !mcp_json_iter_init (&iter, asked, asked_length))
    return;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *item = g_strndup (asked + value.offset, value.length);

      if (granted == NULL || g_strstr_len (granted, granted_length, item) == NULL)
        g_string_append_printf (out, "%s%s %s", out->len > 0 ? ", " : "", key, item);
    }
}

/**
 * mcp_subscription_dup_refused:
 *
 * Compares what was asked for with what the server acknowledged.
 *
 * Returns: (transfer full): what was not granted, for people; empty when all was, or nothing was
 *   acknowledged yet
 */
char *
mcp_subscription_dup_refused (McpSubscription *self)
{
  GString *out = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);

  if (self->granted == NULL
      || !mcp_json_iter_init (&iter, self->requested, strlen (self->requested)))
    return g_string_free (out, FALSE);

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (self->requested + key.offset, key.length);
      const char *asked = self->requested + value.offset;
      McpSpan there;
      gboolean has = *self->granted == '{'
                     && mcp_json_edit_find (self->granted, strlen (self->granted), name, &there);

      if (*asked == '[')
        append_missing (out, name, asked, value.length, has ? self->granted + there.offset : NULL,
                        has ? there.length : 0);
      else if (*asked == 't' && !(has && self->granted[there.offset] == 't'))
        g_string_append_printf (out, "%s%s", out->len > 0 ? ", " : "", name);
    }

  return g_string_free (out, FALSE);
}

McpId *
mcp_subscription_get_id (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);

  return self->call != NULL ? mcp_call_get_outcome (self->call)->id : NULL;
}

guint
mcp_subscription_get_n_notifications (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), 0);

  return self->n_notifications;
}

guint
mcp_subscription_get_n_opened (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), 0);

  return self->n_opened;
}

gint64
mcp_subscription_get_since_usec (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), 0);

  return self->since_usec;
}

gint64
mcp_subscription_get_last_usec (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), 0);

  return self->last_usec;
}

gint64
mcp_subscription_get_next_usec (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), 0);

  return self->next_usec;
}

const char *
mcp_subscription_get_reason (McpSubscription *self)
{
  g_return_val_if_fail (MCP_IS_SUBSCRIPTION (self), NULL);

  return self->reason;
}

/* Ends it: by closing its stream over HTTP, by a notification elsewhere. */
void
mcp_subscription_close (McpSubscription *self)
{
  g_autoptr (McpCall) call = NULL;

  g_return_if_fail (MCP_IS_SUBSCRIPTION (self));

  if (self->state == MCP_SUBSCRIPTION_CLOSED)
    return;

  mcp_source_clear (&self->timer);
  call = self->call != NULL ? g_object_ref (self->call) : NULL;
  clear_call (self);
  set_state (self, MCP_SUBSCRIPTION_CLOSED, _("it was closed"));
  if (call != NULL)
    mcp_call_cancel (call, "no longer needed");
}
