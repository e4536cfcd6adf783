/* sounder-header-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-header-value.h"
#include "sounder-header-row.h"
#include "sounder-template.h"
#include "sounder-text-field.h"

/**
 * SounderHeaderRow:
 *
 * One header that goes out with every request. With the lock on, the value is
 * masked here, kept in the keyring and never in the file; names that are known
 * to carry secrets turn the lock on by themselves, once.
 *
 * A value that is in the keyring already is not read for showing the row: the
 * entry stays empty, and leaving it empty keeps that value.
 */

struct _SounderHeaderRow
{
  GtkListBoxRow    parent_instance;

  char            *stored_name;  /* (nullable): whose value the keyring has */
  gboolean         lock_touched; /* by user or loading: typing a name no longer sets the lock */
  gboolean         updating;

  GtkEditable     *name;
  GtkEntry        *value;
  GtkToggleButton *reveal;
  GtkToggleButton *lock;
  GtkLabel        *error;
};

G_DEFINE_FINAL_TYPE (SounderHeaderRow, sounder_header_row, GTK_TYPE_LIST_BOX_ROW)

enum {
  CHANGED,
  REMOVE,
  LOOKUP,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* Whether the keyring has a value that nothing typed replaces. */
static gboolean
is_stored (SounderHeaderRow *self)
{
  return self->stored_name != NULL && gtk_toggle_button_get_active (self->lock)
         && g_ascii_strcasecmp (self->stored_name, gtk_editable_get_text (self->name)) == 0
         && *gtk_editable_get_text (GTK_EDITABLE (self->value)) == '\0';
}

static void
update (SounderHeaderRow *self)
{
  gboolean locked = gtk_toggle_button_get_active (self->lock);
  /* Masked also where the file has it in clear text: a screen is not a file. */
  gboolean masked = locked || mcp_header_is_secret (gtk_editable_get_text (self->name));
  const char *lock_text = locked   ? _("Secret: kept in the keyring")
                          : masked ? _("In clear text in the list of servers; press to keep it in "
                                       "the keyring")
                                   : _("Not secret: kept in the list of servers");

  gtk_widget_set_visible (GTK_WIDGET (self->reveal), masked);
  gtk_entry_set_visibility (self->value, !masked || gtk_toggle_button_get_active (self->reveal));
  gtk_entry_set_placeholder_text (self->value, is_stored (self) ? _("in the keyring") : _("value"));
  gtk_button_set_icon_name (GTK_BUTTON (self->lock),
                            locked ? "changes-prevent-symbolic" : "changes-allow-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->lock), lock_text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->value), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  masked ? _("Value of the header, secret")
                                         : _("Value of the header"),
                                  -1);
}

static void
changed_cb (SounderHeaderRow *self)
{
  if (self->updating)
    return;

  update (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
name_changed_cb (SounderHeaderRow *self)
{
  const char *name = gtk_editable_get_text (self->name);

  if (!self->updating && !self->lock_touched)
    {
      self->updating = TRUE;
      gtk_toggle_button_set_active (self->lock, mcp_header_is_secret (name));
      self->updating = FALSE;
    }

  changed_cb (self);
}

static void
lock_toggled_cb (SounderHeaderRow *self)
{
  if (!self->updating)
    self->lock_touched = TRUE;
  changed_cb (self);
}

static void
reveal_toggled_cb (SounderHeaderRow *self)
{
  if (gtk_toggle_button_get_active (self->reveal) && is_stored (self))
    g_signal_emit (self, signals[LOOKUP], 0);
  update (self);
}

static void
remove_cb (SounderHeaderRow *self)
{
  g_signal_emit (self, signals[REMOVE], 0);
}

static void
sounder_header_row_finalize (GObject *object)
{
  SounderHeaderRow *self = SOUNDER_HEADER_ROW (object);

  g_free (self->stored_name);

  G_OBJECT_CLASS (sounder_header_row_parent_class)->finalize (object);
}

static void
sounder_header_row_class_init (SounderHeaderRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sounder_header_row_finalize;

  /**
   * SounderHeaderRow::changed:
   *
   * Name, value or lock were edited.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderHeaderRow::remove:
   *
   * The user wants it gone.
   */
  signals[REMOVE] = g_signal_new ("remove", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderHeaderRow::lookup:
   *
   * The value in the keyring is to be shown; see sounder_header_row_set_value().
   */
  signals[LOOKUP] = g_signal_new ("lookup", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-header-row.ui");
  sounder_template_bind (widget_class, SounderHeaderRow, name, value, reveal, lock, error);
  sounder_template_connect (widget_class, changed_cb, name_changed_cb, lock_toggled_cb,
                            reveal_toggled_cb, remove_cb);
}

static void
sounder_header_row_init (SounderHeaderRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

GtkWidget *
sounder_header_row_new (McpHeader *header)
{
  SounderHeaderRow *self = g_object_new (SOUNDER_TYPE_HEADER_ROW, NULL);

  if (header == NULL)
    return GTK_WIDGET (self);

  self->updating = TRUE;
  self->lock_touched = TRUE;
  gtk_editable_set_text (self->name, mcp_header_get_name (header));
  gtk_toggle_button_set_active (self->lock, mcp_header_get_secret (header));
  if (mcp_header_get_value (header) != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->value), mcp_header_get_value (header));
  else if (mcp_header_get_secret (header))
    self->stored_name = g_strdup (mcp_header_get_name (header));
  self->updating = FALSE;
  update (self);

  return GTK_WIDGET (self);
}

const char *
sounder_header_row_get_name (SounderHeaderRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_HEADER_ROW (self), NULL);

  return gtk_editable_get_text (self->name);
}

/**
 * sounder_header_row_dup_header:
 *
 * Gets the header. A secret one whose value stays what the keyring has comes without a value.
 *
 * Returns: (transfer full): a new header
 */
McpHeader *
sounder_header_row_dup_header (SounderHeaderRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_HEADER_ROW (self), NULL);

  return mcp_header_new (gtk_editable_get_text (self->name),
                         is_stored (self) ? NULL
                                          : gtk_editable_get_text (GTK_EDITABLE (self->value)),
                         gtk_toggle_button_get_active (self->lock));
}

void
sounder_header_row_set_value (SounderHeaderRow *self,
                              const char       *value)
{
  g_return_if_fail (SOUNDER_IS_HEADER_ROW (self));
  g_return_if_fail (value != NULL);

  self->updating = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->value), value);
  self->updating = FALSE;
  update (self);
}

/* Headers that say how a message is carried: the transport sets them, and another value would only
 * break the connection in a way nobody could see. */
static gboolean
is_ours (const char *name)
{
  static const char *const ours[] = {
    "Accept",         "Connection",    "Content-Length",       "Content-Type",      "Host",
    "Last-Event-ID",  "MCP-Session-Id", "MCP-Protocol-Version", "Transfer-Encoding", "Upgrade",
  };

  for (guint i = 0; i < G_N_ELEMENTS (ours); i++)
    if (g_ascii_strcasecmp (name, ours[i]) == 0)
      return TRUE;

  return FALSE;
}

/**
 * sounder_header_row_check:
 *
 * Looks at name and value alone, without the other rows.
 *
 * Returns: (nullable): what is wrong, or %NULL when it can be sent
 */
const char *
sounder_header_row_check (SounderHeaderRow *self)
{
  const char *name;
  const char *value;

  g_return_val_if_fail (SOUNDER_IS_HEADER_ROW (self), NULL);

  name = gtk_editable_get_text (self->name);
  value = gtk_editable_get_text (GTK_EDITABLE (self->value));
  if (!mcp_header_name_is_valid (name))
    return _("A header needs a name of letters, digits and dashes.");
  if (is_ours (name))
    return _("Sounder sets this header itself.");
  if (!mcp_header_value_is_valid (value))
    return _("The value has a space at an end, or a character that cannot be sent.");
  if (*value == '\0' && gtk_toggle_button_get_active (self->lock) && !is_stored (self))
    return _("What is the secret?");

  return NULL;
}

void
sounder_header_row_set_error (SounderHeaderRow *self,
                              const char       *message)
{
  g_return_if_fail (SOUNDER_IS_HEADER_ROW (self));

  sounder_field_show_error (GTK_WIDGET (self->name), self->error, message);
}
