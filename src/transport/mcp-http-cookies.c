/* mcp-http-cookies.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-http-cookies.h"

/*
 * McpHttpCookies:
 *
 * Some servers stand behind a balancer that finds the one which has the session by a cookie. The
 * protocol knows none, so that they are kept for one transport alone, and go to no other origin:
 * redirects are not followed, and the endpoint of HTTP+SSE has the origin of the stream.
 */

/* What every user agent should be able to keep for a host (RFC 6265 section 6.1). */
#define MAX_COOKIES      50
#define MAX_COOKIE_BYTES 4096

struct _McpHttpCookies
{
  GUri          *origin;
  SoupCookieJar *jar;
  guint          n_cookies;
};

static void
changed_cb (McpHttpCookies *self,
            SoupCookie     *old,
            SoupCookie     *now)
{
  if (old == NULL)
    self->n_cookies++;
  else if (now == NULL)
    self->n_cookies--;
}

McpHttpCookies *
mcp_http_cookies_new (GUri *origin)
{
  McpHttpCookies *self = g_new0 (McpHttpCookies, 1);

  self->origin = g_uri_ref (origin);
  self->jar = soup_cookie_jar_new ();
  g_signal_connect_swapped (self->jar, "changed", G_CALLBACK (changed_cb), self);

  return self;
}

void
mcp_http_cookies_free (McpHttpCookies *self)
{
  if (self == NULL)
    return;

  g_signal_handlers_disconnect_by_data (self->jar, self);
  g_object_unref (self->jar);
  g_uri_unref (self->origin);
  g_free (self);
}

/* What the beginning of a name promises (RFC 6265bis section 4.1.3); one without a name is none. */
static gboolean
is_as_named (SoupCookie *cookie)
{
  const char *name = soup_cookie_get_name (cookie);

  if (g_ascii_strncasecmp (name, "__Secure-", strlen ("__Secure-")) == 0)
    return soup_cookie_get_secure (cookie);
  if (g_ascii_strncasecmp (name, "__Host-", strlen ("__Host-")) == 0)
    return soup_cookie_get_secure (cookie) && g_strcmp0 (soup_cookie_get_path (cookie), "/") == 0
           && *soup_cookie_get_domain (cookie) != '.';

  return *name != '\0';
}

static void
take (McpHttpCookies *self,
      SoupCookie     *cookie)
{
  SoupCookie *copy = soup_cookie_copy (cookie);

  soup_cookie_jar_add_cookie_full (self->jar, cookie, self->origin, NULL);
  if (self->n_cookies > MAX_COOKIES)
    soup_cookie_jar_delete_cookie (self->jar, copy);
  soup_cookie_free (copy);
}

/**
 * mcp_http_cookies_take:
 * @answer: headers of an answer from the origin
 *
 * Keeps what Set-Cookie says (RFC 6265 section 5.3), up to 50 cookies of 4 KiB. One for another
 * host is refused, as is one that the domain of the host may not be given, or that breaks what its
 * name promises.
 */
void
mcp_http_cookies_take (McpHttpCookies     *self,
                       SoupMessageHeaders *answer)
{
  SoupMessageHeadersIter iter;
  const char *name;
  const char *value;

  soup_message_headers_iter_init (&iter, answer);
  while (soup_message_headers_iter_next (&iter, &name, &value))
    {
      g_autoptr (SoupCookie) cookie = NULL;

      if (g_ascii_strcasecmp (name, "Set-Cookie") != 0 || strlen (value) > MAX_COOKIE_BYTES)
        continue;

      cookie = soup_cookie_parse (value, self->origin);
      if (cookie != NULL && is_as_named (cookie))
        take (self, g_steal_pointer (&cookie));
    }
}

/* Whether a Cookie header gives a cookie of that name. */
static gboolean
names_cookie (char       **pairs,
              const char  *pair)
{
  gsize length = strcspn (pair, "=");

  for (guint i = 0; pairs[i] != NULL; i++)
    {
      const char *one = g_strchug (pairs[i]);

      if (strcspn (one, "=") == length && strncmp (one, pair, length) == 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_http_cookies_dup_header:
 * @uri: of the origin, where a request goes
 * @users: (nullable): what the user wants to be sent as Cookie
 *
 * Makes the header Cookie of a request. What the user set stands as it is, and instead of what the
 * server set under the same name.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL when nothing was kept that goes there
 */
char *
mcp_http_cookies_dup_header (McpHttpCookies *self,
                             GUri           *uri,
                             const char     *users)
{
  g_autofree char *kept = soup_cookie_jar_get_cookies (self->jar, uri, TRUE);
  g_auto (GStrv) pairs = NULL;
  g_auto (GStrv) theirs = NULL;
  g_autoptr (GString) value = NULL;

  if (kept == NULL || users == NULL)
    return g_steal_pointer (&kept);

  value = g_string_new (users);
  theirs = g_strsplit (users, ";", -1);
  pairs = g_strsplit (kept, "; ", -1);
  for (guint i = 0; pairs[i] != NULL; i++)
    if (!names_cookie (theirs, pairs[i]))
      g_string_append_printf (value, "; %s", pairs[i]);

  return g_string_free (g_steal_pointer (&value), FALSE);
}
