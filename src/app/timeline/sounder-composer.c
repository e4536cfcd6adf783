/* sounder-composer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-composition.h"
#include "mcp-json.h"
#include "mcp-message.h"
#include "mcp-summary.h"

#include "sounder-composer.h"
#include "sounder-focus.h"
#include "sounder-json-view.h"
#include "sounder-literal.h"
#include "sounder-split.h"
#include "sounder-template.h"

/**
 * SounderComposer:
 *
 * What is sent are the bytes of the record, but for a new id, as long as nobody edits them: an
 * untouched message is sent again as it was, however it is printed here. Edited text is sent in one
 * line, if it is JSON.
 *
 * Every answer is compared with the one that the record had; when a message is sent once more, with
 * the answer before.
 *
 * The file is long because what is edited, what is sent and what came back are one state, which
 * all of its buttons look at; how a message is made and sent again is in the core.
 */

/* A text view cannot bear more; longer ones are sent as they are. */
#define MAX_EDITED_BYTES (512 * 1024)

/* Up to here it takes a few milliseconds. */
#define MAX_MADE_AT_ONCE_BYTES (1024 * 1024)

#define EMPTY_MESSAGE "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}"

typedef enum {
  ID_NEW,
  ID_KEPT,
} IdMode;

static const gsize paddings[] = { 0, 64 * 1024, 1024 * 1024, 16 * 1024 * 1024, 100 * 1024 * 1024 };

struct _SounderComposer
{
  AdwWindow              parent_instance;

  AdwWindowTitle        *title;
  SounderJsonView       *editor;
  GtkImage              *validity_icon;
  GtkLabel              *validity;
  GtkDropDown           *id_mode;
  GtkButton             *print_button;
  GtkDropDown           *padding;
  GtkCheckButton        *line_end;
  GtkSpinner            *spinner;
  GtkLabel              *state;
  GtkStack              *results;
  SounderJsonView       *answer;
  SounderDifferenceView *difference;

  McpSession            *session;
  McpResend             *resend;
  GtkWidget             *origin;          /* (nullable) weak */
  GCancellable          *cancellable;     /* of all that is read */

  GBytes                *original;        /* (nullable): the record's */
  gboolean               is_edited;
  gboolean               is_reading;
  gboolean               is_making;       /* what is long is made by a worker, and then sent */

  GBytes                *earlier;         /* (nullable): the answer to compare with */
  guint                  shown_serial;    /* what the answer's view shows */
};

G_DEFINE_FINAL_TYPE (SounderComposer, sounder_composer, ADW_TYPE_WINDOW)

/* What would be sent now, but for its id and its padding. */
static GBytes *
dup_message (SounderComposer *self)
{
  g_autofree char *text = NULL;
  g_autoptr (GBytes) bytes = NULL;
  const char *data;
  gsize length;

  if (!self->is_edited && self->original != NULL)
    return g_bytes_ref (self->original);

  text = sounder_json_view_dup_text (self->editor);
  bytes = mcp_composition_decode (text);
  data = g_bytes_get_data (bytes, &length);
  if (length > 0 && memchr (data, '\n', length) != NULL && mcp_json_validate (data, length, NULL))
    {
      char *line = mcp_json_one_line (data, length, &length);

      return g_bytes_new_take (line, length);
    }

  return g_steal_pointer (&bytes);
}

static char *
describe_message (McpMessage *message,
                  McpScan    *scan)
{
  const char *method = mcp_message_get_method (message);
  g_autofree char *visible = NULL;

  if (scan->fault != MCP_SCAN_OK || scan->envelope != MCP_ENVELOPE_OK)
    {
      g_autofree char *fault = mcp_scan_describe (scan);

      /* Translators: %s is what is wrong, such as “malformed number” */
      return g_strdup_printf (_("Broken: %s; it can be sent all the same"), fault);
    }

  visible = mcp_format_label (method != NULL ? method : "", FALSE);
  switch (mcp_message_get_kind (message))
    {
    case MCP_MESSAGE_REQUEST:
      return g_strdup_printf (_("A request, “%s”"), visible);
    case MCP_MESSAGE_NOTIFICATION:
      return g_strdup_printf (_("A notification, “%s”: nothing answers it"), visible);
    case MCP_MESSAGE_RESULT:
    case MCP_MESSAGE_ERROR:
      return g_strdup (_("An answer to a request of the server"));
    case MCP_MESSAGE_BATCH:
      return g_strdup (_("A batch"));
    case MCP_MESSAGE_INVALID:
    default:
      return g_strdup (_("JSON, but no message"));
    }
}

