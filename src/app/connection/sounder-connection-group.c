/* sounder-connection-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-http-stream.h"
#include "mcp-json.h"
#include "mcp-recording.h"
#include "mcp-sse-transport.h"
#include "mcp-summary.h"
#include "sounder-address.h"
#include "sounder-certificate-dialog.h"
#include "sounder-server.h"
#include "sounder-connection-group.h"
#include "sounder-freshness.h"
#include "sounder-template.h"

/**
 * SounderConnectionGroup:
 *
 * The Connection part of the Overview: protocol and era with the evidence for
 * it, transport, where to, and for HTTP the session's id, the certificate and the streams.
 *
 * Whoever has the session id has the session: it is masked until it is asked
 * for, and again with each new connection.
 */

struct _SounderConnectionGroup
{
  SounderPage         base;

  GSignalGroup       *authorizer_signals; /* its target goes with the address */

  AdwActionRow       *protocol_row;
  AdwActionRow       *client_row;
  AdwActionRow       *era_row;
  GtkWidget          *era_button;
  GtkLabel           *era_chip;
  AdwActionRow       *supported_row;
  AdwActionRow       *transport_row;
  GtkWidget          *deprecated;
  AdwActionRow       *address_row;
  AdwActionRow       *directory_row;
  AdwActionRow       *id_row;
  GtkToggleButton    *id_reveal;
  AdwActionRow       *tls_row;
  AdwActionRow       *authorization_row;
  AdwActionRow       *streams_row;
  AdwActionRow       *handshake_row;
  AdwActionRow       *lives_row;
  AdwActionRow       *redacted_row;
};

G_DEFINE_FINAL_TYPE (SounderConnectionGroup, sounder_connection_group, SOUNDER_TYPE_PAGE)

static char *
dup_uptime (gint64 usec)
{
  gint64 seconds = usec / G_USEC_PER_SEC;

  if (seconds < 60)
    return g_strdup_printf (_("%d s"), (int) seconds);
  if (seconds < 3600)
    return g_strdup_printf (_("%d min %d s"), (int) (seconds / 60), (int) (seconds % 60));

  return g_strdup_printf (_("%d h %d min"), (int) (seconds / 3600), (int) (seconds / 60 % 60));
}

static void
update_transport (SounderConnectionGroup *self)
{
  g_autofree char *transport = mcp_session_describe_transport (self->base.session);
  gint64 since = mcp_session_get_ready_since_usec (self->base.session);
  g_autofree char *uptime = NULL;
  g_autofree char *text = NULL;

  if (since > 0)
    uptime = dup_uptime (g_get_monotonic_time () - since);

  /* Translators: how long a connection has been up. */
  text = uptime != NULL ? g_strdup_printf (_("%s · up %s"), transport, uptime)
                        : g_strdup (transport);
  adw_action_row_set_subtitle (self->transport_row, text);
  gtk_widget_set_visible (self->deprecated,
                          MCP_IS_SSE_TRANSPORT (mcp_session_get_transport (self->base.session)));
}

static void
update_streams (SounderConnectionGroup *self)
{
  GListModel *streams = mcp_session_get_streams (self->base.session);
  guint n_streams = streams != NULL ? g_list_model_get_n_items (streams) : 0;
  guint n_open = 0;
  guint n_waiting = 0;
  g_autoptr (GString) text = g_string_new (NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->streams_row), streams != NULL);
  if (streams == NULL)
    return;

  for (guint i = 0; i < n_streams; i++)
    {
      g_autoptr (McpHttpStream) stream = g_list_model_get_item (streams, i);

      if (mcp_http_stream_get_state (stream) == MCP_STREAM_WAITING)
        n_waiting++;
      else if (mcp_http_stream_get_state (stream) != MCP_STREAM_ENDED)
        n_open++;
    }

  g_string_append_printf (text, ngettext ("%u open", "%u open", n_open), n_open);
  if (n_waiting > 0)
    g_string_append_printf (text, ngettext (" · %u to be resumed", " · %u to be resumed", n_waiting),
                            n_waiting);
  adw_action_row_set_subtitle (self->streams_row, text->str);
}

