/* mcp-proxy-resolver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-connect-proxy.h"
#include "mcp-hash.h"
#include "mcp-proxy-resolver.h"

/* A session reaches few hosts; what a server makes us look up must not add up. */
#define MAX_HOSTS 64

struct _McpProxyResolver
{
  GObject     parent_instance;

  GMutex      mutex;
  GHashTable *proxies;   /* of host to URI; "" for none */
};

static void mcp_proxy_resolver_iface_init (GProxyResolverInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (McpProxyResolver, mcp_proxy_resolver, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_PROXY_RESOLVER,
                                                      mcp_proxy_resolver_iface_init))

static void
mcp_proxy_resolver_finalize (GObject *object)
{
  McpProxyResolver *self = MCP_PROXY_RESOLVER (object);

  g_hash_table_unref (self->proxies);
  g_mutex_clear (&self->mutex);

  G_OBJECT_CLASS (mcp_proxy_resolver_parent_class)->finalize (object);
}

static void
mcp_proxy_resolver_class_init (McpProxyResolverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_proxy_resolver_finalize;
}

static void
mcp_proxy_resolver_init (McpProxyResolver *self)
{
  g_mutex_init (&self->mutex);
  self->proxies = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
}

/* No proxy can reach what is on this machine: it would ask itself. */
static gboolean
is_here (const char *host)
{
  g_autoptr (GInetAddress) address = g_inet_address_new_from_string (host);

  if (address != NULL)
    return g_inet_address_get_is_loopback (address);

  return g_ascii_strcasecmp (host, "localhost") == 0 || g_str_has_suffix (host, ".localhost");
}

/* Settings name no proxy of WebSockets: RFC 6455 section 4.1 has them use those of HTTP. */
static char *
dup_asked_uri (const char *uri)
{
  if (g_ascii_strncasecmp (uri, "ws:", 3) == 0 || g_ascii_strncasecmp (uri, "wss:", 4) == 0)
    return g_strconcat ("http", uri + 2, NULL);

  return g_strdup (uri);
}

/*
 * The proxy as GIO is to have it. libsoup itself speaks with one of plain HTTP, which needs no
 * tunnel.
 */
static char *
dup_mapped (const char *uri,
            const char *proxy)
{
  if (g_ascii_strncasecmp (proxy, "https:", 6) == 0
      || (g_ascii_strncasecmp (proxy, "http:", 5) == 0 && g_ascii_strncasecmp (uri, "http:", 5) != 0))
    return mcp_connect_proxy_dup_uri (proxy);
  /* As curl spells that the proxy looks names up, which GIO always has it do. */
  if (g_ascii_strncasecmp (proxy, "socks5h:", 8) == 0)
    return g_strconcat ("socks5", proxy + 7, NULL);

  return g_strdup (proxy);
}

static void
remember (McpProxyResolver *self,
          const char       *host,
          const char       *proxy)
{
  g_mutex_lock (&self->mutex);
  if (g_hash_table_size (self->proxies) < MAX_HOSTS || g_hash_table_contains (self->proxies, host))
    g_hash_table_replace (self->proxies, g_strdup (host), g_strdup (proxy));
  g_mutex_unlock (&self->mutex);
}

/*
 * The functions of the interface: the system's settings may ask others, so that it can take a
 * while.
 */

static gboolean
is_supported (GProxyResolver *resolver)
{
  return TRUE;
}

static GStrv
lookup (GProxyResolver  *resolver,
        const char      *uri,
        GCancellable    *cancellable,
        GError         **error)
{
  static const char * const none[] = { "direct://", NULL };
  g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = parsed != NULL ? g_uri_get_host (parsed) : NULL;
  g_autofree char *asked = dup_asked_uri (uri);
  GStrv proxies;

  if (host == NULL || is_here (host))
    return g_strdupv ((GStrv) none);

  proxies = g_proxy_resolver_lookup (g_proxy_resolver_get_default (), asked, cancellable, error);
  if (proxies == NULL)
    return NULL;

  remember (MCP_PROXY_RESOLVER (resolver), host,
            proxies[0] != NULL && g_ascii_strncasecmp (proxies[0], "direct:", 7) != 0 ? proxies[0] : "");
  for (guint i = 0; proxies[i] != NULL; i++)
    {
      char *mapped = dup_mapped (uri, proxies[i]);

      g_free (proxies[i]);
      proxies[i] = mapped;
    }

  return proxies;
}

static void
lookup_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  GError *error = NULL;
  GStrv proxies = lookup (source, task_data, cancellable, &error);

  if (proxies == NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, proxies, (GDestroyNotify) g_strfreev);
}

static void
lookup_async (GProxyResolver      *resolver,
              const char          *uri,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (resolver, cancellable, callback, user_data);

  g_task_set_source_tag (task, lookup_async);
  g_task_set_task_data (task, g_strdup (uri), g_free);
  g_task_run_in_thread (task, lookup_thread);
}

static GStrv
lookup_finish (GProxyResolver  *resolver,
               GAsyncResult    *result,
               GError         **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
mcp_proxy_resolver_iface_init (GProxyResolverInterface *iface)
{
  iface->is_supported = is_supported;
  iface->lookup = lookup;
  iface->lookup_async = lookup_async;
  iface->lookup_finish = lookup_finish;
}

GProxyResolver *
mcp_proxy_resolver_new (void)
{
  mcp_connect_proxy_register ();

  return g_object_new (MCP_TYPE_PROXY_RESOLVER, NULL);
}

char *
mcp_proxy_resolver_dup_proxy (McpProxyResolver *self,
                              const char       *host)
{
  const char *proxy;
  char *copy;

  g_mutex_lock (&self->mutex);
  proxy = g_hash_table_lookup (self->proxies, host);
  copy = proxy != NULL && *proxy != '\0' ? g_strdup (proxy) : NULL;
  g_mutex_unlock (&self->mutex);

  return copy;
}
