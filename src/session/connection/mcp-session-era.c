/* mcp-session-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-era-memory.h"
#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-json.h"
#include "mcp-modern-dialect.h"
#include "mcp-session-private.h"
#include "mcp-source.h"

/*
 * Which era a server is of, found out while it is being connected to (basic/versioning).
 *
 *   probing: server/discover
 *     a DiscoverResult, or an error that only modern servers have → modern
 *     any other error                                             → initialize: legacy
 *     silence                                                     → initialize too
 *         … and a DiscoverResult before its answer                → modern all the same
 *         … and a DiscoverResult after it                         → connected to again, as modern
 *     the program ends                                            → once more, initialize at once
 *     no network, no authorization                                → no verdict, an error
 *
 * What was found is remembered for the next time and forgotten when it fails. A server that
 * answered neither is sent initialize alone the next time, for old ones may stop at what they do
 * not know.
 */

struct _McpEraProbe
{
  McpDialect *waiting;       /* (nullable): server/discover is unanswered, initialize was sent */
  GSource    *timer;
  gboolean    is_unsent;     /* server/discover waits for a connection */
  GError     *refusal;       /* (nullable): of initialize, while @waiting may still be answered */
  gboolean    is_guess;      /* the era is remembered, or from silence: doubted when initialize fails */
  gboolean    asked_again;
  gboolean    came_late;     /* proven modern when initialize had been answered */
  gboolean    is_restarting; /* because of that */
  gboolean    is_suspect;    /* the server may have stopped at server/discover */
};

McpEraProbe *
mcp_era_probe_new (void)
{
  return g_new0 (McpEraProbe, 1);
}

/* Nothing is sent because of it any more. */
void
mcp_era_probe_stop (McpEraProbe *self)
{
  mcp_source_clear (&self->timer);
  self->is_unsent = FALSE;
}

void
mcp_era_probe_free (McpEraProbe *self)
{
  mcp_era_probe_stop (self);
  g_clear_object (&self->waiting);
  g_clear_error (&self->refusal);
  g_free (self);
}

/* A pinned revision settles the era; HTTP+SSE is of the old one. */
static McpEraChoice
choose (McpSession *self)
{
  McpVersion pinned = mcp_version_from_string (mcp_profile_get_settings (self->profile)->protocol);
  McpEraChoice choice = mcp_profile_get_settings (self->profile)->era.choice;

  if (mcp_seen_get_first_way (self->life->seen, NULL) != NULL
      || (mcp_profile_get_reach (self->profile) == MCP_REACH_HTTP
          && mcp_profile_get_settings (self->profile)->transport == MCP_PROFILE_TRANSPORT_SSE))
    return MCP_ERA_CHOICE_LEGACY;
  if (pinned != MCP_VERSION_UNKNOWN && choice == MCP_ERA_CHOICE_AUTO)
    return mcp_version_is_modern (pinned) ? MCP_ERA_CHOICE_MODERN : MCP_ERA_CHOICE_LEGACY;

  return choice;
}

static void
open_legacy (McpSession *self)
{
  McpLife *life = self->life;

  g_clear_object (&life->dialect);
  life->dialect = mcp_legacy_dialect_new ();
  if (MCP_IS_HTTP_TRANSPORT (life->transport))
    mcp_http_transport_set_resume (MCP_HTTP_TRANSPORT (life->transport), TRUE);
  mcp_session_begin_step (self, MCP_STEP_HANDSHAKE);
  mcp_session_open_dialect (self);
}

/* The probe says legacy, or says nothing. Its answer may still come. */
static void
fall_back (McpSession *self,
           const char *evidence,
           gboolean    still_waiting)
{
  McpLife *life = self->life;

  mcp_era_probe_stop (life->probe);
  mcp_session_set_era (self, MCP_ERA_LEGACY, evidence);
  mcp_session_end_step (self, MCP_STEP_ERA, TRUE, evidence);
  mcp_session_note (self, "era", _("legacy: %s"), evidence);

  if (still_waiting)
    life->probe->waiting = g_steal_pointer (&life->dialect);
  open_legacy (self);
}

