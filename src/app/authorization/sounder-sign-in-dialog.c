/* sounder-sign-in-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-compat.h"
#include "sounder-sign-in-dialog.h"
#include "sounder-sign-in-step-row.h"
#include "sounder-template.h"
#include "sounder-token-group.h"

/* Where the window has room for it. */
#define WIDTH_PX  640
#define HEIGHT_PX 680

/**
 * SounderSignInDialog:
 *
 * The authorizer of a session, its flow and its token. Closing it while it waits for a person ends
 * the flow: nobody would answer it any more.
 */

struct _SounderSignInDialog
{
  AdwWindow       parent_instance;

  McpSession     *session;
  McpAuthorizer  *authorizer;
  GSignalGroup   *flow_signals;
  GtkWidget      *opener;       /* weak: whose actions connect */
  gboolean        connects;     /* when it has a token, and is closed then */

  GtkWidget      *close_button;
  GtkWidget      *begin_button;
  GtkWidget      *cancel_button;
  GtkWidget      *need_group;
  AdwActionRow   *host_row;
  AdwActionRow   *scope_row;
  AdwActionRow   *held_row;
  AdwActionRow   *redirect_row;
  AdwComboRow    *issuer_row;
  GtkWidget      *text_row;
  GtkWidget      *secret_row;
  GtkWidget      *copy_button;
  GtkButton      *answer_button;
  AdwPreferencesGroup *mistakes_group;
  GMenu          *mistakes_menu;
  SounderTokenGroup *token_group;
  GtkWidget      *remedy_group;
  AdwActionRow   *remedy_row;
  GtkWidget      *remedy_button;
  AdwPreferencesGroup *steps_group;
  GtkListBox     *steps;
};

G_DEFINE_FINAL_TYPE (SounderSignInDialog, sounder_sign_in_dialog, ADW_TYPE_WINDOW)

static McpAuthFlow *
get_flow (SounderSignInDialog *self)
{
  return mcp_authorizer_get_flow (self->authorizer);
}

static McpAuthNeed
get_need (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);

  return flow != NULL ? mcp_auth_flow_get_need (flow) : MCP_AUTH_NEEDS_NOTHING;
}

/* --- What it needs --- */

static void
set_row (AdwActionRow *row,
         const char   *text)
{
  g_autofree char *shown = sounder_sign_in_dup_shown (text);

  adw_action_row_set_subtitle (row, shown);
  gtk_widget_set_visible (GTK_WIDGET (row), text != NULL);
}

static void
show_need (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);
  McpAuthNeed need = get_need (self);
  const char *url = flow != NULL ? mcp_auth_flow_get_browser_url (flow) : NULL;
  gboolean consents = need == MCP_AUTH_NEEDS_CONSENT;
  gboolean takes_text = need == MCP_AUTH_NEEDS_CALLBACK || need == MCP_AUTH_NEEDS_CLIENT;
  gboolean steps_up = flow != NULL && mcp_auth_flow_get_goal (flow) == MCP_AUTH_STEP_UP;
  g_autoptr (GUri) uri = consents ? g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL) : NULL;
  const char *title = NULL;
  const char *label = _("_Go On");

  gtk_widget_set_visible (self->need_group, need != MCP_AUTH_NEEDS_NOTHING);
  set_row (self->host_row, uri != NULL ? g_uri_get_host (uri) : NULL);
  set_row (self->scope_row, consents ? (mcp_auth_flow_get_scope (flow) != NULL
                                          ? mcp_auth_flow_get_scope (flow)
                                          : _("what the server gives by itself"))
                                     : NULL);
  set_row (self->held_row, consents && steps_up ? mcp_auth_flow_get_held_scope (flow) : NULL);
  set_row (self->redirect_row, consents ? mcp_auth_flow_get_redirect_uri (flow) : NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->issuer_row), need == MCP_AUTH_NEEDS_ISSUER);
  gtk_widget_set_visible (self->text_row, takes_text);
  gtk_widget_set_visible (self->secret_row, need == MCP_AUTH_NEEDS_CLIENT);
  gtk_widget_set_visible (self->copy_button, consents || need == MCP_AUTH_NEEDS_CALLBACK);

  switch (need)
    {
    case MCP_AUTH_NEEDS_CONSENT:
      title = steps_up ? _("The Server Asks for More") : _("Sign In in Your Browser");
      label = _("_Open the Browser");
      break;

    case MCP_AUTH_NEEDS_CALLBACK:
      title = _("Waiting for the Browser…");
      label = _("_Take This Address");
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->text_row),
                                     _("Where It Went, if It Does Not Come Back by Itself"));
      break;

    case MCP_AUTH_NEEDS_CLIENT:
      title = _("The Authorization Server Registers Nobody by Itself");
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->text_row), _("Client ID"));
      break;

    case MCP_AUTH_NEEDS_ISSUER:
      title = _("Several Authorization Servers");
      g_object_set (self->issuer_row, "model",
                    gtk_string_list_new (mcp_auth_flow_get_issuers (flow)), NULL);
      break;

    case MCP_AUTH_NEEDS_FALLBACK:
      title = _("There Are No Metadata: as in 2025-03-26 the Usual Addresses Are Tried, and Whether "
                "PKCE Is Understood Cannot Be Verified");
      break;

    case MCP_AUTH_NEEDS_GO:
      title = _("Step by Step");
      label = _("_Next Step");
      break;

    case MCP_AUTH_NEEDS_NOTHING:
    default:
      break;
    }

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (self->need_group),
                                   title != NULL ? title : "");
  gtk_button_set_label (self->answer_button, label);
  if (need != MCP_AUTH_NEEDS_NOTHING)
    gtk_widget_grab_focus (takes_text ? self->text_row : GTK_WIDGET (self->answer_button));
}

