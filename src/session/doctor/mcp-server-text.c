/* mcp-server-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-doctor-private.h"
#include "mcp-json.h"
#include "mcp-server-text.h"
#include "mcp-version.h"

/*
 * THE table of words of servers that mean something here, whatever their case. It adds a hint or a
 * button to what status and headers say. Two meanings decide something: MCP_SERVER_TEXT_SESSION
 * with status 400, and MCP_SERVER_TEXT_NO_SESSION where no status says it; both lead to a new HTTP
 * session, once.
 */
static const struct
{
  McpServerText meaning;
  const char   *words;
} patterns[] = {
  { MCP_SERVER_TEXT_SESSION, "session" },
  { MCP_SERVER_TEXT_SESSION, "not initialized" },  /* the TypeScript SDK's of one it never opened */

  { MCP_SERVER_TEXT_NO_SESSION, "session not found" },
  { MCP_SERVER_TEXT_NO_SESSION, "session_not_found" },
  { MCP_SERVER_TEXT_NO_SESSION, "session does not exist" },
  { MCP_SERVER_TEXT_NO_SESSION, "session expired" },
  { MCP_SERVER_TEXT_NO_SESSION, "session has expired" },
  { MCP_SERVER_TEXT_NO_SESSION, "session is expired" },
  { MCP_SERVER_TEXT_NO_SESSION, "session terminated" },
  { MCP_SERVER_TEXT_NO_SESSION, "session has been terminated" },
  { MCP_SERVER_TEXT_NO_SESSION, "session id not found" },
  { MCP_SERVER_TEXT_NO_SESSION, "no such session" },
  { MCP_SERVER_TEXT_NO_SESSION, "no valid session" },
  { MCP_SERVER_TEXT_NO_SESSION, "unknown session" },
  { MCP_SERVER_TEXT_NO_SESSION, "invalid session" },
  { MCP_SERVER_TEXT_NO_SESSION, "could not find session" },

  { MCP_SERVER_TEXT_CHALLENGE, "just a moment..." },                         /* Cloudflare */
  { MCP_SERVER_TEXT_CHALLENGE, "/cdn-cgi/challenge-platform/" },
  { MCP_SERVER_TEXT_CHALLENGE, "attention required! | cloudflare" },
  { MCP_SERVER_TEXT_CHALLENGE, "vercel security checkpoint" },
  { MCP_SERVER_TEXT_CHALLENGE, "errors.edgesuite.net" },                     /* Akamai */
  { MCP_SERVER_TEXT_CHALLENGE, "awswafcookiedomainlist" },                   /* AWS WAF */
  { MCP_SERVER_TEXT_CHALLENGE, "token.awswaf.com" },
  { MCP_SERVER_TEXT_CHALLENGE, "_incapsula_resource" },                      /* Imperva */
  { MCP_SERVER_TEXT_CHALLENGE, "captcha-delivery.com" },                     /* DataDome */
  { MCP_SERVER_TEXT_CHALLENGE, "px-captcha" },                               /* HUMAN */
  { MCP_SERVER_TEXT_CHALLENGE, "sucuri website firewall" },
  { MCP_SERVER_TEXT_CHALLENGE, "making sure you&#39;re not a bot" },         /* Anubis */
  { MCP_SERVER_TEXT_CHALLENGE, "making sure you're not a bot" },
  { MCP_SERVER_TEXT_CHALLENGE, "enable javascript and cookies to continue" },
  { MCP_SERVER_TEXT_CHALLENGE, "checking your browser" },
  { MCP_SERVER_TEXT_CHALLENGE, "verify you are human" },

  { MCP_SERVER_TEXT_HOST, "invalid host" },
  { MCP_SERVER_TEXT_HOST, "host header" },
  { MCP_SERVER_TEXT_HOST, "only allowed at" },                               /* Playwright */
  { MCP_SERVER_TEXT_HOST, "allowed hosts" },
  { MCP_SERVER_TEXT_HOST, "allowed_hosts" },                                 /* Django */
  { MCP_SERVER_TEXT_HOST, "invalid http_host" },
  { MCP_SERVER_TEXT_HOST, "blocked host" },                                  /* Rails */
  { MCP_SERVER_TEXT_HOST, "blocked request. this host" },                    /* Vite */
  { MCP_SERVER_TEXT_HOST, "host not allowed" },
  { MCP_SERVER_TEXT_HOST, "host is not allowed" },
  { MCP_SERVER_TEXT_HOST, "disallowed host" },
  { MCP_SERVER_TEXT_HOST, "dns rebinding" },

  { MCP_SERVER_TEXT_ABSENT, "err_ngrok_" },
  { MCP_SERVER_TEXT_ABSENT, "error code: 1033" },                            /* Cloudflare Tunnel */
  { MCP_SERVER_TEXT_ABSENT, "cloudflare tunnel error" },
  { MCP_SERVER_TEXT_ABSENT, "argo tunnel error" },
  { MCP_SERVER_TEXT_ABSENT, "deployment_not_found" },                        /* Vercel */
  { MCP_SERVER_TEXT_ABSENT, "no such app" },                                 /* Heroku */
  { MCP_SERVER_TEXT_ABSENT, "tunnel unavailable" },                          /* localtunnel */
  { MCP_SERVER_TEXT_ABSENT, "404 web site not found" },                      /* Azure */
};