static void
update_validity (SounderComposer *self)
{
  g_autoptr (GBytes) bytes = dup_message (self);
  g_autoptr (McpMessage) message = NULL;
  g_autofree char *shown = sounder_json_view_dup_text (self->editor);
  g_autofree char *what = NULL;
  g_autofree char *text = NULL;
  gboolean is_good;
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  McpScan scan;

  /* Of what is too big to be edited nothing has changed. */
  if (length > MAX_EDITED_BYTES)
    {
      g_autofree char *size = mcp_format_size (length);

      text = g_strdup_printf (_("%s: too long to be edited here; it is sent as it is"), size);
      gtk_label_set_label (self->validity, text);
      gtk_image_set_from_icon_name (self->validity_icon, "dialog-information-symbolic");
      return;
    }

  is_good = mcp_scan (data, length, &scan) && scan.envelope == MCP_ENVELOPE_OK;
  message = mcp_message_new (bytes);
  what = describe_message (message, &scan);
  if (self->original == NULL || self->is_edited)
    text = g_steal_pointer (&what);
  else
    /* Translators: %s is what it is, a sentence without its full stop */
    text = g_strdup_printf (_("%s · untouched: sent as it was"), what);

  gtk_label_set_label (self->validity, text);
  sounder_literal_show_whole (GTK_WIDGET (self->validity), self->validity, text);
  gtk_image_set_from_icon_name (self->validity_icon,
                                is_good ? "object-select-symbolic" : "dialog-warning-symbolic");
  gtk_widget_set_sensitive (GTK_WIDGET (self->id_mode), mcp_composition_has_id (bytes));
  gtk_button_set_label (self->print_button,
                        strchr (shown, '\n') != NULL ? _("_Minify") : _("_Format"));
}

static void
edited_cb (SounderComposer *self)
{
  self->is_edited = TRUE;
  update_validity (self);
}

static void
show_original (SounderComposer *self)
{
  g_autofree char *text = NULL;

  if (g_bytes_get_size (self->original) > MAX_EDITED_BYTES)
    {
      sounder_json_view_set_editable (self->editor, FALSE);
      sounder_json_view_set_bytes (self->editor, self->original);
    }
  else
    {
      text = mcp_composition_encode (self->original);
      /* One line is hard to edit; what is sent untouched is the original and not this. */
      if (strchr (text, '\n') == NULL && mcp_json_validate (text, -1, NULL))
        {
          char *printed = mcp_json_pretty (text, strlen (text), NULL, NULL);

          g_free (text);
          text = printed;
        }
      sounder_json_view_set_text (self->editor, text);
    }

  self->is_edited = FALSE;
  update_validity (self);
}

static void
show_error (SounderComposer *self,
            const GError    *error)
{
  g_autofree char *visible = mcp_format_label (error->message, FALSE);

  gtk_label_set_label (self->state, visible);
}

static void
original_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (SounderComposer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);

  self->is_reading = FALSE;
  if (bytes == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        show_error (self, error);
      return;
    }

  self->original = g_steal_pointer (&bytes);
  show_original (self);
}

static void
earlier_read_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (SounderComposer) self = user_data;
  g_autoptr (GBytes) bytes = mcp_record_read_finish (MCP_RECORD (source), result, NULL);

  if (bytes != NULL && self->earlier == NULL)
    self->earlier = g_steal_pointer (&bytes);
}

static void
answer_read_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (SounderComposer) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);
  guint serial = mcp_record_get_serial (MCP_RECORD (source));

  if (serial != self->shown_serial)
    return;

  if (bytes == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        sounder_json_view_set_text (self->answer, error->message);
      return;
    }

  sounder_json_view_set_bytes (self->answer, bytes);
  if (serial != mcp_resend_get_answer_serial (self->resend))
    return;

  sounder_difference_view_set_texts (self->difference, self->earlier, bytes,
                                     _("There is no earlier answer to compare with. Send the "
                                       "message again to compare the two."));
  /* From now on this is the earlier one. */
  g_clear_pointer (&self->earlier, g_bytes_unref);
  self->earlier = g_steal_pointer (&bytes);
}