static void
answer_cb (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->text_row));
  g_autofree char *client = NULL;
  guint chosen;

  switch (get_need (self))
    {
    case MCP_AUTH_NEEDS_CONSENT:
      sounder_compat_open_uri (GTK_WINDOW (self), mcp_auth_flow_get_browser_url (flow));
      mcp_auth_flow_answer (flow, NULL);
      break;

    case MCP_AUTH_NEEDS_ISSUER:
      chosen = adw_combo_row_get_selected (self->issuer_row);
      mcp_auth_flow_answer (flow, mcp_auth_flow_get_issuers (flow)[chosen]);
      break;

    case MCP_AUTH_NEEDS_CLIENT:
      client = g_strjoin ("\n", text, gtk_editable_get_text (GTK_EDITABLE (self->secret_row)), NULL);
      mcp_auth_flow_answer (flow, client);
      gtk_editable_set_text (GTK_EDITABLE (self->secret_row), "");
      break;

    case MCP_AUTH_NEEDS_CALLBACK:
      mcp_auth_flow_answer (flow, text);
      gtk_editable_set_text (GTK_EDITABLE (self->text_row), "");
      break;

    case MCP_AUTH_NEEDS_GO:
    case MCP_AUTH_NEEDS_FALLBACK:
    case MCP_AUTH_NEEDS_NOTHING:
    default:
      if (flow != NULL)
        mcp_auth_flow_answer (flow, NULL);
    }
}

static void
copy_cb (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);

  if (flow != NULL && mcp_auth_flow_get_browser_url (flow) != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                            mcp_auth_flow_get_browser_url (flow));
}

/* --- Following --- */

/* Where a setting does it, the server is edited. */
static void
show_remedy (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);
  McpAuthSetting setting = MCP_AUTH_N_SETTINGS;
  const char *remedy = flow != NULL ? mcp_auth_flow_get_remedy (flow, &setting) : NULL;

  gtk_widget_set_visible (self->remedy_group, remedy != NULL);
  adw_action_row_set_subtitle (self->remedy_row, remedy != NULL ? remedy : "");
  gtk_widget_set_visible (self->remedy_button, setting != MCP_AUTH_N_SETTINGS);
}

static void
show_error (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);
  const GError *error = flow != NULL ? mcp_auth_flow_get_error (flow) : NULL;
  g_autofree char *shown = error != NULL ? sounder_sign_in_dup_shown (error->message) : NULL;

  adw_preferences_group_set_description (self->steps_group, shown);
  show_remedy (self);
}