static gboolean
tick_cb (gpointer data)
{
  SounderConnectionGroup *self = data;

  if (sounder_page_is_ready (&self->base))
    {
      update_transport (self);
      update_streams (self);
    }

  return G_SOURCE_CONTINUE;
}

static void
update_id (SounderConnectionGroup *self)
{
  const char *id = mcp_session_get_http_session_id (self->base.session);
  g_autofree char *visible = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->id_row), id != NULL);
  if (id == NULL)
    return;

  visible = gtk_toggle_button_get_active (self->id_reveal) ? mcp_format_label (id, FALSE)
                                                           : g_strdup ("••••••••");
  adw_action_row_set_subtitle (self->id_row, visible);
}

/* "TLS 1.3, AES-256-GCM": the outcome of that step. */
static char *
dup_tls_detail (SounderConnectionGroup *self)
{
  GListModel *steps = mcp_session_get_steps (self->base.session);

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);

      if (mcp_connect_step_get_info (step)->step == MCP_STEP_TLS
          && mcp_connect_step_get_info (step)->detail != NULL)
        return mcp_format_label (mcp_connect_step_get_info (step)->detail, FALSE);
    }

  return NULL;
}

static void
update_tls (SounderConnectionGroup *self)
{
  McpCertificate *certificate = mcp_session_get_certificate (self->base.session);
  gboolean bad = certificate != NULL && mcp_certificate_get_problems (certificate) != 0;
  g_autofree char *detail = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->tls_row), certificate != NULL);
  if (certificate == NULL)
    return;

  detail = dup_tls_detail (self);
  text = g_strjoin (" · ", bad ? _("certificate accepted by you, it does not verify")
                               : _("certificate verified"),
                    detail, NULL);
  adw_action_row_set_subtitle (self->tls_row, text);
}

/* “Claude Code (claude-code) 2.1”, as far as it says so; %NULL when it is us, or did not. */
static char *
dup_client (SounderConnectionGroup *self)
{
  g_autofree char *info = mcp_session_dup_client_info (self->base.session);
  gsize length = info != NULL ? strlen (info) : 0;
  g_autofree char *name = info != NULL ? mcp_json_lookup_string (info, length, "name") : NULL;
  g_autofree char *title = info != NULL ? mcp_json_lookup_string (info, length, "title") : NULL;
  g_autofree char *version = info != NULL ? mcp_json_lookup_string (info, length, "version") : NULL;
  g_autoptr (GString) text = g_string_new (title != NULL ? title : name);

  if (name == NULL)
    return NULL;
  if (title != NULL && !g_str_equal (title, name))
    g_string_append_printf (text, " (%s)", name);
  if (version != NULL)
    g_string_append_printf (text, " %s", version);

  return mcp_format_label (text->str, FALSE);
}

static void
update_client (SounderConnectionGroup *self)
{
  g_autofree char *client = dup_client (self);

  adw_action_row_set_subtitle (self->client_row, client != NULL ? client : "");
  gtk_widget_set_visible (GTK_WIDGET (self->client_row), client != NULL);
  /* There is nothing to connect to again. */
  gtk_widget_set_visible (self->era_button, mcp_session_get_state (self->base.session)
                                              != MCP_SESSION_RECORDED);
}

static void
update_where (SounderConnectionGroup *self)
{
  McpProfile *profile = mcp_session_get_profile (self->base.session);
  gboolean is_stdio = mcp_profile_is_stdio (profile);
  gboolean is_recorded = mcp_session_get_state (self->base.session) == MCP_SESSION_RECORDED;
  const char *cwd = mcp_profile_get_settings (profile)->cwd;
  g_autofree char *address = sounder_address_dup_profile (profile);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->address_row),
                                 is_stdio ? _("Command") : _("URL"));
  adw_action_row_set_subtitle (self->address_row, address);
  /* A recording need not say how the server was reached. */
  gtk_widget_set_visible (GTK_WIDGET (self->address_row), !is_recorded || *address != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->directory_row),
                          is_stdio && (!is_recorded || cwd != NULL));
  adw_action_row_set_subtitle (self->directory_row,
                               cwd != NULL ? cwd : _("where Sounder was started"));
}