static void
show_received (SounderComposer *self,
               guint            serial)
{
  g_autoptr (McpRecord) record = NULL;

  if (serial == self->shown_serial)
    return;

  self->shown_serial = serial;
  record = mcp_journal_get_record (mcp_session_get_journal (self->session), serial);
  mcp_record_read_async (record, self->cancellable, answer_read_cb, g_object_ref (self));
}

static void
resend_changed_cb (SounderComposer *self)
{
  GListModel *received = mcp_resend_get_received (self->resend);
  guint n_received = g_list_model_get_n_items (received);
  guint answer = mcp_resend_get_answer_serial (self->resend);
  guint sent = mcp_resend_get_sent_serial (self->resend);
  g_autofree char *text = NULL;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.show-record", sent != 0);
  if (answer != 0)
    {
      g_autoptr (McpRecord) request =
        mcp_journal_get_record (mcp_session_get_journal (self->session), sent);
      g_autofree char *took = mcp_format_duration (mcp_record_get_latency_usec (request));

      gtk_spinner_stop (self->spinner);
      /* Translators: %s is a duration */
      text = g_strdup_printf (_("Answered after %s"), took);
      gtk_label_set_label (self->state, text);
      show_received (self, answer);
      return;
    }

  if (n_received > 0)
    {
      g_autoptr (McpRecord) last = g_list_model_get_item (received, n_received - 1);

      text = g_strdup_printf (ngettext ("%u message came since", "%u messages came since",
                                        n_received),
                              n_received);
      gtk_label_set_label (self->state, text);
      show_received (self, mcp_record_get_serial (last));
    }
  else if (sent != 0)
    {
      gtk_label_set_label (self->state, _("Sent"));
    }
}

static void
break_cb (SounderComposer *self,
          const char      *action_name,
          GVariant        *parameter)
{
  McpBreakage breakage = g_variant_get_uint32 (parameter);
  g_autofree char *text = NULL;
  g_autofree char *broken = NULL;
  g_autoptr (GBytes) bytes = dup_message (self);

  if (g_bytes_get_size (bytes) > MAX_EDITED_BYTES)
    return;

  text = mcp_composition_encode (bytes);
  broken = breakage < MCP_N_BREAKAGES ? mcp_composition_break (text, breakage) : NULL;
  if (broken == NULL)
    {
      gtk_label_set_label (self->state, _("Only a message that is a JSON object can be broken; "
                                          "restore it first"));
      return;
    }

  sounder_composer_set_text (self, broken);
  /* A new id would mend what is broken; half a line has no end. */
  if (breakage == MCP_BREAKAGE_WRONG_ID)
    sounder_composer_set_keep_id (self, TRUE);
  gtk_check_button_set_active (self->line_end, breakage != MCP_BREAKAGE_CUT);
}

static void
keep_id_cb (SounderComposer *self)
{
  sounder_composer_set_keep_id (self, TRUE);
}

static void
restore_cb (SounderComposer *self)
{
  if (self->original != NULL)
    show_original (self);
  else
    sounder_composer_set_text (self, EMPTY_MESSAGE);
  sounder_composer_set_keep_id (self, FALSE);
  gtk_check_button_set_active (self->line_end, TRUE);
}

static void
print_cb (SounderComposer *self)
{
  g_autofree char *text = sounder_json_view_dup_text (self->editor);
  g_autofree char *printed = NULL;

  if (!sounder_json_view_get_editable (self->editor) || !mcp_json_validate (text, -1, NULL))
    return;

  if (strchr (text, '\n') != NULL)
    printed = mcp_json_one_line (text, strlen (text), NULL);
  else
    printed = mcp_json_pretty (text, strlen (text), NULL, NULL);
  sounder_composer_set_text (self, printed);
}

static void
show_record_cb (SounderComposer *self)
{
  guint serial = mcp_resend_get_sent_serial (self->resend);

  if (serial != 0 && self->origin != NULL)
    gtk_widget_activate_action (self->origin, "session.show-record", "u", serial);
}