static void
update (SounderSignInDialog *self)
{
  McpAuthorizerStatus status = mcp_authorizer_get_status (self->authorizer);
  const McpAuthToken *token = mcp_authorizer_get_token (self->authorizer);
  gboolean works = status == MCP_AUTHORIZER_WORKING;

  gtk_widget_set_visible (self->begin_button, !works);
  gtk_widget_set_visible (self->cancel_button, works);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.begin", !works);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.step", !works);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.refresh",
                                 !works && token != NULL && token->refresh_token != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.revoke", !works && token != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.forget", !works);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.try", !works);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.step-up", !works && token != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sign-in.copy-token", token != NULL);
  show_need (self);
  show_error (self);
}

static void
status_cb (SounderSignInDialog *self)
{
  gboolean signed_in = mcp_authorizer_get_status (self->authorizer) == MCP_AUTHORIZER_SIGNED_IN;

  update (self);
  if (!signed_in || !self->connects)
    return;

  self->connects = FALSE;
  if (!mcp_session_is_open (self->session) && self->opener != NULL)
    gtk_widget_activate_action (self->opener, "session.connect", NULL);
  gtk_window_close (GTK_WINDOW (self));
}

static GtkWidget *
create_step_row (gpointer item,
                 gpointer user_data)
{
  return sounder_sign_in_step_row_new (item);
}

static void
flow_cb (SounderSignInDialog *self)
{
  McpAuthFlow *flow = get_flow (self);

  g_signal_group_set_target (self->flow_signals, flow);
  gtk_list_box_bind_model (self->steps, flow != NULL ? mcp_auth_flow_get_steps (flow) : NULL,
                           create_step_row, NULL, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->steps_group), flow != NULL);
  update (self);
}

/* --- Actions --- */

static void
begin_cb (SounderSignInDialog *self,
          const char          *action_name)
{
  mcp_authorizer_begin (self->authorizer, MCP_AUTH_SIGN_IN, g_str_equal (action_name, "sign-in.step"));
}

static void
goal_cb (SounderSignInDialog *self,
         const char          *action_name)
{
  McpAuthGoal goal = g_str_equal (action_name, "sign-in.refresh")   ? MCP_AUTH_REFRESH
                     : g_str_equal (action_name, "sign-in.step-up") ? MCP_AUTH_STEP_UP
                                                                    : MCP_AUTH_REVOKE;

  mcp_authorizer_begin (self->authorizer, goal, FALSE);
}

static void
forget_cb (SounderSignInDialog *self)
{
  mcp_authorizer_forget_async (self->authorizer, NULL, NULL);
}

static void
cancel_cb (SounderSignInDialog *self)
{
  mcp_authorizer_cancel (self->authorizer);
}

/* The view of the session knows its records. */
static void
record_cb (SounderSignInDialog *self,
           const char          *action_name,
           GVariant            *parameter)
{
  gboolean copies = g_str_equal (action_name, "sign-in.copy-curl");

  if (self->opener == NULL)
    return;

  gtk_widget_activate_action_variant (self->opener,
                                      copies ? "session.copy-curl" : "session.show-record", parameter);
  if (!copies)
    gtk_window_present (GTK_WINDOW (gtk_widget_get_root (self->opener)));
}

static void
edit_cb (SounderSignInDialog *self)
{
  g_autoptr (GtkWidget) opener = self->opener != NULL ? g_object_ref (self->opener) : NULL;

  gtk_window_close (GTK_WINDOW (self));
  if (opener != NULL)
    gtk_widget_activate_action (opener, "win.edit-server", NULL);
}

static void
help_cb (SounderSignInDialog *self)
{
  if (self->opener != NULL)
    gtk_widget_activate_action (self->opener, "win.help", "s", "authorization");
}

/* --- Mistakes --- */

typedef struct
{
  AdwActionRow   *row;
  McpAuthMistake  mistake;
} Trial;

static void
tried_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  Trial *trial = user_data;
  g_autofree char *detail = NULL;
  McpAuthVerdict verdict = mcp_authorizer_try_finish (MCP_AUTHORIZER (object), result, &detail);
  g_autofree char *text = g_strjoin (" · ", mcp_auth_verdict_get_text (verdict),
                                     mcp_auth_mistake_get_paragraph (trial->mistake), detail, NULL);
  g_autofree char *shown = sounder_sign_in_dup_shown (text);

  adw_action_row_set_subtitle (trial->row, shown);
  adw_action_row_add_prefix (trial->row, sounder_sign_in_new_verdict_icon (verdict));
  g_object_unref (trial->row);
  g_free (trial);
}

