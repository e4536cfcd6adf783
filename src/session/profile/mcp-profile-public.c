/* mcp-profile-public.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-address-check.h"
#include "mcp-json.h"
#include "mcp-profile-private.h"
#include "mcp-profile-public.h"
#include "mcp-redactor.h"

/*
 * A profile as it may leave the application: with its secrets by their names only, in its environment, its headers, its
 * address and its arguments.
 */

/* --- Addresses --- */

/* The names of a query with marks in the place of their values. */
static void
append_query (GString    *out,
              const char *query)
{
  g_auto (GStrv) parts = g_strsplit (query, "&", -1);

  for (guint i = 0; parts[i] != NULL; i++)
    {
      const char *equals = strchr (parts[i], '=');

      g_string_append_c (out, i == 0 ? '?' : '&');
      if (equals != NULL)
        g_string_append_len (out, parts[i], equals + 1 - parts[i]);
      if (*parts[i] != '\0')
        g_string_append (out, MCP_REDACTED);
    }
}

static char *
make_public_url (McpRedactor *redactor,
                 const char  *url)
{
  g_autoptr (GUri) uri = mcp_address_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_PARSE_RELAXED, NULL);
  g_autofree char *bare = NULL;
  g_autofree char *safe = NULL;
  GString *out;
  const char *host;

  if (uri == NULL)
    return g_strdup (MCP_REDACTED);

  bare = g_uri_to_string_partial (uri, G_URI_HIDE_USERINFO | G_URI_HIDE_QUERY | G_URI_HIDE_FRAGMENT);
  safe = mcp_redactor_redact (redactor, bare, -1, NULL);
  out = g_string_new (safe);
  host = strstr (out->str, "://");
  if (g_uri_get_userinfo (uri) != NULL && host != NULL)
    g_string_insert (out, host + 3 - out->str, MCP_REDACTED "@");
  if (g_uri_get_query (uri) != NULL)
    append_query (out, g_uri_get_query (uri));
  if (g_uri_get_fragment (uri) != NULL)
    g_string_append (out, "#" MCP_REDACTED);

  return g_string_free (out, FALSE);
}

/* --- Arguments --- */

/* A list in JSON has what a single argument has not: the option, or the program, before it. */
static char **
redact_list (McpRedactor  *redactor,
             char        **argv)
{
  g_autoptr (GString) json = g_string_new ("[");
  g_autoptr (GStrvBuilder) words = g_strv_builder_new ();
  g_autofree char *safe = NULL;
  McpJsonIter iter;
  McpSpan span;
  gsize length;

  for (guint i = 0; argv[i] != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (argv[i], -1);

      g_string_append (json, i > 0 ? "," : "");
      mcp_json_append_string (json, valid, -1);
    }
  g_string_append_c (json, ']');
  safe = mcp_redactor_redact (redactor, json->str, json->len, &length);

  if (mcp_json_iter_init (&iter, safe, length))
    while (mcp_json_iter_next (&iter, NULL, &span))
      {
        g_autofree char *word = mcp_json_dup_string (safe + span.offset, span.length);

        g_strv_builder_add (words, word != NULL ? word : MCP_REDACTED);
      }

  return g_strv_builder_end (words);
}

static void
mask_arguments (McpRedactor  *redactor,
                char        **argv)
{
  g_auto (GStrv) safe = redact_list (redactor, argv);

  for (guint i = 0; argv[i] != NULL && safe[i] != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (argv[i], -1);

      /* What is no UTF-8 stays as it is, when nothing of it goes. */
      if (!g_str_equal (valid, safe[i]))
        {
          g_free (argv[i]);
          argv[i] = g_steal_pointer (&safe[i]);
          safe[i] = g_strdup ("");
        }
    }
}

/* --- Variables --- */

/**
 * mcp_profile_is_literal:
 * @variable: "NAME=VALUE" of an environment
 *
 * Tells whether a variable has a secret, by its name or by what it looks like, and has it as it is: not by a reference
 * such as ${input:NAME}.
 */
gboolean
mcp_profile_is_literal (const char *variable)
{
  static const char * const endings[] = { "_KEY", "_PAT" };
  g_autoptr (McpRedactor) redactor = NULL;
  g_autofree char *safe = NULL;
  g_autofree char *name = NULL;
  const char *equals;

  g_return_val_if_fail (variable != NULL, FALSE);

  equals = strchr (variable, '=');
  if (equals == NULL || equals[1] == '\0' || strstr (equals, "${") != NULL)
    return FALSE;

  name = g_ascii_strup (variable, equals - variable);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (name, endings[i]) && strstr (name, "PUBLIC") == NULL)
      return TRUE;
  redactor = mcp_redactor_new ();
  safe = mcp_redactor_redact (redactor, variable, -1, NULL);

  return !g_str_equal (safe, variable);
}

