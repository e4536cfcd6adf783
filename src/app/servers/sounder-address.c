/* sounder-address.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-address-check.h"
#include "mcp-summary.h"
#include "sounder-address.h"

/*
 * One entry takes a command or an address, so both have to be told apart from the text alone; and
 * an address may carry a password, which no row, tooltip or report may show.
 */

#define MASK "••••"

/* How many bytes of @text are a scheme, without the colon; 0 when it begins with none (RFC 3986). */
static gsize
scheme_length (const char *text)
{
  gsize length = 0;

  if (!g_ascii_isalpha (text[0]))
    return 0;

  while (g_ascii_isalnum (text[length]) || strchr ("+-.", text[length]) != NULL)
    {
      if (text[length] == '\0')
        return 0;
      length++;
    }

  return text[length] == ':' ? length : 0;
}

/**
 * sounder_address_is_url:
 * @text: what was typed
 *
 * Tells an address from a command: it has a scheme and two slashes, or is "unix:" and a
 * path, or "tcp:" and what follows.
 *
 * Returns: whether it is an address, a good one or not
 */
gboolean
sounder_address_is_url (const char *text)
{
  gsize length;

  g_return_val_if_fail (text != NULL, FALSE);

  while (g_ascii_isspace (*text))
    text++;
  length = scheme_length (text);
  if (length == 0)
    return FALSE;

  return g_str_has_prefix (text + length, "://") || g_ascii_strncasecmp (text, "unix:", 5) == 0
         || g_ascii_strncasecmp (text, "tcp:", 4) == 0;
}

/* Puts the mask in the place of a password, between the first colon and the last at sign before
 * the path. A user name alone may be a token too. */
static char *
mask_userinfo (const char *address)
{
  g_autofree char *url = mcp_address_dup_shown (address);
  gsize length = scheme_length (url);
  const char *host = g_str_has_prefix (url + length, "://")   ? url + length + 3
                     : g_ascii_strncasecmp (url, "tcp:", 4) == 0 ? url + 4
                                                                 : NULL;
  gsize authority_length = host != NULL ? strcspn (host, "/?#") : 0;
  const char *at = host != NULL ? g_strrstr_len (host, authority_length, "@") : NULL;

  if (at == NULL)
    return g_steal_pointer (&url);

  return g_strdup_printf ("%.*s" MASK "%s", (int) (host - url), url, at);
}

/**
 * sounder_address_dup_visible:
 *
 * Writes an address for people: what stands before the host is masked, control characters are
 * visible, a host that looks like another is in Punycode.
 *
 * Returns: (transfer full): text that is safe to show
 */
char *
sounder_address_dup_visible (const char *url)
{
  g_autofree char *masked = NULL;

  g_return_val_if_fail (url != NULL, NULL);

  masked = mask_userinfo (url);

  return mcp_format_exact (masked, -1);
}

/**
 * sounder_address_dup_short:
 *
 * Writes an address for one line of a list: the host first, then the path. The query is left
 * out, which often holds a key.
 *
 * Returns: (transfer full): text that is safe to show
 */
char *
sounder_address_dup_short (const char *url)
{
  g_autofree char *masked = NULL;
  gsize length;
  const char *rest;
  const char *at;

  g_return_val_if_fail (url != NULL, NULL);

  masked = mask_userinfo (url);
  length = scheme_length (masked);
  rest = g_str_has_prefix (masked + length, "://") ? masked + length + 3
         : length > 0                              ? masked + length + 1
                                                   : masked;
  at = g_strrstr_len (rest, strcspn (rest, "/?#"), "@");
  if (at != NULL)
    rest = at + 1;

  return mcp_format_visible (rest, g_ascii_strncasecmp (url, "unix:", 5) == 0
                                     ? (gssize) strlen (rest)
                                     : (gssize) strcspn (rest, "?#"),
                             FALSE);
}

/**
 * sounder_address_switch_tls:
 *
 * Makes the same address with TLS when it is without, and without when it is with.
 *
 * Returns: (transfer full) (nullable): the other address, or %NULL when there is none
 */
