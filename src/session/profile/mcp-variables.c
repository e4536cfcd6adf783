/* mcp-variables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-host.h"
#include "mcp-risk-private.h"
#include "mcp-variables-private.h"

/*
 * VS Code writes ${env:X}, ${input:x}, ${workspaceFolder}, ${userHome}; Claude Code ${X} and
 * ${X:-default}; and files from Windows have %X%. What the environment knows is taken from there;
 * the rest is asked for once.
 */

/* A text that is longer when it is filled in is refused: a name of a few bytes can stand for many. */
#define MAX_TEXT_BYTES (1024 * 1024)
/* Many may begin and none end: each is looked through so far only. */
#define MAX_REFERENCE_BYTES 512
#define MAX_WINDOWS_NAME_BYTES 20

static gboolean
is_name (const char *text,
         gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isalpha (text[i]) && text[i] != '_' && (i == 0 || !g_ascii_isdigit (text[i])))
      return FALSE;

  return length > 0;
}

/* --- Finding them --- */

static gboolean
is_known_word (const char *word)
{
  static const char * const words[] = {
    "workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/", "cwd", NULL,
  };

  return g_strv_contains (words, word);
}

/* The brace that ends what begins behind "${", over those within it: "${A:-${B}/c}"; (nullable). */
static const char *
find_end (const char *text)
{
  guint depth = 0;

  for (gsize i = 0; i < MAX_REFERENCE_BYTES && text[i] != '\0'; i++)
    if (text[i] == '}' && depth-- == 0)
      return text + i;
    else if (text[i] == '$' && text[i + 1] == '{')
      depth++;

  return NULL;
}

/* "${…}" at @text. */
static void
read_braces (const char *text,
             gboolean    is_script,
             McpVariableReference  *reference)
{
  const char *end = find_end (text + 2);
  g_autofree char *word = NULL;
  const char *colon;
  gsize name_length;
  gsize inside;

  if (end == NULL)
    return;

  inside = end - (text + 2);
  reference->length = inside + 3;
  word = g_strndup (text + 2, inside);
  colon = strchr (word, ':');
  name_length = strcspn (word, ":");
  if (is_known_word (word) || (g_str_has_prefix (word, "input:") && word[6] != '\0')
      || (g_str_has_prefix (word, "env:") && is_name (word + 4, strlen (word + 4))))
    {
      reference->kind = MCP_REFERENCE_VARIABLE;
      reference->key = g_steal_pointer (&word);
    }
  else if (is_name (word, name_length) && (colon == NULL || colon[1] == '-'))
    {
      /* A shell fills these in itself. */
      if (is_script)
        return;
      reference->kind = MCP_REFERENCE_VARIABLE;
      reference->key = g_strndup (word, name_length);
      reference->otherwise = colon != NULL ? g_strdup (colon + 2) : NULL;
    }
  else if (colon != NULL && is_name (word, name_length))
    {
      reference->kind = MCP_REFERENCE_UNSUPPORTED;
      reference->key = g_steal_pointer (&word);
    }
}

/* "%APPDATA%" at @text: of those that Windows has, for a percent sign stands in many texts. */
static void
read_percents (const char *text,
               McpVariableReference  *reference)
{
  static const char * const names[] = {
    "APPDATA", "LOCALAPPDATA", "USERPROFILE", "HOMEPATH", "PROGRAMFILES", "PROGRAMFILES(X86)", "PROGRAMDATA",
    "SYSTEMROOT", "TEMP", "TMP", "USERNAME", NULL,
  };
  const char *end = memchr (text + 1, '%', strnlen (text + 1, MAX_WINDOWS_NAME_BYTES + 1));
  g_autofree char *name = NULL;
  gsize inside;

  if (end == NULL)
    return;

  inside = end - (text + 1);
  name = g_ascii_strup (text + 1, inside);
  if (!g_strv_contains (names, name))
    return;

  reference->kind = MCP_REFERENCE_VARIABLE;
  reference->length = inside + 2;
  reference->key = g_strconcat ("%", name, "%", NULL);
}

static McpVariableReference
read_reference (const char *text,
                gboolean    is_script)
{
  McpVariableReference reference = { MCP_REFERENCE_TEXT, 1, NULL, NULL };

  if (text[0] == '$' && text[1] == '{')
    read_braces (text, is_script, &reference);
  else if (text[0] == '%')
    read_percents (text, &reference);
  if (reference.kind == MCP_REFERENCE_TEXT)
    reference.length = 1;

  return reference;
}

/* How far it is to a byte that may begin a reference, or to the end. */
static gsize
measure_plain (const char *text)
{
  const char *at = text;

  while (*at != '\0' && *at != '$' && *at != '%')
    at++;

  return at - text;
}

