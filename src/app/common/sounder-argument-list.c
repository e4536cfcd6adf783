/* sounder-argument-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-summary.h"
#include "sounder-argument-list.h"

/**
 * SounderArgumentList:
 *
 * A row for each argument. One that is empty is not sent: a prompt's argument
 * is left out, a variable of a template is undefined.
 */

typedef struct
{
  char              *name;
  gboolean           required;
  GtkWidget         *entry;
  GtkWidget         *missing;
  SounderCompletion *completion;
} Argument;

struct _SounderArgumentList
{
  AdwBin      parent_instance;

  McpSession *session;
  gboolean    is_prompt;
  char       *ref;
  GPtrArray  *arguments;
  gboolean    revealed; /* what is missing is told */

  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (SounderArgumentList, sounder_argument_list, ADW_TYPE_BIN)

enum {
  CHANGED,
  ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
argument_free (Argument *argument)
{
  g_free (argument->name);
  g_free (argument);
}

static const char *
get_text (const Argument *argument)
{
  return gtk_editable_get_text (GTK_EDITABLE (argument->entry));
}

static Argument *
find (SounderArgumentList *self,
      const char          *name)
{
  for (guint i = 0; i < self->arguments->len; i++)
    {
      Argument *argument = self->arguments->pdata[i];

      if (g_str_equal (argument->name, name))
        return argument;
    }

  return NULL;
}

static void
update_missing (SounderArgumentList *self)
{
  for (guint i = 0; i < self->arguments->len; i++)
    {
      Argument *argument = self->arguments->pdata[i];

      gtk_widget_set_visible (argument->missing, self->revealed && argument->required
                                                   && *get_text (argument) == '\0');
    }
}

static void
entry_changed_cb (SounderArgumentList *self)
{
  update_missing (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
entry_activate_cb (SounderArgumentList *self)
{
  g_signal_emit (self, signals[ACTIVATED], 0);
}

static char *
write_json (SounderArgumentList *self,
            const char          *without)
{
  GString *json = g_string_new ("{");

  for (guint i = 0; i < self->arguments->len; i++)
    {
      Argument *argument = self->arguments->pdata[i];

      if (*get_text (argument) != '\0' && g_strcmp0 (argument->name, without) != 0)
        mcp_json_append_member_string (json, argument->name, get_text (argument));
    }
  g_string_append_c (json, '}');

  return g_string_free (json, FALSE);
}

static char *
context_cb (const char *argument,
            gpointer    user_data)
{
  return write_json (user_data, argument);
}

static void
sounder_argument_list_dispose (GObject *object)
{
  SounderArgumentList *self = SOUNDER_ARGUMENT_LIST (object);

  g_clear_pointer (&self->arguments, g_ptr_array_unref);
  g_clear_object (&self->session);
  g_clear_pointer (&self->ref, g_free);

  G_OBJECT_CLASS (sounder_argument_list_parent_class)->dispose (object);
}

static void
sounder_argument_list_class_init (SounderArgumentListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_argument_list_dispose;

  /**
   * SounderArgumentList::changed:
   *
   * An argument was edited.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderArgumentList::activated:
   *
   * Enter was pressed in an argument.
   */
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                     NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_argument_list_init (SounderArgumentList *self)
{
  self->arguments = g_ptr_array_new_with_free_func ((GDestroyNotify) argument_free);
  self->rows = GTK_LIST_BOX (gtk_list_box_new ());
  gtk_list_box_set_selection_mode (self->rows, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (self->rows), "boxed-list");
  gtk_widget_set_visible (GTK_WIDGET (self->rows), FALSE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->rows), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Arguments"), -1);
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (self->rows));
}

/**
 * sounder_argument_list_set_target:
 * @session: (nullable): whom to ask for completion
 * @is_prompt: whether @ref is a prompt's name; else it is a URI template
 * @ref: what the arguments belong to
 *
 * Begins the arguments of another prompt or template; there are none at first.
 */
void
sounder_argument_list_set_target (SounderArgumentList *self,
                                  McpSession          *session,
                                  gboolean             is_prompt,
                                  const char          *ref)
{
  GtkWidget *row;

  g_return_if_fail (SOUNDER_IS_ARGUMENT_LIST (self));

  g_set_object (&self->session, session);
  self->is_prompt = is_prompt;
  self->revealed = FALSE;
  g_free (self->ref);
  self->ref = g_strdup (ref);
  g_ptr_array_set_size (self->arguments, 0);
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->rows))) != NULL)
    gtk_list_box_remove (self->rows, row);
  gtk_widget_set_visible (GTK_WIDGET (self->rows), FALSE);
}

static GtkWidget *
new_label (const char *text,
           const char *css_class)
{
  g_autofree char *visible = mcp_format_label (text, TRUE);
  GtkWidget *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (css_class != NULL)
    {
      gtk_widget_add_css_class (label, css_class);
      gtk_widget_add_css_class (label, "caption");
    }

  return label;
}

/**
 * sounder_argument_list_add:
 * @name: the argument's name
 * @title: (nullable): its title
 * @description: (nullable): what it is for
 * @required: whether it must be given
 *
 * Adds an argument.
 */
