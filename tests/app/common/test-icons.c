/* test-icons.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "http-fixture.h"
#include "sounder-icon.h"
#include "sounder-icons.h"
#include "test-support.h"

/* The icon of an item, before and after its picture is there. */

typedef struct
{
  McpProfile *profile;
  McpSession *session;
  GtkWidget  *icon;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->profile = app_test_new_profile ("icons", "{}");
  fixture->session = mcp_session_new (fixture->profile, NULL);
  fixture->icon = g_object_ref_sink (g_object_new (SOUNDER_TYPE_ICON, "icon-name", "sounder-tools-symbolic",
                                                   "pixel-size", 24, NULL));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_object_unref (fixture->icon);
  g_object_unref (fixture->session);
  g_object_unref (fixture->profile);
}

/* A data: URI of a PNG. */
static char *
dup_uri (int width,
         int height)
{
  g_autofree guint8 *pixels = g_malloc0 ((gsize) width * (gsize) height * 4);
  g_autoptr (GBytes) bytes = g_bytes_new (pixels, (gsize) width * (gsize) height * 4);
  g_autoptr (GdkTexture) texture =
    gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, (gsize) width * 4);
  g_autoptr (GBytes) png = gdk_texture_save_to_png_bytes (texture);
  g_autofree char *base64 = g_base64_encode (g_bytes_get_data (png, NULL), g_bytes_get_size (png));

  return g_strconcat ("data:image/png;base64,", base64, NULL);
}

/* @icons: the elements */
static gboolean
show (Fixture    *fixture,
      const char *icons)
{
  g_autofree char *json = g_strdup_printf ("{\"name\":\"n\",\"icons\":[%s]}", icons);
  g_autoptr (McpCatalogItem) item = mcp_catalog_item_new (MCP_CATALOG_TOOLS, json, strlen (json));

  return sounder_icon_show_item (SOUNDER_ICON (fixture->icon), fixture->session, item);
}

/* (nullable) */
static GdkPaintable *
get_picture (Fixture *fixture)
{
  GtkWidget *image = app_test_find (fixture->icon, GTK_TYPE_IMAGE);

  return gtk_image_get_paintable (GTK_IMAGE (image));
}

static gboolean
is_symbolic_because (Fixture    *fixture,
                     const char *reason)
{
  GtkWidget *image = app_test_find (fixture->icon, GTK_TYPE_IMAGE);
  const char *tooltip = gtk_widget_get_tooltip_text (fixture->icon);

  return g_strcmp0 (gtk_image_get_icon_name (GTK_IMAGE (image)), "sounder-tools-symbolic") == 0 && tooltip != NULL
         && strstr (tooltip, reason) != NULL;
}

static void
test_theme (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *light = dup_uri (32, 32);
  g_autofree char *dark = dup_uri (48, 24);
  g_autofree char *icons = g_strdup_printf ("{\"src\":\"%s\",\"theme\":\"light\"},{\"src\":\"%s\",\"theme\":\"dark\"}",
                                            light, dark);

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_LIGHT);
  g_assert_true (show (fixture, icons));
  TEST_AWAIT (get_picture (fixture) != NULL);
  g_assert_cmpint (gdk_paintable_get_intrinsic_width (get_picture (fixture)), ==, 32);
  g_assert_null (gtk_widget_get_tooltip_text (fixture->icon));

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  TEST_AWAIT (get_picture (fixture) != NULL && gdk_paintable_get_intrinsic_width (get_picture (fixture)) == 48);
  g_assert_cmpint (gdk_paintable_get_intrinsic_height (get_picture (fixture)), ==, 24);
}

/* Many large ones must not be kept as they came. */
static void
test_smaller (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *large = dup_uri (1024, 512);
  g_autofree char *icons = g_strdup_printf ("{\"src\":\"%s\"}", large);

  show (fixture, icons);
  TEST_AWAIT (get_picture (fixture) != NULL);
  g_assert_cmpint (gdk_paintable_get_intrinsic_width (get_picture (fixture)), ==, 128);
  g_assert_cmpint (gdk_paintable_get_intrinsic_height (get_picture (fixture)), ==, 64);
}

static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  g_autofree char *wide = dup_uri (1025, 1);
  g_autofree char *too_wide = g_strdup_printf ("{\"src\":\"%s\"}", wide);
  const char *cases[][2] = {
    { too_wide, "1025 × 1" },
    { "{\"src\":\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E\"}", "SVG" },
    { "{\"src\":\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAg\"}", "cannot be read" },
    { "{\"src\":\"data:image/png;base64,aGk=\"}", "no PNG" },
    { "{\"src\":\"file:///etc/passwd\"}", "neither" },
    { "{\"src\":\"https://icons.example/i.png\"}", "network" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i][1]);
      g_assert_true (show (fixture, cases[i][0]));
      TEST_AWAIT (is_symbolic_because (fixture, cases[i][1]));
    }

  /* A row that is used again has nothing of the one before. */
  g_assert_false (show (fixture, ""));
  g_assert_null (gtk_widget_get_tooltip_text (fixture->icon));
}

static void
reply_png (HttpFixture *fixture,
           HttpRequest *request,
           gpointer     user_data)
{
  g_autofree char *uri = dup_uri (32, 32);
  gsize length;
  g_autofree guint8 *png = g_base64_decode (strchr (uri, ',') + 1, &length);
  g_autoptr (GBytes) body = g_bytes_new (png, length);

  http_request_reply_bytes (request, 200, "image/png", body);
}

/* Not before somebody agreed, and then without being asked again. */
static void
test_network (Fixture       *fixture,
              gconstpointer  data)
{
  HttpFixture *server = http_fixture_new_tls (HTTP_CERTIFICATE_SIGNED);
  g_autofree char *url = http_fixture_dup_url (server, "/i.png");
  g_autofree char *icons = g_strdup_printf ("{\"src\":\"%s\"}", url);

  http_fixture_set_handler (server, reply_png, NULL);
  mcp_profile_set_url (fixture->profile, http_fixture_get_url (server));
  g_object_set (fixture->profile, "ca-file", http_fixture_get_ca_file (), NULL);
  g_object_unref (fixture->session);
  fixture->session = mcp_session_new (fixture->profile, NULL);

  g_assert_true (show (fixture, icons));
  g_assert_true (is_symbolic_because (fixture, "network"));
  g_assert_cmpuint (http_fixture_get_n_requests (server), ==, 0);

  sounder_icons_load (sounder_icons_for (fixture->session));
  TEST_AWAIT (get_picture (fixture) != NULL);
  g_assert_null (gtk_widget_get_tooltip_text (fixture->icon));
  g_assert_cmpuint (http_fixture_get_n_requests (server), ==, 1);

  http_fixture_free (server);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/icons/theme", Fixture, NULL, set_up, test_theme, tear_down);
  g_test_add ("/app/icons/smaller", Fixture, NULL, set_up, test_smaller, tear_down);
  g_test_add ("/app/icons/refused", Fixture, NULL, set_up, test_refused, tear_down);

  g_test_add ("/app/icons/network", Fixture, NULL, set_up, test_network, tear_down);

  return g_test_run ();
}
