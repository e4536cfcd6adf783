/* sounder-server-dialog-validate.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-server.h"
#include "mcp-hash.h"
#include "mcp-host.h"
#include "sounder-address.h"
#include "sounder-env-row.h"
#include "sounder-literal.h"
#include "sounder-server-dialog-private.h"
#include "sounder-text-field.h"

/* Whether the fields of the dialog make sense, and what to say beside those that do not. */

static gboolean
validate_name (SounderServerDialog *self)
{
  g_autofree char *name = g_strstrip (g_strdup (gtk_editable_get_text (self->name_row)));
  SounderServer *other = sounder_server_model_find (self->model, name);
  const char *message = NULL;

  /* What is not filled in yet needs no scolding, but keeps Add from working. */
  if (*name == '\0' && self->server == NULL)
    {
      sounder_field_show_error (GTK_WIDGET (self->name_row), self->name_error, NULL);
      return FALSE;
    }

  if (*name == '\0')
    message = _("The server needs a name.");
  else if (other != NULL && other != self->server)
    message = _("Another server has this name.");

  return sounder_field_show_error (GTK_WIDGET (self->name_row), self->name_error, message);
}

static void
show_argv (SounderServerDialog *self,
           char               **argv)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->argv_chips))) != NULL)
    gtk_flow_box_remove (self->argv_chips, child);

  for (guint i = 0; argv != NULL && argv[i] != NULL; i++)
    {
      GtkWidget *chip = gtk_label_new (*argv[i] != '\0' ? argv[i] : "“”");

      gtk_label_set_wrap (GTK_LABEL (chip), TRUE);
      gtk_label_set_wrap_mode (GTK_LABEL (chip), PANGO_WRAP_CHAR);
      gtk_widget_set_halign (chip, GTK_ALIGN_START);
      gtk_widget_add_css_class (chip, "argument");
      gtk_flow_box_insert (self->argv_chips, chip, -1);
    }

  gtk_widget_set_visible (self->argv_box, argv != NULL);
}

/*
 * How many words before a program set variables, as in a shell: “KEY=v node x”. No program is called
 * so, unless one is.
 */
guint
sounder_server_dialog_count_variables (char **argv)
{
  guint n = 0;

  for (; argv[n] != NULL; n++)
    {
      gsize length = strspn (argv[n], G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_");
      g_autofree char *program = NULL;

      if (length == 0 || g_ascii_isdigit (argv[n][0]) || argv[n][length] != '=')
        break;
      program = g_find_program_in_path (argv[n]);
      if (program != NULL)
        break;
    }

  return argv[n] != NULL ? n : 0;
}

/* (nullable) */
static char *
note_variables (char **argv,
                guint  n)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (names, "%s%.*s", i > 0 ? ", " : "", (int) strcspn (argv[i], "="),
                            argv[i]);

  /* Translators: %s has names of variables. */
  return n > 0 ? g_strdup_printf (ngettext ("%s is set as a variable of the server.",
                                            "%s are set as variables of the server.", n),
                                  names->str)
               : NULL;
}