static gboolean
probe_timeout_cb (gpointer user_data)
{
  McpSession *self = user_data;
  McpLife *life = self->life;
  g_autofree char *evidence = NULL;
  gint64 waited_usec = g_get_monotonic_time () - mcp_start_clock_get_begun_usec (life->clock);

  /* A person takes their time. */
  if (mcp_session_is_authorizing (self))
    return G_SOURCE_CONTINUE;

  g_clear_pointer (&life->probe->timer, g_source_unref);
  evidence = g_strdup_printf (_("no answer to server/discover (%.1f s after the start)"),
                              waited_usec / 1e6);
  life->probe->is_guess = TRUE;
  fall_back (self, evidence, TRUE);

  return G_SOURCE_REMOVE;
}

/*
 * How long server/discover is asked alone: well inside the limit of the start, so that both are
 * answered within it. Who answered it after initialize the last time gets half of the start.
 */
static guint
get_probe_msec (McpSession *self)
{
  guint start_msec = mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_START);
  guint msec = mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_DISCOVER);
  McpEraSource source;

  if (mcp_era_memory_lookup (self->profile, &source) == MCP_ERA_MODERN && source == MCP_ERA_FROM_LATE)
    return start_msec / 2;

  return MIN (msec, start_msec / 4);
}

/* A DiscoverResult overtook the answer to initialize, which nobody waits for any more. */
static void
drop_initialize (McpSession *self)
{
  McpLife *life = self->life;
  McpCall *initialize = mcp_call_table_find_kind (life->calls, MCP_REQUEST_INITIALIZE);
  guint64 ticket;

  if (MCP_IS_HTTP_TRANSPORT (life->transport))
    mcp_http_transport_set_resume (MCP_HTTP_TRANSPORT (life->transport), FALSE);
  if (initialize == NULL)
    return;

  /* Over HTTP its answer would begin an HTTP session. */
  ticket = mcp_call_get_ticket (initialize);
  mcp_session_abandon_call (self, initialize,
                            g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                                 _("the server turned out to be modern")));
  mcp_session_settle_ticket (self, ticket);
  mcp_transport_abandon (life->transport, ticket);
}

/**
 * mcp_session_take_proof:
 * @dialect: whose server/discover was answered by a modern server
 *
 * Makes it the dialect of the life, if initialize was sent in the meantime and is unanswered.
 *
 * Returns: %FALSE when initialize was answered before: nothing of the connection may change
 */
gboolean
mcp_session_take_proof (McpSession *self,
                        McpDialect *dialect)
{
  McpLife *life = self->life;

  if (life->dialect == dialect)
    return TRUE;
  if (life->state != LIFE_HANDSHAKE || life->probe->waiting != dialect)
    return FALSE;

  g_clear_object (&life->dialect);
  life->dialect = g_steal_pointer (&life->probe->waiting);
  g_clear_error (&life->probe->refusal);
  drop_initialize (self);

  return TRUE;
}

/* No call is lost when the connection ends now. */
static gboolean
is_quiet (McpSession *self)
{
  return mcp_call_table_get_n_waiting (self->life->calls) == 0
         && g_list_model_get_n_items (G_LIST_MODEL (self->questions)) == 0;
}

static gboolean
restart_cb (gpointer user_data)
{
  McpSession *self = user_data;
  McpEraProbe *probe = self->life->probe;

  g_clear_pointer (&probe->timer, g_source_unref);
  if (is_quiet (self))
    {
      probe->is_restarting = TRUE;
      mcp_session_end_life (self, NULL, NULL);
    }

  return G_SOURCE_REMOVE;
}

/* The proof came late, or a call is over. Whoever made that call may make another at once. */
void
mcp_session_restart_as_modern (McpSession *self)
{
  McpLife *life = self->life;

  if (life != NULL && life->state == LIFE_READY && life->probe->came_late && life->probe->timer == NULL
      && is_quiet (self))
    life->probe->timer = mcp_source_attach (g_timeout_source_new (0), restart_cb, self);
}

gboolean
mcp_session_is_restarting_as_modern (McpSession *self)
{
  return self->life->probe->is_restarting;
}

/* It answered initialize, and then server/discover: the old era is spoken with a modern server. */
static void
came_late (McpSession *self)
{
  McpLife *life = self->life;

  g_clear_object (&life->probe->waiting);
  mcp_era_memory_store (self->profile, MCP_ERA_MODERN, MCP_ERA_FROM_LATE, NULL);
  if (self->was_modern_late)
    return;

  self->was_modern_late = TRUE;
  life->probe->came_late = TRUE;
  mcp_session_note (self, "era", _("server/discover was answered after initialize: the server is connected "
                                   "to again as modern when no call waits"));
  mcp_session_restart_as_modern (self);
}