/*
 * What names of headers for keys end with. The last ones only with "x-" before: they are words of
 * sentences as well.
 */
static const struct
{
  const char *end;
  gboolean    is_private;
} key_headers[] = {
  { "api-key", FALSE }, { "apikey", FALSE }, { "subscription-key", FALSE }, { "auth-token", TRUE },
  { "access-token", TRUE }, { "api-token", TRUE }, { "auth-key", TRUE },
};

/* Only so much is searched. */
#define SEARCHED_BYTES (64 * 1024)

/* No name of a header is longer, and no title worth showing. */
#define MAX_HEADER_BYTES 64
#define MAX_TITLE_BYTES  1200

/* Where @words begin in the text, or -1. */
static gssize
find (const char *text,
      gsize       length,
      const char *words)
{
  gsize n = strlen (words);

  length = MIN (length, SEARCHED_BYTES);
  for (gsize i = 0; i + n <= length; i++)
    if (g_ascii_tolower (text[i]) == words[0] && g_ascii_strncasecmp (text + i, words, n) == 0)
      return (gssize) i;

  return -1;
}

gboolean
mcp_server_text_means (McpServerText  meaning,
                       const char    *text,
                       gsize          length)
{
  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    if (patterns[i].meaning == meaning && find (text, length, patterns[i].words) >= 0)
      return TRUE;

  return FALSE;
}

gboolean
mcp_server_text_is_page (const char *body,
                         gsize       length)
{
  const McpSymptoms symptoms = { .body = body, .body_length = length };

  return mcp_doctor_body_starts (&symptoms, "<!doctype html")
         || mcp_doctor_body_starts (&symptoms, "<html") || mcp_doctor_body_starts (&symptoms, "<head");
}

/* The few references that titles have; any other stays as it is. */
static void
append_plain (GString    *out,
              const char *text)
{
  static const struct { const char *name; const char *value; } references[] = {
    { "&amp;", "&" }, { "&lt;", "<" }, { "&gt;", ">" }, { "&quot;", "\"" }, { "&#39;", "'" },
    { "&apos;", "'" }, { "&nbsp;", " " }, { "&ndash;", "–" }, { "&#8211;", "–" }, { "&mdash;", "—" },
  };

  while (*text != '\0')
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (references) && !g_str_has_prefix (text, references[i].name))
        i++;
      g_string_append_len (out, i < G_N_ELEMENTS (references) ? references[i].value : text,
                           i < G_N_ELEMENTS (references) ? -1 : 1);
      text += i < G_N_ELEMENTS (references) ? strlen (references[i].name) : 1;
    }
}

/* Text of a server's as one line, no longer than a glance; (nullable): nothing is left. */
static char *
dup_line (const char *text,
          gsize       length)
{
  g_autoptr (GString) line = g_string_new (NULL);
  gboolean gap = FALSE;

  for (gsize i = 0; i < MIN (length, SEARCHED_BYTES); i++)
    {
      gboolean is_space = g_ascii_isspace (text[i]);

      /* Bytes, not words. */
      if (g_ascii_iscntrl (text[i]) && !is_space)
        return NULL;
      if (!is_space && gap && line->len > 0)
        g_string_append_c (line, ' ');
      if (!is_space)
        g_string_append_c (line, text[i]);
      gap = is_space;
    }

  return line->len > 0 ? mcp_doctor_make_evidence (line->str, line->len) : NULL;
}

static char *
dup_element (const char *body,
             gsize       length,
             const char *start,
             const char *end)
{
  gssize begin = find (body, length, start);
  gssize open;
  gssize close;
  g_autofree char *inner = NULL;
  g_autoptr (GString) plain = NULL;

  if (begin < 0)
    return NULL;
  open = find (body + begin, length - begin, ">");
  if (open < 0)
    return NULL;
  begin += open + 1;
  close = find (body + begin, length - begin, end);
  if (close <= 0)
    return NULL;

  inner = g_utf8_make_valid (body + begin, MIN (close, MAX_TITLE_BYTES));
  plain = g_string_new (NULL);
  append_plain (plain, inner);

  return dup_line (plain->str, plain->len);
}

