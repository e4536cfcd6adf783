/* mcp-session-era.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

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
 *     any other error; silence of a program                       → initialize: legacy
 *         … and a DiscoverResult before its answer                → modern all the same
 *     the program ends                                            → once more, initialize at once
 *     no network, no authorization, silence over HTTP             → no verdict, an error
 *
 * What was found is remembered for the next time and forgotten when it fails.
 */

/* How long a program may think about the probe: from its first byte, and in all. */
#define PROBE_AFTER_OUTPUT_USEC (3 * G_USEC_PER_SEC)
#define PROBE_AFTER_START_USEC  (15 * G_USEC_PER_SEC)

struct _McpEraProbe
{
  McpDialect *waiting;       /* (nullable): server/discover is unanswered, initialize under way */
  GSource    *timer;
  gboolean    is_guess;      /* the era is remembered, or from silence: doubted when initialize fails */
  gboolean    asked_again;
};

McpEraProbe *
mcp_era_probe_new (void)
{
  return g_new0 (McpEraProbe, 1);
}

void
mcp_era_probe_free (McpEraProbe *self)
{
  mcp_source_clear (&self->timer);
  g_clear_object (&self->waiting);
  g_free (self);
}

static gboolean
is_byte_stream (McpSession *self)
{
  return self->life->channel != MCP_CHANNEL_HTTP;
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
  mcp_session_saw_progress (self);
  mcp_session_open_dialect (self);
}

/* The probe says legacy, or says nothing. Its answer may still come. */
static void
fall_back (McpSession *self,
           const char *evidence,
           gboolean    still_waiting)
{
  McpLife *life = self->life;

  mcp_source_clear (&life->probe->timer);
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

  g_clear_pointer (&life->probe->timer, g_source_unref);
  evidence = g_strdup_printf (_("no answer to server/discover (%.1f s after the start)"),
                              waited_usec / 1e6);
  life->probe->is_guess = TRUE;
  fall_back (self, evidence, TRUE);

  return G_SOURCE_REMOVE;
}

/* The program said its first word: the probe has until then and a little more. */
void
mcp_session_probe_saw_output (McpSession *self,
                              gint64      time_usec)
{
  McpLife *life = self->life;

  if (life->probe->timer != NULL)
    g_source_set_ready_time (life->probe->timer,
                             MIN (time_usec + PROBE_AFTER_OUTPUT_USEC,
                                  mcp_start_clock_get_begun_usec (life->clock) + PROBE_AFTER_START_USEC));
}

/* A DiscoverResult overtook the answer to initialize, which nobody waits for any more. */
static void
drop_initialize (McpSession *self)
{
  McpCall *initialize = mcp_call_table_find_kind (self->life->calls, MCP_REQUEST_INITIALIZE);

  if (initialize != NULL)
    mcp_session_abandon_call (self, initialize,
                              g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                                   _("the server turned out to be modern")));
}

static void
become_modern (McpSession       *self,
               McpModernDialect *dialect)
{
  McpLife *life = self->life;

  mcp_source_clear (&life->probe->timer);
  if (life->probe->waiting == MCP_DIALECT (dialect))
    {
      g_clear_object (&life->dialect);
      life->dialect = g_steal_pointer (&life->probe->waiting);
      drop_initialize (self);
    }

  mcp_session_set_era (self, MCP_ERA_MODERN, mcp_modern_dialect_get_evidence (dialect));
  mcp_inbound_open (life->inbound);
  mcp_session_end_step (self, MCP_STEP_ERA, TRUE, mcp_session_get_era_evidence (self));
  mcp_session_skip_step (self, MCP_STEP_HANDSHAKE, _("this era has none"));
  mcp_session_note (self, "era", _("modern: %s"), mcp_session_get_era_evidence (self));
  mcp_era_memory_store (self->profile, MCP_ERA_MODERN, NULL);
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

  mcp_source_clear (&life->probe->timer);
  if (verdict == MCP_ERA_VERDICT_LEGACY && !pinned)
    {
      fall_back (self, mcp_modern_dialect_get_evidence (dialect), FALSE);
      g_error_free (error);
      return;
    }

  /* A network that fails says nothing about what was remembered. */
  if (verdict != MCP_ERA_VERDICT_NONE)
    mcp_era_memory_store (self->profile, MCP_ERA_UNKNOWN, NULL);
  mcp_session_end_step (self, MCP_STEP_ERA, FALSE, error->message);
  mcp_session_end_life (self, error,
                        pinned && verdict == MCP_ERA_VERDICT_LEGACY
                          ? _("The server does not speak 2026-07-28. Choose the era “Automatic” in "
                              "its settings.")
                          : NULL);
}