/* What the server sends of a list, its strings one after another. */
static char *
dup_strings (const char *text,
             gsize       length,
             const char *path)
{
  g_autoptr (GString) joined = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan list;
  McpSpan value;

  if (!mcp_json_lookup (text, length, path, &list)
      || !mcp_json_iter_init (&iter, text + list.offset, list.length))
    return g_strdup ("");

  while (joined->len < 400 && mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *item = mcp_json_dup_string (text + list.offset + value.offset, value.length);
      g_autofree char *visible = item != NULL ? mcp_format_label (item, FALSE) : NULL;

      if (visible == NULL)
        continue;
      if (joined->len > 0)
        g_string_append (joined, ", ");
      g_string_append (joined, visible);
    }

  return g_string_free (g_steal_pointer (&joined), FALSE);
}

/* How long server/discover may be believed, and who may keep it. */
static char *
dup_discovery (GBytes *json)
{
  gsize length;
  const char *text = g_bytes_get_data (json, &length);
  g_autofree char *scope = mcp_json_lookup_string (text, length, "cacheScope");
  gint64 ttl_msec = -1;

  mcp_json_lookup_int64 (text, length, "ttlMs", &ttl_msec);

  return sounder_freshness_dup_hint (ttl_msec, scope);
}

static void
update_era (SounderConnectionGroup *self)
{
  gboolean modern = mcp_session_has_feature (self->base.session, MCP_FEATURE_DISCOVERY);
  const char *evidence = mcp_session_get_era_evidence (self->base.session);
  g_autofree char *visible = evidence != NULL ? mcp_format_label (evidence, FALSE) : NULL;
  GBytes *json = mcp_session_get_server_json (self->base.session);
  g_autofree char *supported = NULL;
  g_autofree char *title = NULL;
  const char *text;
  gsize length;

  gtk_widget_set_visible (GTK_WIDGET (self->era_row),
                          mcp_session_get_state (self->base.session) != MCP_SESSION_RECORDED
                            || mcp_session_get_era (self->base.session) != MCP_ERA_UNKNOWN);
  gtk_label_set_text (self->era_chip, modern ? _("modern era") : _("legacy era"));
  title = g_strdup_printf (modern ? _("Speaks the newer protocol (%s)")
                                  : _("Speaks the older protocol (%s)"),
                           mcp_version_to_string (mcp_session_get_version (self->base.session)));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->era_row), title);
  adw_action_row_set_subtitle (self->era_row, visible != NULL ? visible : "");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->handshake_row),
                                 modern ? _("Discovery") : _("Handshake"));
  gtk_widget_set_visible (GTK_WIDGET (self->supported_row), modern && json != NULL);
  if (!modern || json == NULL)
    return;

  text = g_bytes_get_data (json, &length);
  supported = dup_strings (text, length, "supportedVersions");
  adw_action_row_set_subtitle (self->supported_row, supported);
}

static char *
dup_times (SounderConnectionGroup *self)
{
  g_autofree char *handshake = mcp_format_duration (mcp_session_get_handshake_usec (self->base.session));
  g_autofree char *spawn = NULL;

  if (mcp_session_get_spawn_usec (self->base.session) < 0)
    return g_steal_pointer (&handshake);

  spawn = mcp_format_duration (mcp_session_get_spawn_usec (self->base.session));

  /* Translators: durations; the second is from the start of the program to its first byte. */
  return g_strdup_printf (_("%s · first output after %s"), handshake, spawn);
}

static void
update_authorization (SounderConnectionGroup *self)
{
  g_autofree char *text = sounder_authorizer_dup_text (
    mcp_session_get_authorizer (self->base.session));

  adw_action_row_set_subtitle (self->authorization_row, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->authorization_row), text != NULL);
}