char *
sounder_address_switch_tls (const char *url)
{
  static const char *const pairs[][2] = {
    { "http:", "https:" }, { "https:", "http:" }, { "ws:", "wss:" }, { "wss:", "ws:" },
  };

  g_return_val_if_fail (url != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    if (g_ascii_strncasecmp (url, pairs[i][0], strlen (pairs[i][0])) == 0)
      return g_strconcat (pairs[i][1], url + strlen (pairs[i][0]), NULL);

  return NULL;
}

/**
 * sounder_address_with_path:
 * @path: another path
 *
 * Makes the address of something else on the same host. What stands before the host and in the
 * query stays, for it may be a key.
 *
 * Returns: (transfer full) (nullable): the other address, or %NULL when @url is none
 */
char *
sounder_address_with_path (const char *url,
                           const char *path)
{
  g_autoptr (GUri) uri = NULL;

  g_return_val_if_fail (url != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  uri = g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL);
  if (uri == NULL)
    return NULL;

  return g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), g_uri_get_userinfo (uri),
                     g_uri_get_host (uri), g_uri_get_port (uri), path, g_uri_get_query (uri), NULL);
}

const char *
sounder_address_get_kind (McpReach reach)
{
  switch (reach)
    {
    case MCP_REACH_STDIO:
      return "stdio";

    case MCP_REACH_WEBSOCKET:
      return "websocket";

    case MCP_REACH_SOCKET:
      return "socket";

    case MCP_REACH_TCP:
      return "tcp";

    case MCP_REACH_HTTP:
    case MCP_REACH_UNKNOWN:
    default:
      return "http";
    }
}

char *
sounder_address_dup_profile (McpProfile *profile)
{
  g_autofree char *command = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  if (!mcp_profile_is_stdio (profile))
    return sounder_address_dup_visible (mcp_profile_get_url (profile));

  command = mcp_profile_dup_command (profile);

  return mcp_format_exact (command, -1);
}

/* Whether a name in front of a slash is that of a host and not of a folder. */
static gboolean
has_top_level_domain (const char *host)
{
  const char *dot = strrchr (host, '.');
  const char *letter = dot != NULL ? dot + 1 : "";

  if (strlen (letter) < 2 || dot == host)
    return FALSE;
  while (g_ascii_isalpha (*letter))
    letter++;

  return *letter == '\0';
}

static gboolean
is_port (const char *text,
         gsize       length)
{
  char *end = NULL;
  guint64 port = g_ascii_isdigit (*text) ? g_ascii_strtoull (text, &end, 10) : 0;

  return port > 0 && port <= G_MAXUINT16 && end == text + length;
}

/**
 * sounder_address_guess_url:
 * @text: what was typed
 *
 * Finds the address that somebody means who left out the scheme: “localhost:3001/mcp”,
 * “mcp.example.com/mcp”. What is as likely a program is none. A host of the network around gets
 * http, any other https.
 *
 * Returns: (transfer full) (nullable): the whole address
 */
char *
sounder_address_guess_url (const char *text)
{
  g_autofree char *stripped = NULL;
  g_autofree char *host = NULL;
  g_autoptr (GInetAddress) literal = NULL;
  gsize host_length;
  gsize authority_length;
  gboolean has_port;
  gboolean is_near;

  g_return_val_if_fail (text != NULL, NULL);

  stripped = g_strstrip (g_strdup (text));
  authority_length = strcspn (stripped, "/?#");
  host_length = *stripped == '[' ? strcspn (stripped, "]") + 1 : strcspn (stripped, ":/?#");
  if (!g_ascii_isalnum (*stripped) && *stripped != '[')
    return NULL;
  if (strpbrk (stripped, " \t\n\"'\\") != NULL || host_length > authority_length)
    return NULL;

  host = *stripped == '[' ? g_strndup (stripped + 1, host_length - 2)
                          : g_strndup (stripped, host_length);
  literal = g_inet_address_new_from_string (host);
  if (literal == NULL && strspn (host, "abcdefghijklmnopqrstuvwxyz"
                                       "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-") != strlen (host))
    return NULL;

  has_port = stripped[host_length] == ':'
             && is_port (stripped + host_length + 1, authority_length - host_length - 1);
  if (!has_port && (host_length != authority_length || stripped[host_length] != '/'
                    || (literal == NULL && !has_top_level_domain (host))
                    || g_file_test (stripped, G_FILE_TEST_EXISTS)))
    return NULL;

  is_near = literal != NULL || mcp_address_is_loopback (host) || !has_top_level_domain (host)
            || g_str_has_suffix (host, ".local");

  return g_strconcat (is_near ? "http://" : "https://", stripped, NULL);
}