/* It stays remembered that server/discover came late. */
static McpEraSource
get_modern_source (McpSession *self)
{
  McpEraSource source;

  return mcp_era_memory_lookup (self->profile, &source) == MCP_ERA_MODERN ? source : MCP_ERA_FROM_ANSWER;
}

static void
become_modern (McpSession       *self,
               McpModernDialect *dialect)
{
  McpLife *life = self->life;

  mcp_era_probe_stop (life->probe);
  mcp_session_set_era (self, MCP_ERA_MODERN, mcp_modern_dialect_get_evidence (dialect));
  mcp_inbound_open (life->inbound);
  mcp_session_end_step (self, MCP_STEP_ERA, TRUE, mcp_session_get_era_evidence (self));
  mcp_session_skip_step (self, MCP_STEP_HANDSHAKE, _("this era has none"));
  mcp_session_note (self, "era", _("modern: %s"), mcp_session_get_era_evidence (self));
  mcp_era_memory_store (self->profile, MCP_ERA_MODERN, get_modern_source (self), NULL);
  mcp_session_become_ready (self);
  mcp_session_listen_for_lists (self);
}

static void
probe_failed (McpSession       *self,
              McpModernDialect *dialect,
              GError           *error)
{
  McpLife *life = self->life;
  McpEraVerdict verdict = mcp_modern_dialect_get_verdict (dialect);
  gboolean pinned = choose (self) == MCP_ERA_CHOICE_MODERN;

  mcp_era_probe_stop (life->probe);
  if (verdict == MCP_ERA_VERDICT_LEGACY && !pinned)
    {
      fall_back (self, mcp_modern_dialect_get_evidence (dialect), FALSE);
      g_error_free (error);
      return;
    }

  /* A network that fails says nothing about what was remembered. */
  if (verdict != MCP_ERA_VERDICT_NONE)
    mcp_era_memory_store (self->profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);
  mcp_session_end_step (self, MCP_STEP_ERA, FALSE, error->message);
  mcp_session_end_life (self, error,
                        pinned && verdict == MCP_ERA_VERDICT_LEGACY
                          ? _("The server does not speak 2026-07-28. Choose the era “Automatic” in "
                              "its settings.")
                          : NULL);
}

/*
 * Neither of the two proved anything: what initialize was refused with is why there is no
 * connection.
 */
static void
waiting_failed (McpSession   *self,
                const GError *error)
{
  McpEraProbe *probe = self->life->probe;
  g_autoptr (McpDialect) dialect = g_steal_pointer (&probe->waiting);

  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    {
      probe->is_guess = FALSE;
      mcp_session_set_era (self, MCP_ERA_LEGACY,
                           mcp_modern_dialect_get_evidence (MCP_MODERN_DIALECT (dialect)));
    }
  if (probe->refusal != NULL)
    mcp_session_refuse_handshake (self, g_steal_pointer (&probe->refusal));
}

static void
probed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpModernDialect *dialect = MCP_MODERN_DIALECT (source);
  McpLife *life = self->life;
  g_autoptr (GError) error = NULL;
  gboolean modern = MCP_DIALECT_GET_CLASS (dialect)->open_finish (MCP_DIALECT (dialect), result,
                                                                  &error);
  gboolean is_waiting = life != NULL && life->probe->waiting == MCP_DIALECT (dialect);

  if (life == NULL || life->state == LIFE_ENDING
      || (life->dialect != MCP_DIALECT (dialect) && !is_waiting))
    return; /* too late to matter */

  if (is_waiting && modern)
    came_late (self);
  else if (is_waiting)
    waiting_failed (self, error);
  else if (modern)
    become_modern (self, dialect);
  else
    probe_failed (self, dialect, g_steal_pointer (&error));
}

/* Reaching an address is no part of the time in which it is asked. */
static gboolean
is_reached (McpSession *self)
{
  McpConnectStep *response = mcp_session_find_step (self, MCP_STEP_RESPONSE);

  return response == NULL || mcp_connect_step_get_info (response)->state != MCP_STEP_PENDING;
}