/* What a recording leaves out. */
static void
update_redacted (SounderConnectionGroup *self)
{
  g_autofree char *text =
    mcp_session_get_state (self->base.session) == MCP_SESSION_RECORDED
            ? mcp_recording_describe_redacted (mcp_session_get_journal (self->base.session))
            : NULL;

  adw_action_row_set_subtitle (self->redacted_row, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->redacted_row), text != NULL);
}

static void
update (SounderConnectionGroup *self)
{
  g_autofree char *protocol = NULL;
  g_autofree char *times = NULL;
  g_autofree char *lives = NULL;
  guint life;

  /* Its address may be another one. */
  g_signal_group_set_target (self->authorizer_signals, mcp_session_get_authorizer (self->base.session));
  update_authorization (self);

  /* Shown once is not shown for good. */
  gtk_toggle_button_set_active (self->id_reveal, FALSE);
  if (mcp_session_get_state (self->base.session) != MCP_SESSION_READY
      && mcp_session_get_state (self->base.session) != MCP_SESSION_RECORDED)
    return;

  protocol = mcp_session_dup_negotiation (self->base.session);
  times = dup_times (self);
  if (mcp_session_has_feature (self->base.session, MCP_FEATURE_DISCOVERY)
      && mcp_session_get_server_json (self->base.session) != NULL)
    {
      g_autofree char *discovery = dup_discovery (mcp_session_get_server_json (self->base.session));
      char *joined = g_strjoin (" · ", times, discovery, NULL);

      g_free (times);
      times = joined;
    }
  life = mcp_session_get_life (self->base.session);
  if (life > 1)
    lives = g_strdup_printf (ngettext ("%u, restarted %u time", "%u, restarted %u times", life - 1),
                             life, life - 1);
  adw_action_row_set_subtitle (self->protocol_row, protocol != NULL ? protocol : "");
  adw_action_row_set_subtitle (self->handshake_row, times);
  adw_action_row_set_subtitle (self->lives_row, lives != NULL ? lives : "");
  gtk_widget_set_visible (GTK_WIDGET (self->lives_row), lives != NULL);
  update_redacted (self);
  update_client (self);
  update_era (self);
  update_where (self);
  update_transport (self);
  update_id (self);
  update_tls (self);
  update_streams (self);
}

static void
show_certificate_cb (SounderConnectionGroup *self)
{
  sounder_certificate_dialog_present (GTK_WIDGET (self), self->base.session);
}

static void
copy_id_cb (SounderConnectionGroup *self)
{
  const char *id = mcp_session_get_http_session_id (self->base.session);

  if (id != NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s", id);
}

static void
sounder_connection_group_constructed (GObject *object)
{
  SounderConnectionGroup *self = SOUNDER_CONNECTION_GROUP (object);

  G_OBJECT_CLASS (sounder_connection_group_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_page_tick_while_mapped (GTK_WIDGET (self), tick_cb);

  self->authorizer_signals = sounder_page_add_signals (&self->base, MCP_TYPE_AUTHORIZER);
  g_signal_group_connect_swapped (self->authorizer_signals, "notify::status",
                                  G_CALLBACK (update_authorization), self);
  g_signal_group_connect_swapped (self->authorizer_signals, "token-changed",
                                  G_CALLBACK (update_authorization), self);
  g_signal_connect_object (self->base.session, "notify::state", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

static void
sounder_connection_group_class_init (SounderConnectionGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->constructed = sounder_connection_group_constructed;

  sounder_template_set (widget_class, "sounder-connection-group.ui");
  sounder_template_bind (widget_class, SounderConnectionGroup, client_row, protocol_row,
                         era_row, era_button, era_chip,
                         supported_row, transport_row, deprecated, address_row, directory_row,
                         id_row, id_reveal, tls_row, authorization_row, streams_row, handshake_row,
                         lives_row, redacted_row);
  sounder_template_connect (widget_class, copy_id_cb, show_certificate_cb, update_id);
}

static void
sounder_connection_group_init (SounderConnectionGroup *self)
{
}