void
sounder_argument_list_add (SounderArgumentList *self,
                           const char          *name,
                           const char          *title,
                           const char          *description,
                           gboolean             required)
{
  Argument *argument = g_new0 (Argument, 1);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *visible = mcp_format_label (name, FALSE);

  g_return_if_fail (SOUNDER_IS_ARGUMENT_LIST (self));

  argument->name = g_strdup (name);
  argument->required = required;
  argument->entry = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (argument->entry), 14);
  gtk_widget_set_hexpand (argument->entry, TRUE);
  gtk_widget_set_valign (argument->entry, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (argument->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  visible, -1);
  argument->missing = new_label (_("Required"), "error");

  gtk_box_append (GTK_BOX (words), new_label (visible, NULL));
  gtk_box_append (GTK_BOX (words),
                  new_label (required ? _("required") : _("optional"), "dim-label"));
  if (title != NULL && g_strcmp0 (title, name) != 0 && description == NULL)
    gtk_box_append (GTK_BOX (words), new_label (title, "dim-label"));
  if (description != NULL)
    gtk_box_append (GTK_BOX (words), new_label (description, "dim-label"));
  gtk_box_append (GTK_BOX (words), argument->missing);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), words);
  gtk_box_append (GTK_BOX (box), argument->entry);
  gtk_widget_add_css_class (box, "field");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  gtk_widget_set_focusable (row, FALSE);

  argument->completion =
    sounder_completion_new (GTK_ENTRY (argument->entry), name, context_cb, self);
  sounder_completion_set_target (argument->completion, self->session, self->is_prompt, self->ref);
  g_signal_connect_object (argument->entry, "changed", G_CALLBACK (entry_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (argument->entry, "activate", G_CALLBACK (entry_activate_cb), self,
                           G_CONNECT_SWAPPED);
  g_ptr_array_add (self->arguments, argument);
  gtk_list_box_append (self->rows, row);
  gtk_widget_set_visible (GTK_WIDGET (self->rows), TRUE);
  update_missing (self);
}

guint
sounder_argument_list_get_n (SounderArgumentList *self)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENT_LIST (self), 0);

  return self->arguments->len;
}

/**
 * sounder_argument_list_set_text:
 * @name: an argument's name
 * @text: what to put there
 *
 * Fills in an argument. One that is not there is ignored.
 */
void
sounder_argument_list_set_text (SounderArgumentList *self,
                                const char          *name,
                                const char          *text)
{
  Argument *argument;

  g_return_if_fail (SOUNDER_IS_ARGUMENT_LIST (self));

  argument = find (self, name);
  if (argument != NULL)
    gtk_editable_set_text (GTK_EDITABLE (argument->entry), text);
}

/**
 * sounder_argument_list_load:
 * @json: valid JSON, as of sounder_argument_list_to_json()
 *
 * Fills in all arguments: those that @json has no text for are empty.
 */
void
sounder_argument_list_load (SounderArgumentList *self,
                            const char          *json)
{
  g_return_if_fail (SOUNDER_IS_ARGUMENT_LIST (self));
  g_return_if_fail (json != NULL);

  for (guint i = 0; i < self->arguments->len; i++)
    {
      Argument *argument = self->arguments->pdata[i];
      g_autofree char *token = *json == '{' ? mcp_json_edit_get (json, argument->name) : NULL;
      g_autofree char *text = token != NULL ? mcp_json_dup_string (token, strlen (token)) : NULL;

      gtk_editable_set_text (GTK_EDITABLE (argument->entry), text != NULL ? text : "");
    }
}

GHashTable *
sounder_argument_list_dup_values (SounderArgumentList *self)
{
  GHashTable *values = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < self->arguments->len; i++)
    {
      Argument *argument = self->arguments->pdata[i];

      if (*get_text (argument) != '\0')
        g_hash_table_insert (values, g_strdup (argument->name), g_strdup (get_text (argument)));
    }

  return values;
}

/**
 * sounder_argument_list_to_json:
 *
 * Writes what is filled in, in the order of the arguments.
 *
 * Returns: (transfer full): a JSON object of strings
 */
char *
sounder_argument_list_to_json (SounderArgumentList *self)
{
  g_return_val_if_fail (SOUNDER_IS_ARGUMENT_LIST (self), NULL);

  return write_json (self, NULL);
}

/**
 * sounder_argument_list_reveal_missing:
 *
 * Tells which required arguments are empty.
 *
 * Returns: how many there are
 */
guint
sounder_argument_list_reveal_missing (SounderArgumentList *self)
{
  guint n_missing = 0;

  g_return_val_if_fail (SOUNDER_IS_ARGUMENT_LIST (self), 0);

  self->revealed = TRUE;
  update_missing (self);
  for (guint i = 0; i < self->arguments->len; i++)
    {
      Argument *argument = self->arguments->pdata[i];

      n_missing += argument->required && *get_text (argument) == '\0';
    }

  return n_missing;
}

SounderCompletion *
sounder_argument_list_get_completion (SounderArgumentList *self,
                                      const char          *name)
{
  Argument *argument;

  g_return_val_if_fail (SOUNDER_IS_ARGUMENT_LIST (self), NULL);

  argument = find (self, name);

  return argument != NULL ? argument->completion : NULL;
}
