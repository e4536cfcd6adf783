/* sounder-token-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "mcp-jwt.h"
#include "sounder-json-row.h"
#include "sounder-sign-in-step-row.h"
#include "sounder-template.h"
#include "sounder-token-group.h"

/* How far the clocks of two machines may be apart. */
#define CLOCK_LEEWAY_S 30

struct _SounderTokenGroup
{
  AdwPreferencesGroup  parent_instance;

  McpAuthorizer       *authorizer;
  char                *access_token;  /* (nullable): the one that is shown */
  char                *id_token;      /* (nullable) */
  guint                tick;          /* counts the expiry down */

  AdwActionRow        *lasts_row;
  AdwActionRow        *issuer_row;
  AdwActionRow        *granted_row;
  AdwActionRow        *missing_row;
  AdwActionRow        *wanted_row;
  GtkWidget           *opaque_row;
  AdwExpanderRow      *access_row;
  GtkWidget           *access_button;
  AdwExpanderRow      *id_row;
  GtkWidget           *id_button;
};

G_DEFINE_FINAL_TYPE (SounderTokenGroup, sounder_token_group, ADW_TYPE_PREFERENCES_GROUP)

static void
set_row (AdwActionRow *row,
         const char   *text)
{
  g_autofree char *shown = sounder_sign_in_dup_shown (text);

  adw_action_row_set_subtitle (row, shown);
  gtk_widget_set_visible (GTK_WIDGET (row), text != NULL);
}

static char *
dup_lasts (const McpAuthToken *token)
{
  gint64 left = mcp_auth_token_get_left (token);

  if (left == G_MAXINT64)
    return g_strdup_printf (_("%s, the server does not say for how long"), token->token_type);
  if (left <= 0)
    return g_strdup_printf (_("%s, expired"), token->token_type);
  if (left >= 3600)
    return g_strdup_printf (_("%s, expires in %" PRId64 ":%02" PRId64 ":%02" PRId64),
                            token->token_type, left / 3600, left / 60 % 60, left % 60);

  return g_strdup_printf (_("%s, expires in %" PRId64 ":%02" PRId64), token->token_type, left / 60,
                          left % 60);
}

static void
show_lasts (SounderTokenGroup *self)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self->authorizer);
  const GError *kept = mcp_authorizer_get_store_error (self->authorizer);
  g_autofree char *title = NULL;
  g_autofree char *shown = NULL;
  const char *text;

  if (token == NULL)
    return;

  title = dup_lasts (token);
  shown = sounder_sign_in_dup_shown (title);
  text = token->refresh_token != NULL ? _("Refreshed by itself before it ends")
                                      : _("Cannot be refreshed: sign in again when it ends");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->lasts_row), shown);
  if (kept != NULL)
    {
      g_autofree char *both =
        g_strjoin ("\n", text, _("Kept in memory only: the keyring cannot be used"), NULL);

      set_row (self->lasts_row, both);
    }
  else
    {
      set_row (self->lasts_row, text);
    }
}

/* What stands in a JWT, and what is plainly wrong with it. */
static void
show_jwt (AdwExpanderRow *row,
          GtkWidget      *button,
          const char     *token)
{
  g_autoptr (McpJwt) jwt = token != NULL ? mcp_jwt_parse (token, NULL) : NULL;
  g_autofree char *json = NULL;
  g_autofree char *problem = NULL;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  gtk_widget_set_visible (GTK_WIDGET (row), jwt != NULL);
  if (jwt == NULL)
    return;

  json = g_strdup_printf ("{\"header\": %s, \"claims\": %s}", mcp_jwt_get_header (jwt),
                          mcp_jwt_get_claims (jwt));
  sounder_json_row_set_json (SOUNDER_JSON_ROW (row), json);
  problem = mcp_jwt_check_times (jwt, g_get_real_time () / G_USEC_PER_SEC, CLOCK_LEEWAY_S);
  /* Translators: %s is a signature's algorithm: “ES256”. */
  text = problem == NULL ? g_strdup_printf (_("JWT, %s, signature not verified"),
                                            mcp_jwt_get_algorithm (jwt))
                         : g_steal_pointer (&problem);
  shown = sounder_sign_in_dup_shown (text);
  adw_expander_row_set_subtitle (row, shown);
  gtk_widget_set_sensitive (button, TRUE);
}