static void
try_cb (SounderSignInDialog *self,
        const char          *action_name,
        GVariant            *parameter)
{
  Trial *trial = g_new0 (Trial, 1);
  GtkWidget *row = adw_action_row_new ();

  trial->mistake = g_variant_get_uint32 (parameter);
  trial->row = g_object_ref_sink (ADW_ACTION_ROW (row));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 mcp_auth_mistake_get_title (trial->mistake));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _("Trying…"));
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 0);
  adw_preferences_group_add (self->mistakes_group, row);
  gtk_widget_set_visible (GTK_WIDGET (self->mistakes_group), TRUE);
  mcp_authorizer_try_async (self->authorizer, trial->mistake, 0, tried_cb, trial);
}

static void
fill_mistakes_menu (SounderSignInDialog *self)
{
  g_autoptr (GMenu) signing_in = g_menu_new ();
  g_autoptr (GMenu) with_token = g_menu_new ();

  for (McpAuthMistake mistake = MCP_AUTH_NO_MISTAKE + 1; mistake < MCP_AUTH_N_MISTAKES; mistake++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (mcp_auth_mistake_get_title (mistake), NULL);

      g_menu_item_set_action_and_target (item, "sign-in.try", "u", mistake);
      g_menu_append_item (mcp_auth_mistake_is_of_token (mistake) ? with_token : signing_in, item);
    }
  g_menu_append_section (self->mistakes_menu, _("In Signing In"), G_MENU_MODEL (signing_in));
  g_menu_append_section (self->mistakes_menu, _("With the Token"), G_MENU_MODEL (with_token));
}

/* --- Other actions --- */

static void
copy_token_cb (SounderSignInDialog *self)
{
  const McpAuthToken *token =
    mcp_authorizer_get_token (self->authorizer);

  if (token != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), token->access_token);
}

static gboolean
close_request_cb (SounderSignInDialog *self)
{
  if (get_need (self) != MCP_AUTH_NEEDS_NOTHING)
    mcp_authorizer_cancel (self->authorizer);

  return GDK_EVENT_PROPAGATE;
}

static void
sounder_sign_in_dialog_dispose (GObject *object)
{
  SounderSignInDialog *self = SOUNDER_SIGN_IN_DIALOG (object);

  g_clear_object (&self->flow_signals);
  g_clear_weak_pointer (&self->opener);
  g_clear_object (&self->authorizer);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (sounder_sign_in_dialog_parent_class)->dispose (object);
}

static void
sounder_sign_in_dialog_class_init (SounderSignInDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_sign_in_dialog_dispose;

  g_type_ensure (SOUNDER_TYPE_TOKEN_GROUP);
  sounder_template_set (widget_class, "sounder-sign-in-dialog.ui");
  sounder_template_bind (widget_class, SounderSignInDialog, close_button, begin_button,
                         cancel_button, need_group, host_row, scope_row, held_row, redirect_row,
                         issuer_row, text_row, secret_row, copy_button, answer_button,
                         mistakes_group, mistakes_menu, token_group, remedy_group, remedy_row,
                         remedy_button, steps_group, steps);
  sounder_template_connect (widget_class, answer_cb, copy_cb);
  sounder_template_action (widget_class, "sign-in.begin", NULL, begin_cb);
  sounder_template_action (widget_class, "sign-in.step", NULL, begin_cb);
  sounder_template_action (widget_class, "sign-in.refresh", NULL, goal_cb);
  sounder_template_action (widget_class, "sign-in.step-up", NULL, goal_cb);
  sounder_template_action (widget_class, "sign-in.revoke", NULL, goal_cb);
  sounder_template_action (widget_class, "sign-in.forget", NULL, forget_cb);
  sounder_template_action (widget_class, "sign-in.cancel", NULL, cancel_cb);
  sounder_template_action (widget_class, "sign-in.show-record", "u", record_cb);
  sounder_template_action (widget_class, "sign-in.copy-curl", "u", record_cb);
  sounder_template_action (widget_class, "sign-in.copy-token", NULL, copy_token_cb);
  sounder_template_action (widget_class, "sign-in.edit", NULL, edit_cb);
  sounder_template_action (widget_class, "sign-in.help", NULL, help_cb);
  sounder_template_action (widget_class, "sign-in.try", "u", try_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_sign_in_dialog_init (SounderSignInDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  fill_mistakes_menu (self);
  self->flow_signals = g_signal_group_new (MCP_TYPE_AUTH_FLOW);
  g_signal_group_connect_swapped (self->flow_signals, "notify::need", G_CALLBACK (update), self);
  g_signal_connect (self, "close-request", G_CALLBACK (close_request_cb), NULL);
}

/* Creates the dialog. It is not shown. */
static SounderSignInDialog *
sounder_sign_in_dialog_new (McpSession *session)
{
  SounderSignInDialog *self = g_object_new (SOUNDER_TYPE_SIGN_IN_DIALOG, NULL);

  self->session = g_object_ref (session);
  self->authorizer = g_object_ref (mcp_session_get_authorizer (session));
  g_signal_connect_object (self->authorizer, "notify::status", G_CALLBACK (status_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->authorizer, "notify::flow", G_CALLBACK (flow_cb), self,
                           G_CONNECT_SWAPPED);
  sounder_token_group_set_authorizer (self->token_group, self->authorizer);
  flow_cb (self);

  return self;
}

/* The open dialog for an authorizer; (nullable). */
static SounderSignInDialog *
find_open (McpAuthorizer *authorizer)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SOUNDER_IS_SIGN_IN_DIALOG (window)
          && SOUNDER_SIGN_IN_DIALOG (window)->authorizer == authorizer)
        return SOUNDER_SIGN_IN_DIALOG (window);
    }

  return NULL;
}