/**
 * mcp_server_text_dup_title:
 * @body: a page
 *
 * Gets what a page calls itself: its title, or else its first heading.
 *
 * Returns: (transfer full) (nullable): one line, at most 300 characters; untrusted text
 */
char *
mcp_server_text_dup_title (const char *body,
                           gsize       length)
{
  char *title = dup_element (body, length, "<title", "</title");

  return title != NULL ? title : dup_element (body, length, "<h1", "</h1");
}

/* The members that servers and gateways put their words in. */
static char *
dup_json_words (const char *body,
                gsize       length)
{
  static const char * const paths[] = {
    "error.message", "message", "error_description", "error", "detail", "title", "Message", "msg",
    "reason", "fault.faultstring",
  };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autofree char *text = mcp_json_lookup_string (body, length, paths[i]);

      if (text != NULL && *text != '\0')
        return dup_line (text, strlen (text));
    }

  return NULL;
}

/**
 * mcp_server_text_dup_said:
 * @body: what came instead of an answer; any bytes
 *
 * Gets what a server or a gateway says in it: the words in the JSON of an error, the title of a
 * page, or the text itself.
 *
 * Returns: (transfer full) (nullable): one line, at most 300 characters; untrusted text
 */
char *
mcp_server_text_dup_said (const char *body,
                          gsize       length)
{
  char *words = NULL;

  if (body == NULL || length == 0)
    return NULL;
  if (mcp_server_text_is_page (body, length))
    return mcp_server_text_dup_title (body, length);
  if (length <= G_MAXSSIZE && mcp_json_validate (body, length, NULL))
    words = dup_json_words (body, length);

  return words != NULL ? words : dup_line (body, length);
}

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '-' || c == '_';
}

/* The whole word at a place, if it can be a header's name and not only a word of a sentence. */
static char *
dup_word_at (const char *body,
             gsize       length,
             gsize       place)
{
  gsize begin = place;
  gsize end = place;

  while (begin > 0 && is_name_char (body[begin - 1]))
    begin--;
  while (end < length && is_name_char (body[end]))
    end++;

  return end - begin <= MAX_HEADER_BYTES ? g_strndup (body + begin, end - begin) : NULL;
}

/**
 * mcp_server_text_dup_header:
 * @body: of a refusal
 *
 * Finds the header that a server wants a key in, where it names one: `x-api-key` and names alike.
 *
 * Returns: (transfer full) (nullable): its name, as it was written
 */
char *
mcp_server_text_dup_header (const char *body,
                            gsize       length)
{
  length = MIN (length, SEARCHED_BYTES);
  for (guint i = 0; i < G_N_ELEMENTS (key_headers); i++)
    {
      const char *end = key_headers[i].end;
      gssize place = find (body, length, end);
      g_autofree char *word = place >= 0 ? dup_word_at (body, length, place) : NULL;
      gsize word_length = word != NULL ? strlen (word) : 0;

      if (word_length >= strlen (end) && strchr (word, '_') == NULL
          && g_ascii_strcasecmp (word + word_length - strlen (end), end) == 0
          && (!key_headers[i].is_private || g_ascii_strncasecmp (word, "x-", 2) == 0))
        return g_steal_pointer (&word);
    }

  return NULL;
}

#define REVISION_BYTES strlen ("2025-11-25")

/**
 * mcp_server_text_dup_revisions:
 * @text: of a refusal
 * @asked: (nullable): the revision that was offered, which is no news
 * @best: (out) (optional) (nullable): the newest with a handshake that Sounder speaks
 *
 * Finds the revisions of the protocol that a text names, by their shape, wherever they stand in it.
 *
 * Returns: (transfer full) (nullable): those that there are, parted by commas
 */
char *
mcp_server_text_dup_revisions (const char  *text,
                               gsize        length,
                               const char  *asked,
                               const char **best)
{
  g_autoptr (GString) names = g_string_new (NULL);
  McpVersion newest = MCP_VERSION_UNKNOWN;

  length = MIN (length, SEARCHED_BYTES);
  for (gsize i = 0; i + REVISION_BYTES <= length; i++)
    {
      char name[sizeof "2025-11-25"] = { 0 };
      McpVersion version;

      if (text[i] != '2')
        continue;

      memcpy (name, text + i, REVISION_BYTES);
      version = mcp_version_from_string (name);
      if (version == MCP_VERSION_UNKNOWN || g_strcmp0 (name, asked) == 0 || strstr (names->str, name) != NULL)
        continue;

      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
      if (!mcp_version_is_modern (version))
        newest = MAX (newest, version);
    }
  if (best != NULL)
    *best = mcp_version_to_string (newest);

  return names->len > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}