/* Of NAME=VALUE. */
static void
mask_values (char **variables)
{
  for (guint i = 0; variables[i] != NULL; i++)
    {
      g_autofree char *variable = variables[i];

      variables[i] = g_strdup_printf ("%.*s=" MCP_REDACTED, (int) strcspn (variable, "="), variable);
    }
}

static void
mask_headers (GPtrArray *headers)
{
  for (guint i = 0; i < headers->len; i++)
    {
      McpHeader **header = (McpHeader **) &g_ptr_array_index (headers, i);
      g_autoptr (McpHeader) named = *header;

      *header = mcp_header_new (mcp_header_get_name (named), MCP_REDACTED, mcp_header_get_secret (named));
    }
}

/* Knows the values that are secret by their names: they may stand among the arguments as well. */
static McpRedactor *
make_redactor (McpProfile *self)
{
  McpRedactor *redactor = mcp_redactor_new ();

  for (guint i = 0; self->settings.env[i] != NULL; i++)
    if (mcp_profile_is_literal (self->settings.env[i]))
      mcp_redactor_add_secret (redactor, strchr (self->settings.env[i], '=') + 1);
  for (guint i = 0; i < self->settings.headers->len; i++)
    {
      McpHeader *header = g_ptr_array_index (self->settings.headers, i);

      if (mcp_header_get_secret (header) && mcp_header_get_value (header) != NULL)
        mcp_redactor_add_secret (redactor, mcp_header_get_value (header));
    }

  return redactor;
}

/* --- The whole --- */

/**
 * mcp_profile_to_public_json:
 *
 * Writes the profile for a recording or a report: environment variables, headers and parameters of the address with their
 * names only, arguments without what is a secret by its option or its looks, not where it came from, and no member that
 * we do not know, for it may hold a secret. Each thing that is taken out leaves a mark.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_profile_to_public_json (McpProfile *self)
{
  g_autoptr (McpRedactor) redactor = NULL;
  McpProfileSettings settings;
  g_autofree char *json = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  redactor = make_redactor (self);
  mcp_profile_settings_copy (&self->settings, &settings);
  mask_values (settings.env);
  mask_values (settings.values);
  mask_headers (settings.headers);
  mask_arguments (redactor, settings.argv);
  if (settings.url != NULL)
    {
      g_autofree char *url = g_steal_pointer (&settings.url);

      settings.url = make_public_url (redactor, url);
    }
  if (settings.meta != NULL)
    {
      g_autofree char *meta = g_steal_pointer (&settings.meta);

      settings.meta = mcp_redactor_redact (redactor, meta, -1, NULL);
    }
  g_clear_pointer (&settings.secret_id, g_free);
  g_clear_pointer (&settings.origin, g_free);

  json = mcp_profile_settings_write (&settings, NULL);
  mcp_profile_settings_clear (&settings);

  mcp_settings_put_string (&json, "name", NULL, self->name);

  return g_steal_pointer (&json);
}

/* Most words need no quotes, and read better without. */
static char *
quote_words (char **words)
{
  GString *line = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      gboolean plain = words[i][0] != '\0'
                       && strspn (words[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                            "0123456789_@%+=:,./-") == strlen (words[i]);
      g_autofree char *quoted = plain ? g_strdup (words[i]) : g_shell_quote (words[i]);

      if (i > 0)
        g_string_append_c (line, ' ');
      g_string_append (line, quoted);
    }

  return g_string_free (line, FALSE);
}

/**
 * mcp_profile_dup_command:
 *
 * Gets how the server is reached as one line: the command line, quoted so that a shell reads it
 * back, or the URL.
 *
 * Returns: (transfer full): text to show or copy, "" when there is nothing
 */
char *
mcp_profile_dup_command (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  if (self->settings.argv[0] == NULL)
    return g_strdup (self->settings.url != NULL ? self->settings.url : "");

  return quote_words (self->settings.argv);
}

/**
 * mcp_profile_dup_public_command:
 *
 * Gets how the server is reached as one line, as mcp_profile_dup_command() does, with marks in the place of secrets.
 *
 * Returns: (transfer full): text to show, "" when there is nothing
 */
char *
mcp_profile_dup_public_command (McpProfile *self)
{
  g_autoptr (McpRedactor) redactor = NULL;
  g_auto (GStrv) argv = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  redactor = make_redactor (self);
  if (self->settings.argv[0] == NULL)
    return self->settings.url != NULL ? make_public_url (redactor, self->settings.url) : g_strdup ("");

  argv = g_strdupv (self->settings.argv);
  mask_arguments (redactor, argv);

  return quote_words (argv);
}