static void
probed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpModernDialect *dialect = MCP_MODERN_DIALECT (source);
  McpLife *life = self->life;
  GError *error = NULL;
  gboolean modern = MCP_DIALECT_GET_CLASS (dialect)->open_finish (MCP_DIALECT (dialect), result,
                                                                  &error);

  if (life == NULL || life->state != LIFE_HANDSHAKE
      || (life->dialect != MCP_DIALECT (dialect) && life->probe->waiting != MCP_DIALECT (dialect)))
    g_clear_error (&error); /* too late to matter */
  else if (modern)
    become_modern (self, dialect);
  else if (life->probe->waiting == MCP_DIALECT (dialect))
    g_clear_error (&error); /* initialize is under way */
  else
    probe_failed (self, dialect, error);
}

static void
probe (McpSession *self)
{
  McpLife *life = self->life;

  g_clear_object (&life->dialect);
  life->dialect = mcp_modern_dialect_new ();
  mcp_session_begin_step (self, MCP_STEP_ERA);
  if (is_byte_stream (self) && choose (self) == MCP_ERA_CHOICE_AUTO)
    {
      gint64 left_usec = mcp_start_clock_get_begun_usec (life->clock) + PROBE_AFTER_START_USEC - g_get_monotonic_time ();

      life->probe->timer = mcp_source_attach (g_timeout_source_new (MAX (left_usec, 0) / 1000), probe_timeout_cb, self);
      if (mcp_start_clock_get_first_byte_usec (life->clock) != 0)
        mcp_session_probe_saw_output (self, mcp_start_clock_get_first_byte_usec (life->clock));
    }

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
           && mcp_era_memory_lookup (self->profile) == MCP_ERA_LEGACY)
    {
      self->life->probe->is_guess = TRUE;
      mcp_session_set_era (self, MCP_ERA_LEGACY, _("it was legacy the last time; it is asked again after a day or when its "
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
  mcp_era_memory_store (self->profile, MCP_ERA_UNKNOWN, NULL);
  mcp_session_note (self, "era", _("initialize failed: asking whether the server is modern now"));
  probe (self);

  return TRUE;
}

/* A server that was not asked has another version now: it may speak another era as well. */
static void
compare_version (McpSession *self,
                 const char *version)
{
  g_autofree char *was = mcp_era_memory_dup_version (self->profile);
  g_autofree char *evidence = NULL;

  if (g_strcmp0 (was, version) == 0)
    return;

  evidence = g_strdup_printf (_("it was legacy as version %s and is version %s now: it will be asked "
                                "at the next connect"),
                              was != NULL ? was : "?", version != NULL ? version : "?");
  mcp_era_memory_store (self->profile, MCP_ERA_UNKNOWN, NULL);
  mcp_session_set_era (self, MCP_ERA_LEGACY, evidence);
  mcp_session_note (self, "era", _("legacy: %s"), evidence);
}

/* The legacy handshake is done. */
void
mcp_session_settle_legacy (McpSession *self)
{
  gboolean was_asked = !self->life->probe->is_guess || self->life->probe->waiting != NULL;
  g_autofree char *version = mcp_session_lookup (self, "serverInfo.version");

  g_clear_object (&self->life->probe->waiting);
  if (choose (self) != MCP_ERA_CHOICE_AUTO)
    return;

  if (was_asked)
    mcp_era_memory_store (self->profile, MCP_ERA_LEGACY, version);
  else
    compare_version (self, version);
}

/* A program that ends at the probe is started once more, and asked nothing new (TRUE: it will be). */
gboolean
mcp_session_ended_at_probe (McpSession *self)
{
  McpLife *life = self->life;

  if (life->state != LIFE_HANDSHAKE || life->dialect == NULL
      || !MCP_IS_MODERN_DIALECT (life->dialect) || choose (self) != MCP_ERA_CHOICE_AUTO
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