static void
start_timer (McpSession *self)
{
  McpEraProbe *probe = self->life->probe;

  probe->is_unsent = FALSE;
  probe->timer = mcp_source_attach (g_timeout_source_new (get_probe_msec (self)), probe_timeout_cb, self);
}

/* The first request leaves for the server. */
void
mcp_session_probe_was_sent (McpSession *self)
{
  if (self->life->probe->is_unsent)
    start_timer (self);
}

static void
probe (McpSession *self)
{
  McpLife *life = self->life;

  g_clear_object (&life->dialect);
  life->dialect = mcp_modern_dialect_new ();
  mcp_session_begin_step (self, MCP_STEP_ERA);
  life->probe->is_unsent = choose (self) == MCP_ERA_CHOICE_AUTO;
  if (is_reached (self))
    mcp_session_probe_was_sent (self);

  MCP_DIALECT_GET_CLASS (life->dialect)->open_async (life->dialect, self, life->cancellable,
                                                     probed_cb, g_object_ref (self));
}

/* Whether the way to the server has a step for the era. */
gboolean
mcp_session_probes_era (McpSession *self)
{
  return choose (self) != MCP_ERA_CHOICE_LEGACY;
}

/* The transport is open: find out what to say first. */
void
mcp_session_begin_handshake (McpSession *self)
{
  McpEraChoice choice = choose (self);
  McpEraSource source;

  if (choice == MCP_ERA_CHOICE_LEGACY)
    {
      mcp_session_set_era (self, MCP_ERA_LEGACY, _("it was chosen"));
      mcp_session_skip_step (self, MCP_STEP_ERA, _("the era was chosen"));
      open_legacy (self);
    }
  else if (choice == MCP_ERA_CHOICE_AUTO && self->probe_ended)
    {
      mcp_session_set_era (self, MCP_ERA_LEGACY, _("the program ended when it was asked server/discover"));
      mcp_session_skip_step (self, MCP_STEP_ERA, mcp_session_get_era_evidence (self));
      open_legacy (self);
    }
  else if (choice == MCP_ERA_CHOICE_AUTO
           && mcp_era_memory_lookup (self->profile, &source) == MCP_ERA_LEGACY)
    {
      self->life->probe->is_guess = TRUE;
      mcp_session_set_era (self, MCP_ERA_LEGACY,
                           source == MCP_ERA_FROM_SILENCE
                             ? _("when it was asked server/discover it answered nothing more; it is not asked "
                                 "until its program or version has changed")
                             : _("it was legacy the last time; it is asked again after a day or when its "
                                 "program has changed"));
      mcp_session_skip_step (self, MCP_STEP_ERA, mcp_session_get_era_evidence (self));
      open_legacy (self);
    }
  else
    {
      probe (self);
    }
}

/*
 * initialize was refused while server/discover is unanswered, as modern servers refuse it: what
 * that is answered with decides. TRUE when it is waited for.
 */
gboolean
mcp_session_await_probe (McpSession   *self,
                         const GError *error)
{
  McpEraProbe *probe = self->life->probe;

  if (probe->waiting == NULL || probe->refusal != NULL)
    return FALSE;

  probe->refusal = g_error_copy (error);
  mcp_session_note (self, "era", _("initialize was refused: waiting for the answer to server/discover"));

  return TRUE;
}

/* (transfer full) (nullable): what initialize was refused with, when nothing else will be answered */
GError *
mcp_session_take_refusal (McpSession *self)
{
  return g_steal_pointer (&self->life->probe->refusal);
}

/*
 * The start took too long. TRUE when server/discover may have stopped the server: the next
 * connect sends initialize alone, and if that was it, forgets.
 */
gboolean
mcp_session_suspects_probe (McpSession *self)
{
  McpLife *life = self->life;
  gboolean was_asked = life->probe->waiting != NULL;

  if (choose (self) != MCP_ERA_CHOICE_AUTO || mcp_start_clock_get_first_message_usec (life->clock) != 0)
    return FALSE;

  mcp_era_memory_store (self->profile, was_asked ? MCP_ERA_LEGACY : MCP_ERA_UNKNOWN, MCP_ERA_FROM_SILENCE, NULL);
  life->probe->is_suspect = was_asked;

  return was_asked;
}

gboolean
mcp_session_is_probe_suspect (McpSession *self)
{
  return self->life->probe->is_suspect;
}