/* Words that say how a server is started and not which one. */
static gboolean
is_launcher (const char *word)
{
  static const char *const launchers[] = {
    "bash", "bun",  "bunx", "deno", "docker", "dotnet", "env",    "exec", "java", "node", "npx",
    "pipx", "pnpm", "podman", "run",  "ruby",   "sh",     "sudo", "tool", "uv",   "uvx",  NULL,
  };

  return g_strv_contains (launchers, word) || g_str_has_prefix (word, "python");
}

/* Names that say what part of a server a file or a directory is. */
static gboolean
is_part (const char *word)
{
  static const char *const parts[] = { "__main__", "bin",  "build",  "cli", "dist", "index", "lib",
                                       "main",     "mcp",  "server", "src", NULL };

  return *word == '\0' || g_strv_contains (parts, word);
}

/* The last part of a path, a package or an image that says something, without version and ending. */
static char *
name_of_word (const char *word)
{
  g_auto (GStrv) parts = g_strsplit (word, "/", -1);

  for (guint n = g_strv_length (parts); n > 0; n--)
    {
      char *part = parts[n - 1];
      gboolean is_first = n == 1 || *parts[n - 2] == '\0';
      char *end = *part != '\0' ? strpbrk (part + 1, ":@") : NULL;

      if (end == NULL)
        end = strrchr (part, '.');
      if (end != NULL && end != part)
        *end = '\0';
      if (!is_part (part) || is_first)
        return *part != '\0' ? g_strdup (part) : NULL;
    }

  return NULL;
}

/* “…/alpha/dist/index.js”: from the last part of a path that says which it is. */
static char *
shorten_path (const char *path)
{
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_autofree char *rest = NULL;
  guint n = g_strv_length (parts);

  while (n > 1)
    {
      const char *dot = strrchr (parts[--n], '.');
      g_autofree char *base = dot != NULL && dot != parts[n] ? g_strndup (parts[n], dot - parts[n])
                                                             : g_strdup (parts[n]);

      if (!is_part (base))
        break;
    }
  if (n <= 1)
    return g_strdup (path);

  rest = g_strjoinv ("/", parts + n);

  return g_strconcat ("…/", rest, NULL);
}

/**
 * sounder_address_dup_command_short:
 * @argv: a command
 *
 * Writes a command for one line of a list, so that it begins with what tells it from others.
 *
 * Returns: (transfer full): text that is safe to show
 */
char *
sounder_address_dup_command_short (const char *const *argv)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_return_val_if_fail (argv != NULL, NULL);

  for (guint i = 0; argv[i] != NULL; i++)
    {
      g_autofree char *base = i == 0 ? g_path_get_basename (argv[i]) : NULL;
      g_autofree char *path = *argv[i] == '/' ? shorten_path (argv[i]) : NULL;

      if (i > 0)
        g_string_append_c (text, ' ');
      g_string_append (text, base != NULL && is_launcher (base) ? base : path != NULL ? path : argv[i]);
    }

  return mcp_format_visible (text->str, -1, FALSE);
}

/**
 * sounder_address_suggest_name:
 * @text: a command or an address, as typed so far
 *
 * Says what a person would call such a server: host and port of an address, the script or the package
 * behind the program that runs it.
 *
 * Returns: (transfer full) (nullable): a name, or %NULL when the text says nothing
 */
char *
sounder_address_suggest_name (const char *text)
{
  g_autofree char *stripped = NULL;
  g_auto (GStrv) words = NULL;
  guint i = 0;

  g_return_val_if_fail (text != NULL, NULL);

  stripped = g_strstrip (g_strdup (text));
  if (sounder_address_is_url (stripped))
    {
      g_autofree char *place = sounder_address_dup_short (stripped);
      gsize length = strcspn (place, "/");

      if (*place == '/')
        return name_of_word (place);
      return length > 0 && *place != '\0' ? g_strndup (place, length) : NULL;
    }

  if (!g_shell_parse_argv (stripped, NULL, &words, NULL))
    return NULL;

  for (; words[i] != NULL; i++)
    {
      g_autofree char *base = g_path_get_basename (words[i]);

      /* What sets a variable says nothing. */
      if (*words[i] != '-' && strchr (words[i], '=') == NULL && !is_launcher (base))
        return name_of_word (words[i]);
    }

  return name_of_word (words[0]);
}