static void
show_tokens (SounderTokenGroup  *self,
             const McpAuthToken *token)
{
  if (g_strcmp0 (self->access_token, token->access_token) == 0
      && g_strcmp0 (self->id_token, token->id_token) == 0)
    return;

  g_free (self->access_token);
  g_free (self->id_token);
  self->access_token = g_strdup (token->access_token);
  self->id_token = g_strdup (token->id_token);
  show_jwt (self->access_row, self->access_button, self->access_token);
  show_jwt (self->id_row, self->id_button, self->id_token);
  gtk_widget_set_visible (self->opaque_row, !gtk_widget_get_visible (GTK_WIDGET (self->access_row)));
}

static void
update (SounderTokenGroup *self)
{
  const McpAuthToken *token = mcp_authorizer_get_token (self->authorizer);
  g_autofree char *missing = NULL;
  g_autofree char *wanted = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self), token != NULL);
  if (token == NULL)
    return;

  missing = token->scope != NULL ? mcp_auth_scope_missing (token->requested_scope, token->scope) : NULL;
  wanted = mcp_authorizer_dup_wanted_scope (self->authorizer);
  set_row (self->issuer_row, token->issuer);
  set_row (self->granted_row, token->scope != NULL ? token->scope : token->requested_scope);
  set_row (self->missing_row, missing);
  set_row (self->wanted_row, wanted);
  show_lasts (self);
  show_tokens (self, token);
}

static gboolean
tick_cb (gpointer user_data)
{
  show_lasts (user_data);

  return G_SOURCE_CONTINUE;
}

/* --- Signatures --- */

typedef struct
{
  AdwExpanderRow *row;
  char           *algorithm;
} Verification;

static void
verified_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  Verification *verification = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *shown = NULL;

  if (mcp_authorizer_verify_finish (MCP_AUTHORIZER (object), result, &error))
    text = g_strdup_printf (_("JWT, %s, signed by the authorization server"), verification->algorithm);
  else
    text = g_strdup_printf (_("Its signature is not verified: %s"), error->message);
  shown = sounder_sign_in_dup_shown (text);
  adw_expander_row_set_subtitle (verification->row, shown);

  g_object_unref (verification->row);
  g_free (verification->algorithm);
  g_free (verification);
}

static void
verify (SounderTokenGroup *self,
        AdwExpanderRow    *row,
        GtkWidget         *button,
        const char        *token)
{
  g_autoptr (McpJwt) jwt = mcp_jwt_parse (token, NULL);
  Verification *verification;

  if (jwt == NULL)
    return;

  verification = g_new0 (Verification, 1);
  verification->row = g_object_ref (row);
  verification->algorithm = g_strdup (mcp_jwt_get_algorithm (jwt));
  gtk_widget_set_sensitive (button, FALSE);
  mcp_authorizer_verify_async (self->authorizer, token, verified_cb, verification);
}

static void
verify_cb (SounderTokenGroup *self)
{
  verify (self, self->access_row, self->access_button, self->access_token);
}

static void
verify_id_cb (SounderTokenGroup *self)
{
  verify (self, self->id_row, self->id_button, self->id_token);
}

static void
sounder_token_group_dispose (GObject *object)
{
  SounderTokenGroup *self = SOUNDER_TOKEN_GROUP (object);

  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_object (&self->authorizer);
  g_clear_pointer (&self->access_token, g_free);
  g_clear_pointer (&self->id_token, g_free);

  G_OBJECT_CLASS (sounder_token_group_parent_class)->dispose (object);
}

static void
sounder_token_group_class_init (SounderTokenGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_token_group_dispose;

  g_type_ensure (SOUNDER_TYPE_JSON_ROW);
  sounder_template_set (widget_class, "sounder-token-group.ui");
  sounder_template_bind (widget_class, SounderTokenGroup, lasts_row, issuer_row, granted_row,
                         missing_row, wanted_row, opaque_row, access_row, access_button, id_row,
                         id_button);
  sounder_template_connect (widget_class, verify_cb, verify_id_cb);
}

static void
sounder_token_group_init (SounderTokenGroup *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
sounder_token_group_set_authorizer (SounderTokenGroup *self,
                                    McpAuthorizer     *authorizer)
{
  g_return_if_fail (SOUNDER_IS_TOKEN_GROUP (self));
  g_return_if_fail (self->authorizer == NULL);

  self->authorizer = g_object_ref (authorizer);
  g_signal_connect_object (authorizer, "notify::status", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (authorizer, "token-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  self->tick = g_timeout_add_seconds (1, tick_cb, self);
  update (self);
}