/*
 * initialize failed. Where the era was remembered, it may have changed: ask. TRUE when it goes on.
 */
gboolean
mcp_session_doubt_era (McpSession   *self,
                       const GError *error)
{
  McpLife *life = self->life;

  if (!life->probe->is_guess || life->probe->waiting != NULL || life->probe->asked_again
      || choose (self) != MCP_ERA_CHOICE_AUTO
      || !(g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER)
           || g_error_matches (error, MCP_ERROR, MCP_ERROR_VERSION)
           || g_error_matches (error, MCP_ERROR, MCP_ERROR_HTTP)
           || g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE)))
    return FALSE;

  life->probe->is_guess = FALSE;
  life->probe->asked_again = TRUE;
  mcp_era_memory_store (self->profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);
  mcp_session_note (self, "era", _("initialize failed: asking whether the server is modern now"));
  probe (self);

  return TRUE;
}

/* A server that was not asked has another version now: it may speak another era as well. */
static void
compare_version (McpSession   *self,
                 McpEraSource  source,
                 const char   *version)
{
  g_autofree char *was = mcp_era_memory_dup_version (self->profile);
  g_autofree char *evidence = NULL;

  if (g_strcmp0 (was, version) == 0)
    return;

  if (was == NULL && source == MCP_ERA_FROM_SILENCE)
    {
      mcp_era_memory_store (self->profile, MCP_ERA_LEGACY, source, version);
      return;
    }

  evidence = g_strdup_printf (_("it was legacy as version %s and is version %s now: it will be asked "
                                "at the next connect"),
                              was != NULL ? was : "?", version != NULL ? version : "?");
  mcp_era_memory_store (self->profile, MCP_ERA_UNKNOWN, MCP_ERA_FROM_ANSWER, NULL);
  mcp_session_set_era (self, MCP_ERA_LEGACY, evidence);
  mcp_session_note (self, "era", _("legacy: %s"), evidence);
}

/* The legacy handshake is done. server/discover may still be answered. */
void
mcp_session_settle_legacy (McpSession *self)
{
  gboolean was_asked = !self->life->probe->is_guess || self->life->probe->waiting != NULL;
  g_autofree char *version = mcp_session_lookup (self, "serverInfo.version");
  McpEraSource source = MCP_ERA_FROM_ANSWER;
  McpEra remembered = mcp_era_memory_lookup (self->profile, &source);
  gboolean was_silent = remembered == MCP_ERA_LEGACY && source == MCP_ERA_FROM_SILENCE;
  McpCall *discover = mcp_call_table_find_kind (self->life->calls, MCP_REQUEST_DISCOVER);

  /* An answer to it still counts for as long as a start may take. */
  if (discover != NULL)
    mcp_call_table_set_deadline (self->life->calls, discover,
                                 mcp_start_clock_get_begun_usec (self->life->clock)
                                   + 1000 * (gint64) mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_START));

  /* Who chose the old era for a server that fell silent need not choose it again. */
  if (choose (self) != MCP_ERA_CHOICE_AUTO && !was_silent)
    return;

  if (choose (self) == MCP_ERA_CHOICE_AUTO && was_asked)
    mcp_era_memory_store (self->profile, MCP_ERA_LEGACY, MCP_ERA_FROM_ANSWER, version);
  else
    compare_version (self, source, version);
}

/* A program that ends at the probe is started once more, and asked nothing new (TRUE: it will be). */
gboolean
mcp_session_ended_at_probe (McpSession *self)
{
  McpLife *life = self->life;

  if (life->state != LIFE_HANDSHAKE || life->dialect == NULL
      || !(MCP_IS_MODERN_DIALECT (life->dialect) || life->probe->waiting != NULL) || choose (self) != MCP_ERA_CHOICE_AUTO
      || life->channel != MCP_CHANNEL_STDIO || self->probe_ended)
    return FALSE;

  self->probe_ended = TRUE;

  return TRUE;
}

/**
 * mcp_session_get_era:
 *
 * Gets which era the server of the present or last connection is of (basic/versioning).
 *
 * Returns: the era; %MCP_ERA_UNKNOWN before it is known
 */
McpEra
mcp_session_get_era (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), MCP_ERA_UNKNOWN);

  return mcp_session_get_revision (self).era;
}

const char *
mcp_session_get_era_evidence (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->negotiation->evidence;
}
