/* proxy-resolver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "proxy-resolver.h"

#define TEST_TYPE_PROXY_RESOLVER (test_proxy_resolver_get_type ())
G_DECLARE_FINAL_TYPE (TestProxyResolver, test_proxy_resolver, TEST, PROXY_RESOLVER, GObject)

struct _TestProxyResolver
{
  GObject parent_instance;
};

static GProxyResolver *settings;   /* one that can be told, and is no extension */

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
  return g_proxy_resolver_lookup (settings, uri, cancellable, error);
}

static void
lookup_async (GProxyResolver      *resolver,
              const char          *uri,
              GCancellable        *cancellable,
              GAsyncReadyCallback  callback,
              gpointer             user_data)
{
  g_proxy_resolver_lookup_async (settings, uri, cancellable, callback, user_data);
}

static GStrv
lookup_finish (GProxyResolver  *resolver,
               GAsyncResult    *result,
               GError         **error)
{
  return g_proxy_resolver_lookup_finish (settings, result, error);
}

static void
iface_init (GProxyResolverInterface *iface)
{
  iface->is_supported = is_supported;
  iface->lookup = lookup;
  iface->lookup_async = lookup_async;
  iface->lookup_finish = lookup_finish;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestProxyResolver, test_proxy_resolver, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_PROXY_RESOLVER, iface_init))

static void
test_proxy_resolver_class_init (TestProxyResolverClass *klass)
{
}

static void
test_proxy_resolver_init (TestProxyResolver *self)
{
}

void
test_proxy_init (void)
{
  settings = g_simple_proxy_resolver_new (NULL, NULL);
  g_setenv ("GIO_USE_PROXY_RESOLVER", "sounder-test", TRUE);
  g_io_extension_point_register (G_PROXY_RESOLVER_EXTENSION_POINT_NAME);
  g_io_extension_point_implement (G_PROXY_RESOLVER_EXTENSION_POINT_NAME, TEST_TYPE_PROXY_RESOLVER,
                                  "sounder-test", 1000);
  g_assert_true (TEST_IS_PROXY_RESOLVER (g_proxy_resolver_get_default ()));
}

void
test_proxy_set (const char *uri)
{
  g_simple_proxy_resolver_set_default_proxy (G_SIMPLE_PROXY_RESOLVER (settings), uri);
}