/**
 * sounder_sign_in_dialog_present:
 * @parent: a widget that reaches the actions of the session view
 * @session: the session
 * @begin: whether to sign in at once; the session is connected then, and the dialog closes
 *
 * Shows how one is signed in to the server of a session.
 */
void
sounder_sign_in_dialog_present (GtkWidget  *parent,
                                McpSession *session,
                                gboolean    begin)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (session);
  SounderSignInDialog *self = find_open (authorizer);
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (parent));

  if (authorizer == NULL)
    return;

  if (self == NULL)
    {
      self = sounder_sign_in_dialog_new (session);
      g_set_weak_pointer (&self->opener, parent);
      gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (root));
      gtk_window_set_default_size (GTK_WINDOW (self), MIN (WIDTH_PX, gtk_widget_get_width (root)),
                                   MIN (HEIGHT_PX, gtk_widget_get_height (root)));
    }
  self->connects = begin;
  gtk_window_present (GTK_WINDOW (self));
  if (begin && mcp_authorizer_get_status (self->authorizer) != MCP_AUTHORIZER_WORKING)
    mcp_authorizer_begin (self->authorizer, MCP_AUTH_SIGN_IN, FALSE);
}

/* A flow that nobody in the window has begun needs a person. */
static void
need_cb (McpAuthFlow *flow,
         GParamSpec  *pspec,
         GtkWidget   *parent)
{
  McpSession *session = g_object_get_data (G_OBJECT (flow), "session");

  if (mcp_auth_flow_get_need (flow) == MCP_AUTH_NEEDS_NOTHING || gtk_widget_get_root (parent) == NULL
      || find_open (mcp_session_get_authorizer (session)) != NULL)
    return;

  sounder_sign_in_dialog_present (parent, session, TRUE);
}

static void
flow_begun_cb (McpAuthorizer *authorizer,
               GParamSpec    *pspec,
               GtkWidget     *parent)
{
  McpAuthFlow *flow = mcp_authorizer_get_flow (authorizer);
  McpSession *session = g_object_get_data (G_OBJECT (authorizer), "session");

  if (flow == NULL)
    return;

  g_object_set_data (G_OBJECT (flow), "session", session);
  g_signal_connect_object (flow, "notify::need", G_CALLBACK (need_cb), parent, 0);
}

/**
 * sounder_sign_in_watch:
 * @parent: the view of a session
 * @session: the session, which lives as long as the view
 *
 * Lets a session that is open ask for a token by itself, in a dialog.
 */
void
sounder_sign_in_watch (GtkWidget  *parent,
                       McpSession *session)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (session);

  if (authorizer == NULL || g_object_get_data (G_OBJECT (authorizer), "session") != NULL)
    return;

  g_object_set_data (G_OBJECT (authorizer), "session", session);
  mcp_authorizer_set_interactive (authorizer, TRUE);
  g_signal_connect_object (authorizer, "notify::flow", G_CALLBACK (flow_begun_cb), parent, 0);
}
