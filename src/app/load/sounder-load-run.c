/* sounder-load-run.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-hdr-log.h"
#include "mcp-load-words.h"
#include "sounder-compat.h"
#include "sounder-load-window-private.h"
#include "sounder-template.h"

/* A run, from the question before it to the end of its connection. */

gboolean
sounder_load_window_is_ping (SounderLoadWindow *self)
{
  return self->call == NULL || sounder_load_settings_get_call (self->settings) > 0;
}

char *
sounder_load_window_dup_warning (SounderLoadWindow *self)
{
  return sounder_load_window_is_ping (self) ? NULL : mcp_load_dup_warning (self->session, self->name);
}

static void
interval_cb (McpLoad           *load,
             guint              index,
             SounderLoadWindow *self)
{
  const McpLoadPoint *point = &g_array_index (mcp_load_get_report (load)->points, McpLoadPoint, index);
  g_autofree char *line = mcp_hdr_log_dup_line (mcp_load_get_interval (load), point->start_usec, point->length_usec,
                                                point->max_usec);

  g_string_append (self->hdr_log, line);
  sounder_load_window_update (self);
}

/* What ended by our hand is no error. */
static void
end_run (SounderLoadWindow *self,
         GError            *error)   /* (transfer full) (nullable) */
{
  self->is_stopped = g_cancellable_is_cancelled (self->cancellable);
  if (self->is_stopped)
    g_clear_error (&error);
  self->error = error;
  g_clear_object (&self->cancellable);
  mcp_session_close_async (self->connection, NULL, NULL, NULL);
  /* What could not even begin is planned anew. */
  sounder_load_settings_set_open (self->settings, self->load == NULL);
  sounder_load_window_update (self);
  for (guint i = 0; i < SOUNDER_N_LOAD_CHARTS; i++)
    sounder_chart_redraw (SOUNDER_CHART (self->charts[i]));
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      user_data)
{
  g_autoptr (SounderLoadWindow) self = user_data;
  GError *error = NULL;

  mcp_load_run_finish (MCP_LOAD (source), result, &error);
  /* The window may be gone by now. */
  if (self->load == MCP_LOAD (source))
    end_run (self, error);
  else
    g_clear_error (&error);
}

/* A copy without its seconds: the run holds all of its traffic. */
static void
keep_before (SounderLoadWindow *self)
{
  g_autofree char *json = self->load != NULL ? mcp_load_report_to_json (mcp_load_get_report (self->load)) : NULL;

  if (json == NULL)
    return;

  g_clear_pointer (&self->before, mcp_load_report_free);
  self->before = mcp_load_report_new_from_json (json, strlen (json), NULL);
}

static void
begin_load (SounderLoadWindow *self)
{
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  gboolean is_ping = sounder_load_window_is_ping (self);
  McpHealth *health = mcp_session_get_health (self->connection);
  g_autoptr (McpCall) call = is_ping ? mcp_call_new (mcp_health_get_method (health), NULL) : g_object_ref (self->call);
  gboolean has_process = mcp_session_get_process (self->connection) != NULL;
  g_autofree char *head = mcp_hdr_log_dup_head (g_get_real_time ());

  keep_before (self);
  sounder_load_settings_read (self->settings, &plan);
  plan.call = call;
  plan.name = is_ping ? NULL : self->name;
  g_set_object (&self->load, NULL);
  self->load = mcp_load_new (self->connection, &plan);
  g_string_assign (self->hdr_log, head);

  g_signal_connect_object (self->load, "interval", G_CALLBACK (interval_cb), self, 0);
  mcp_load_run_async (self->load, self->cancellable, ran_cb, g_object_ref (self));
  sounder_time_span_set_cursor (self->span, SOUNDER_NO_TIME);
  sounder_time_span_reset (self->span);
  sounder_load_window_update (self);
  for (guint i = 0; i < SOUNDER_N_LOAD_CHARTS; i++)
    {
      sounder_load_chart_set_load (SOUNDER_LOAD_CHART (self->charts[i]), self->load);
      gtk_widget_set_visible (self->charts[i], has_process || i < SOUNDER_LOAD_CPU);
    }
}

/* Without the list nothing is lost but headers that repeat arguments. */
static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderLoadWindow) self = user_data;
  g_autoptr (GError) error = NULL;

  mcp_catalog_refresh_finish (MCP_CATALOG (source), result, &error);
  if (self->connection == NULL || mcp_session_get_catalog (self->connection, MCP_CATALOG_TOOLS) != (gpointer) source)
    return;

  if (mcp_session_is_open (self->connection) && !g_cancellable_is_cancelled (self->cancellable))
    begin_load (self);
  else
    end_run (self, g_steal_pointer (&error));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (SounderLoadWindow) self = user_data;
  McpSession *connection = MCP_SESSION (source);
  GError *error = NULL;

  mcp_session_open_finish (connection, result, &error);
  /* The window may be gone by now. */
  if (self->connection != connection)
    g_clear_error (&error);
  else if (error != NULL)
    end_run (self, error);
  else if (sounder_load_window_is_ping (self))
    begin_load (self);
  else
    mcp_catalog_refresh_async (mcp_session_get_catalog (connection, MCP_CATALOG_TOOLS), self->cancellable, listed_cb,
                               g_object_ref (self));
}

/* Begins a run by what is chosen, without a question. */
void
sounder_load_window_run (SounderLoadWindow *self)
{
  g_return_if_fail (SOUNDER_IS_LOAD_WINDOW (self));
  g_return_if_fail (self->session != NULL);

  if (self->cancellable != NULL)
    return;

  g_clear_error (&self->error);
  g_clear_object (&self->connection);
  self->connection = mcp_session_new_beside (mcp_session_get_profile (self->session));
  self->cancellable = g_cancellable_new ();
  mcp_session_open_async (self->connection, self->cancellable, opened_cb, g_object_ref (self));
  sounder_load_settings_set_open (self->settings, FALSE);
  sounder_load_window_update (self);
}

static void
answered_cb (gboolean confirmed,
             gpointer user_data)
{
  g_autoptr (SounderLoadWindow) self = user_data;

  if (!confirmed || self->session == NULL)
    return;

  self->may_change = TRUE;
  sounder_load_window_run (self);
}

static void
run_cb (SounderLoadWindow *self)
{
  g_autofree char *warning = sounder_load_window_dup_warning (self);

  if (warning == NULL || self->may_change)
    sounder_load_window_run (self);
  else
    sounder_compat_confirm (GTK_WINDOW (self), _("Call It Again and Again?"), warning, _("_Run"), TRUE, answered_cb,
                            g_object_ref (self));
}

static void
stop_cb (SounderLoadWindow *self)
{
  g_cancellable_cancel (self->cancellable);
}

/* The window goes: so does what runs. */
void
sounder_load_window_forget (SounderLoadWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  if (self->connection != NULL)
    mcp_session_close_async (self->connection, NULL, NULL, NULL);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->connection);
  if (self->load != NULL)
    g_signal_handlers_disconnect_by_data (self->load, self);
  g_clear_object (&self->load);
  g_clear_object (&self->session);
}

/* At class_init. */
void
sounder_load_window_install_run (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "load.run", NULL, run_cb);
  sounder_template_action (widget_class, "load.stop", NULL, stop_cb);
}