/* Copies a text, and what @visit makes of its references. */
char *
mcp_variables_walk (McpProfile           *profile,
                    const char           *text,
                    gboolean              is_script,
                    McpVariableVisitFunc  visit,
                    gpointer              user_data,
                    GError              **error)
{
  GString *out = g_string_new (NULL);
  gboolean good = TRUE;

  while (good && *text != '\0')
    {
      gsize plain = measure_plain (text);
      McpVariableReference reference;

      g_string_append_len (out, text, plain);
      text += plain;
      if (*text == '\0')
        break;

      reference = read_reference (text, is_script);
      if (reference.kind == MCP_REFERENCE_TEXT)
        g_string_append_c (out, *text);
      else
        good = visit (profile, &reference, out, user_data, error);
      text += reference.length;
      g_free (reference.key);
      g_free (reference.otherwise);
      if (good && out->len > MAX_TEXT_BYTES)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s”: a text is too long when it is filled in"),
                       profile->name);
          good = FALSE;
        }
    }

  return g_string_free (out, !good);
}

/* The text of a shell's -c, in which the shell fills in its own. */
static gboolean
is_script (char  **argv,
           guint   i)
{
  if (i < 2 || !mcp_risk_gives_script (argv[i - 1]))
    return FALSE;
  for (guint j = 0; j + 1 < i; j++)
    if (mcp_risk_is_shell (argv[j]))
      return TRUE;

  return FALSE;
}

static gboolean
replace (McpProfile  *profile,
         char       **text,
         gboolean     script,
         McpVariableVisitFunc    visit,
         gpointer     user_data,
         GError     **error)
{
  char *walked;

  if (*text == NULL || strpbrk (*text, "$%") == NULL)
    return TRUE;
  walked = mcp_variables_walk (profile, *text, script, visit, user_data, error);
  if (walked == NULL)
    return FALSE;

  g_free (*text);
  *text = walked;

  return TRUE;
}

static gboolean
replace_headers (McpProfile          *profile,
                 McpProfileSettings  *settings,
                 McpVariableVisitFunc            visit,
                 gpointer             user_data,
                 GError             **error)
{
  for (guint i = 0; i < settings->headers->len; i++)
    {
      McpHeader **header = (McpHeader **) &g_ptr_array_index (settings->headers, i);
      g_autofree char *value = g_strdup (mcp_header_get_value (*header));
      McpHeader *filled;

      if (!replace (profile, &value, FALSE, visit, user_data, error))
        return FALSE;
      if (g_strcmp0 (value, mcp_header_get_value (*header)) == 0)
        continue;

      filled = mcp_header_new (mcp_header_get_name (*header), value, mcp_header_get_secret (*header));
      g_object_unref (*header);
      *header = filled;
    }

  return TRUE;
}

/* All texts of settings that may have references, replaced in place. */
gboolean
mcp_variables_visit (McpProfile          *profile,
             McpProfileSettings  *settings,
             McpVariableVisitFunc            visit,
             gpointer             user_data,
             GError             **error)
{
  for (guint i = 0; settings->argv[i] != NULL; i++)
    if (!replace (profile, &settings->argv[i], is_script (settings->argv, i), visit, user_data, error))
      return FALSE;
  for (guint i = 0; settings->env[i] != NULL; i++)
    if (!replace (profile, &settings->env[i], FALSE, visit, user_data, error))
      return FALSE;

  return replace (profile, &settings->cwd, FALSE, visit, user_data, error)
         && replace (profile, &settings->url, FALSE, visit, user_data, error)
         && replace_headers (profile, settings, visit, user_data, error);
}

/* --- Their values --- */

char *
mcp_variables_dup_environ (McpProfile *profile,
                           const char *name)
{
  g_auto (GStrv) ours = profile->base_environ == NULL ? g_get_environ () : NULL;
  char **envp = profile->base_environ != NULL ? profile->base_environ : ours;
  const char * const *host = mcp_host_get_environ ();

  return g_strdup (g_environ_getenv (host != NULL ? (char **) host : envp, name));
}

static char *
lookup_folder (McpProfile *profile)
{
  const char *cwd = profile->settings.cwd;

  return cwd != NULL && strpbrk (cwd, "$%") == NULL ? g_strdup (cwd) : NULL;
}

/* What needs nobody; (nullable). */
static char *
lookup_known (McpProfile *profile,
              const char *key)
{
  if (g_str_equal (key, "userHome") || g_str_equal (key, "%USERPROFILE%") || g_str_equal (key, "%HOMEPATH%"))
    return g_strdup (g_get_home_dir ());
  if (g_str_equal (key, "pathSeparator") || g_str_equal (key, "/"))
    return g_strdup ("/");
  if (g_str_equal (key, "%TEMP%") || g_str_equal (key, "%TMP%"))
    return g_strdup (g_get_tmp_dir ());
  if (g_str_equal (key, "%USERNAME%"))
    return g_strdup (g_get_user_name ());
  if (g_str_equal (key, "workspaceFolder") || g_str_equal (key, "cwd"))
    return lookup_folder (profile);
  if (g_str_equal (key, "workspaceFolderBasename"))
    {
      g_autofree char *folder = lookup_folder (profile);

      return folder != NULL ? g_path_get_basename (folder) : NULL;
    }
  if (g_str_has_prefix (key, "env:"))
    return mcp_variables_dup_environ (profile, key + 4);
  if (is_name (key, strlen (key)))
    return mcp_variables_dup_environ (profile, key);

  return NULL;
}