static gboolean
validate_command (SounderServerDialog *self)
{
  const char *text = gtk_editable_get_text (self->command_row);
  g_auto (GStrv) argv = NULL;
  g_autofree char *found = NULL;
  g_autofree char *note = NULL;
  g_autofree char *url = NULL;
  g_autofree char *offer = NULL;
  g_autoptr (GPtrArray) servers = NULL;
  g_autoptr (GError) error = NULL;
  const char *message = NULL;
  guint n_variables = 0;

  if (*text == '\0' && self->server == NULL)
    {
      show_argv (self, NULL);
      gtk_widget_set_visible (self->url_button, FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->command_note), FALSE);
      sounder_field_show_error (GTK_WIDGET (self->command_row), self->command_error, NULL);
      return FALSE;
    }

  if (text[strspn (text, " \t\r\n")] == '{')
    {
      /* No program is called so. What can be read is imported. */
      servers = mcp_client_read_text (text, strlen (text), &error);
      message = error != NULL ? error->message : _("This is a list of servers: import it.");
    }
  else if (*text == '\0')
    message = _("Which program should be started, or which address asked?");
  else if (!g_shell_parse_argv (text, NULL, &argv, &error))
    message = error->message;
  else
    {
      const char *program;

      n_variables = sounder_server_dialog_count_variables (argv);
      note = note_variables (argv, n_variables);
      program = argv[n_variables];
      if (!mcp_host_runs (program) && (found = g_find_program_in_path (program)) == NULL
          && !g_path_is_absolute (program) && strchr (program, '/') == NULL)
        {
          g_free (note);
          note = g_strdup_printf (
            _("%s is not in the PATH of Sounder. It may be in that of the server."), program);
        }
    }

  url = message == NULL && found == NULL ? sounder_address_guess_url (text) : NULL;
  if (url != NULL)
    {
      g_free (note);
      note = g_strdup (_("This looks like an address, which begins with http:// or https://."));
      /* Translators: %s is an address; a button takes it. */
      offer = g_strdup_printf (_("Use %s"), url);
      gtk_label_set_text (self->url_label, offer);
    }
  gtk_widget_set_visible (self->url_button, url != NULL);

  show_argv (self, message == NULL && url == NULL ? argv + n_variables : NULL);
  sounder_literal_show (self->command_note, note);

  return sounder_field_show_error (GTK_WIDGET (self->command_row), self->command_error, message);
}

static gboolean
validate_cwd (SounderServerDialog *self)
{
  const char *cwd = gtk_editable_get_text (self->cwd_row);
  const char *message = NULL;

  if (*cwd != '\0' && !g_path_is_absolute (cwd))
    message = _("The working directory must be a whole path, from / on.");
  /* A sandbox does not see the directories of the host; whoever starts the server there does. */
  else if (*cwd != '\0' && mcp_host_get_state () != MCP_HOST_OPEN
           && !g_file_test (cwd, G_FILE_TEST_IS_DIR))
    message = _("There is no such directory.");

  return sounder_field_show_error (GTK_WIDGET (self->cwd_row), self->cwd_error, message);
}

static gboolean
validate_record (SounderServerDialog *self)
{
  const char *folder = gtk_editable_get_text (self->record_folder_row);
  const char *message = NULL;

  if (*folder != '\0' && !g_path_is_absolute (folder))
    message = _("The folder of recordings must be a whole path, from / on.");

  return sounder_field_show_error (GTK_WIDGET (self->record_folder_row), self->record_error, message);
}

static gboolean
validate_env (SounderServerDialog *self)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  gboolean good = TRUE;

  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->env_list)); row != NULL;
       row = gtk_widget_get_next_sibling (row))
    {
      const char *name = sounder_env_row_get_name (SOUNDER_ENV_ROW (row));
      const char *message = NULL;

      if (*name == '\0' || strchr (name, '=') != NULL)
        message = _("A variable needs a name without “=”.");
      else if (!g_hash_table_add (names, g_strdup (name)))
        message = _("This variable is there twice.");
      sounder_env_row_set_error (SOUNDER_ENV_ROW (row), message);
      good = good && message == NULL;
    }

  return good;
}

/* Looks at every field, says what is wrong beside it, and lets Save work only when all is well. */
void
sounder_server_dialog_validate (SounderServerDialog *self)
{
  gboolean good = validate_name (self);
  gboolean is_url = FALSE;

  good = sounder_server_dialog_validate_url (self, &is_url) && good;
  if (is_url)
    {
      show_argv (self, NULL);
      gtk_widget_set_visible (self->url_button, FALSE);
      gtk_widget_set_visible (GTK_WIDGET (self->cwd_error), FALSE);
    }
  else
    {
      good = validate_command (self) && good;
      good = validate_cwd (self) && good;
      good = validate_env (self) && good;
    }
  good = sounder_limit_settings_validate (self->limits) && good;
  good = sounder_protocol_settings_validate (self->protocol) && good;
  good = validate_record (self) && good;

  self->valid = good;
  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button), good);
}