static void
sounder_composer_dispose (GObject *object)
{
  SounderComposer *self = SOUNDER_COMPOSER (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_weak_pointer (&self->origin);
  g_clear_object (&self->resend);
  g_clear_object (&self->session);
  g_clear_pointer (&self->original, g_bytes_unref);
  g_clear_pointer (&self->earlier, g_bytes_unref);

  G_OBJECT_CLASS (sounder_composer_parent_class)->dispose (object);
}

static void
sounder_composer_class_init (SounderComposerClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_composer_dispose;
  g_type_ensure (SOUNDER_TYPE_DIFFERENCE_VIEW);
  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);
  g_type_ensure (SOUNDER_TYPE_SPLIT);

  sounder_template_set (widget_class, "sounder-composer.ui");
  sounder_template_bind (widget_class, SounderComposer, title, editor, validity_icon, validity,
                         id_mode, print_button, padding, line_end, spinner, state, results, answer,
                         difference);
  sounder_template_connect (widget_class, edited_cb);

  sounder_template_action (widget_class, "composer.send", NULL, sounder_composer_send);
  sounder_template_action (widget_class, "composer.break", "u", break_cb);
  sounder_template_action (widget_class, "composer.keep-id", NULL, keep_id_cb);
  sounder_template_action (widget_class, "composer.restore", NULL, restore_cb);
  sounder_template_action (widget_class, "composer.print", NULL, print_cb);
  sounder_template_action (widget_class, "composer.show-record", NULL, show_record_cb);
}

static void
sounder_composer_init (SounderComposer *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_focus_install (GTK_WIDGET (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "composer.show-record", FALSE);
  sounder_difference_view_set_texts (self->difference, NULL, NULL,
                                     _("The answer is compared with the earlier one here"));
}

/* Of an answer its request: to send an answer again says nothing. */
static McpRecord *
find_message (McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  guint pair = mcp_record_get_pair (record);

  if (pair != 0 && mcp_record_get_direction (record) == MCP_DIRECTION_IN
      && (kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR))
    return mcp_journal_get_record (mcp_record_get_journal (record), pair);

  return g_object_ref (record);
}

static void
read_record (SounderComposer *self,
             McpRecord       *record)
{
  g_autoptr (McpRecord) message = find_message (record);
  guint pair = mcp_record_get_pair (message);
  g_autoptr (McpRecord) answer = NULL;

  self->is_reading = TRUE;
  mcp_record_read_async (message, self->cancellable, original_read_cb, g_object_ref (self));
  if (pair == 0 || mcp_record_get_kind (message) != MCP_RECORD_REQUEST)
    return;

  answer = mcp_journal_get_record (mcp_record_get_journal (message), pair);
  mcp_record_read_async (answer, self->cancellable, earlier_read_cb, g_object_ref (self));
}

SounderComposer *
sounder_composer_new (McpSession *session,
                      McpRecord  *record)
{
  SounderComposer *self;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);
  g_return_val_if_fail (record == NULL || MCP_IS_RECORD (record), NULL);

  self = g_object_new (SOUNDER_TYPE_COMPOSER, NULL);
  self->session = g_object_ref (session);
  self->resend = mcp_resend_new (session);
  g_signal_connect_object (self->resend, "changed", G_CALLBACK (resend_changed_cb), self,
                           G_CONNECT_SWAPPED);
  adw_window_title_set_subtitle (self->title,
                                 mcp_profile_get_name (mcp_session_get_profile (session)));

  if (record != NULL)
    read_record (self, record);
  else
    sounder_composer_set_text (self, EMPTY_MESSAGE);

  return self;
}

/**
 * sounder_composer_present:
 * @origin: in whose window it is about
 * @session: whose server gets the message
 * @record: (nullable): a message to begin with
 *
 * Opens a composer.
 */