static gboolean resolve_cb (McpProfile            *profile,
                            McpVariableReference  *reference,
                            GString               *out,
                            gpointer               user_data,
                            GError               **error);

char *
mcp_variables_lookup (McpProfile      *profile,
        const McpVariableReference *reference,
        GHashTable      *secrets)
{
  const char *value = mcp_profile_get_value (profile, reference->key);
  char *known;

  if (value == NULL && secrets != NULL)
    value = g_hash_table_lookup (secrets, reference->key);
  if (value != NULL)
    return g_strdup (value);

  known = lookup_known (profile, reference->key);
  if (known != NULL || reference->otherwise == NULL)
    return known;

  /* The default may contain references; it is shorter than the reference, so the recursion ends. */
  return mcp_variables_walk (profile, reference->otherwise, FALSE, resolve_cb, secrets, NULL);
}

gboolean
mcp_variables_fail_unsupported (McpProfile       *profile,
                  const McpVariableReference  *reference,
                  GError          **error)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("“%s” has ${%s}, which only the editor that it was written for can fill in: write what it stands for "
                 "in its place"),
               profile->name, reference->key);

  return FALSE;
}

static gboolean
resolve_cb (McpProfile  *profile,
            McpVariableReference   *reference,
            GString     *out,
            gpointer     user_data,
            GError     **error)
{
  g_autofree char *value = NULL;

  if (reference->kind == MCP_REFERENCE_UNSUPPORTED)
    return mcp_variables_fail_unsupported (profile, reference, error);

  value = mcp_variables_lookup (profile, reference, user_data);
  if (value != NULL)
    {
      mcp_variables_append_value (profile, reference->key, value, out);
      return TRUE;
    }

  g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” needs values that only you know: %s"), profile->name,
               reference->key);

  return FALSE;
}

/**
 * mcp_variables_resolve:
 * @profile: a profile
 * @secrets: (nullable): values from the keyring, by key
 *
 * Makes a copy that has a value in each place.
 *
 * Returns: (transfer full): a profile without variables, or %NULL with %MCP_ERROR_INPUT or
 *   %MCP_ERROR_CONFIG
 */
McpProfile *
mcp_variables_resolve (McpProfile  *profile,
                       GHashTable  *secrets,
                       GError     **error)
{
  g_autoptr (McpProfile) copy = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  copy = mcp_profile_copy (profile);
  if (!profile->literal && !mcp_variables_visit (profile, &copy->settings, resolve_cb, secrets, error))
    return NULL;

  if (!profile->literal)
    mcp_variables_spread (profile, &copy->settings, secrets);
  copy->literal = TRUE;
  mcp_profile_sync_list (copy->headers, copy->settings.headers);

  return g_steal_pointer (&copy);
}

/* Of a variable of the environment; with none the default may name others, and is shorter. */
static gboolean
list_cb (McpProfile            *profile,
         McpVariableReference  *reference,
         GString               *out,
         gpointer               user_data,
         GError               **error)
{
  const char *name = reference->key;
  char *value;

  if (reference->kind != MCP_REFERENCE_VARIABLE)
    return TRUE;
  if (g_str_has_prefix (name, "env:"))
    name += strlen ("env:");
  if (!is_name (name, strlen (name)) || mcp_profile_get_value (profile, reference->key) != NULL)
    return TRUE;

  value = mcp_variables_dup_environ (profile, name);
  if (value == NULL && reference->otherwise != NULL)
    g_free (mcp_variables_walk (profile, reference->otherwise, FALSE, list_cb, user_data, NULL));
  else if (value != NULL && *value != '\0' && !mcp_profile_is_basic_variable (name))
    g_ptr_array_add (user_data, g_steal_pointer (&value));
  g_free (value);

  return TRUE;
}

/**
 * mcp_variables_list_environ:
 * @profile: a profile
 *
 * Lists the values that variables of the environment give to a profile, but for those that every
 * program gets, such as HOME.
 *
 * Returns: (transfer full) (element-type utf8): values, each as often as it is used
 */
GPtrArray *
mcp_variables_list_environ (McpProfile *profile)
{
  GPtrArray *values = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (McpProfile) copy = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), values);

  if (profile->literal)
    return values;

  copy = mcp_profile_copy (profile);
  mcp_variables_visit (profile, &copy->settings, list_cb, values, NULL);

  return values;
}

GHashTable *
mcp_variables_new_values (void)
{
  return g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
}