void
sounder_composer_present (GtkWidget  *origin,
                          McpSession *session,
                          McpRecord  *record)
{
  SounderComposer *self;
  GtkRoot *root;

  g_return_if_fail (GTK_IS_WIDGET (origin));

  self = sounder_composer_new (session, record);
  g_set_weak_pointer (&self->origin, origin);
  root = gtk_widget_get_root (origin);
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (root));
  gtk_window_present (GTK_WINDOW (self));
  gtk_widget_child_focus (GTK_WIDGET (self->editor), GTK_DIR_TAB_FORWARD);
}

gboolean
sounder_composer_is_busy (SounderComposer *self)
{
  g_return_val_if_fail (SOUNDER_IS_COMPOSER (self), FALSE);

  return self->is_reading;
}

void
sounder_composer_set_text (SounderComposer *self,
                           const char      *text)
{
  g_return_if_fail (SOUNDER_IS_COMPOSER (self));
  g_return_if_fail (text != NULL);

  sounder_json_view_set_text (self->editor, text);
  edited_cb (self);
}

void
sounder_composer_set_keep_id (SounderComposer *self,
                              gboolean         keep_id)
{
  g_return_if_fail (SOUNDER_IS_COMPOSER (self));

  gtk_drop_down_set_selected (self->id_mode, keep_id ? ID_KEPT : ID_NEW);
}

static gboolean
send_message (SounderComposer *self,
              McpMessage      *message)
{
  g_autoptr (GError) error = NULL;

  if (!mcp_resend_send_message (self->resend, message,
                                gtk_check_button_get_active (self->line_end), &error))
    {
      gtk_spinner_stop (self->spinner);
      show_error (self, error);
      return FALSE;
    }

  if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    gtk_spinner_start (self->spinner);
  else
    gtk_spinner_stop (self->spinner);
  gtk_label_set_label (self->state, _("Sending…"));

  return TRUE;
}

static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (SounderComposer) self = user_data;
  g_autoptr (McpMessage) message = mcp_composition_make_finish (result, NULL);

  self->is_making = FALSE;
  if (message != NULL)
    send_message (self, message);
}

/**
 * sounder_composer_send:
 *
 * Sends the message as it is now. What is long is made by a worker and leaves later.
 *
 * Returns: %FALSE when there is no connection or nothing to send yet; the window says so
 */
gboolean
sounder_composer_send (SounderComposer *self)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GBytes) named = NULL;
  g_autoptr (GBytes) padded = NULL;
  g_autoptr (GBytes) own = NULL;
  g_autoptr (McpMessage) message = NULL;
  gboolean is_long;
  gint64 id = -1;
  gsize padding;

  g_return_val_if_fail (SOUNDER_IS_COMPOSER (self), FALSE);

  if (self->is_reading || self->is_making)
    return FALSE;

  bytes = dup_message (self);
  padding = paddings[MIN (gtk_drop_down_get_selected (self->padding), G_N_ELEMENTS (paddings) - 1)];
  is_long = g_bytes_get_size (bytes) + padding > MAX_MADE_AT_ONCE_BYTES;
  /* Of what is long nobody knows yet whether it has an id; one more or less does not matter. */
  if (gtk_drop_down_get_selected (self->id_mode) == ID_NEW
      && (g_bytes_get_size (bytes) > MAX_MADE_AT_ONCE_BYTES || mcp_composition_has_id (bytes)))
    id = mcp_session_take_id (self->session);

  self->shown_serial = 0;
  sounder_json_view_set_bytes (self->answer, NULL);
  sounder_difference_view_set_texts (self->difference, NULL, NULL, _("No answer yet"));
  if (is_long)
    {
      self->is_making = TRUE;
      gtk_spinner_start (self->spinner);
      gtk_label_set_label (self->state, _("Sending…"));
      mcp_composition_make_async (bytes, id, padding, self->cancellable, made_cb,
                                  g_object_ref (self));
      return TRUE;
    }

  named = id >= 0 ? mcp_composition_with_id (bytes, id) : g_bytes_ref (bytes);
  padded = mcp_composition_padded (named, padding);
  own = g_bytes_new_from_bytes (padded, 0, g_bytes_get_size (padded));
  message = mcp_message_new (own);

  return send_message (self, message);
}

McpResend *
sounder_composer_get_resend (SounderComposer *self)
{
  g_return_val_if_fail (SOUNDER_IS_COMPOSER (self), NULL);

  return self->resend;
}
