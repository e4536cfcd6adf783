/* test-icon.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-icon.h"

/* The signature, IHDR with a width and a height in base64: eight letters each. */
#define PNG(size) "iVBORw0KGgoAAAANSUhEUg" size
#define SIZE_32 "AAACAAAAAg"
#define SIZE_65536 "ABAAAAAQAA"
#define DATA(type, base64) "data:" type ";base64," base64

static GPtrArray *
read_icons (const char *icons)
{
  g_autofree char *object = g_strdup_printf ("{\"name\":\"n\",\"icons\":%s}", icons);

  return mcp_icons_read (object, strlen (object));
}

static void
test_read (void)
{
  g_autoptr (GPtrArray) icons = read_icons (
    "[{\"src\":\"https://a.example/i.png\",\"mimeType\":\"image/png\",\"sizes\":[\"96x96\",\"48x40\"],"
    "\"theme\":\"dark\"},{\"src\":\"DATA:,x\",\"sizes\":[\"any\",7]},{\"src\":\"http://a.example/\"},"
    "{\"src\":\"javascript:alert(1)\"},{\"src\":7},8,{\"mimeType\":\"image/png\"},{\"src\":\"file:///etc/passwd\"}]");
  const McpIcon *icon;
  g_autofree char *described = NULL;

  g_assert_cmpuint (icons->len, ==, 5);
  icon = icons->pdata[0];
  described = mcp_icon_describe (icon);
  g_assert_cmpstr (described, ==, "https://a.example/i.png image/png 96x96 48x40 dark");
  g_assert_cmpuint (icon->side, ==, 40);
  g_assert_cmpint (icon->source, ==, MCP_ICON_NETWORK);

  icon = icons->pdata[1];
  g_assert_cmpint (icon->source, ==, MCP_ICON_DATA);
  g_assert_cmpuint (icon->side, ==, G_MAXUINT);
  g_assert_cmpstr (icon->sizes, ==, "any");
  for (guint i = 2; i < 5; i++)
    g_assert_cmpint (((McpIcon *) icons->pdata[i])->source, ==, MCP_ICON_REFUSED);
}

static void
test_read_nothing (void)
{
  static const char *const objects[] = { "{}", "[]", "7", "{\"icons\":{}}", "{\"icons\":\"x\"}", "{\"icons\":[]}" };

  for (guint i = 0; i < G_N_ELEMENTS (objects); i++)
    {
      g_autoptr (GPtrArray) icons = mcp_icons_read (objects[i], strlen (objects[i]));

      g_assert_cmpuint (icons->len, ==, 0);
      g_assert_null (mcp_icons_choose (icons, 16, FALSE, TRUE));
    }
}

static void
test_choose (void)
{
  static const struct
  {
    guint       side;
    gboolean    dark;
    gboolean    network;
    const char *src;
  } cases[] = {
    { 16, FALSE, FALSE, "data:,16" },
    { 20, FALSE, FALSE, "data:,48" }, /* rather made smaller */
    { 64, FALSE, FALSE, "data:,48" }, /* than larger */
    { 64, FALSE, TRUE, "https://a.example/64" },
    { 16, TRUE, FALSE, "data:,dark" },
    { 16, TRUE, TRUE, "data:,dark" },
  };
  g_autoptr (GPtrArray) icons = read_icons (
    "[{\"src\":\"javascript:1\",\"sizes\":[\"16x16\"]},"
    "{\"src\":\"data:image/svg+xml,x\",\"sizes\":[\"16x16\"],\"theme\":\"light\"},"
    "{\"src\":\"data:,48\",\"sizes\":[\"48x48\"],\"theme\":\"light\"},"
    "{\"src\":\"data:,16\",\"sizes\":[\"16x16\"],\"theme\":\"light\"},"
    "{\"src\":\"https://a.example/64\",\"sizes\":[\"64x64\"],\"theme\":\"light\"},"
    "{\"src\":\"data:,dark\",\"sizes\":[\"32x32\"],\"theme\":\"dark\"}]");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (mcp_icons_choose (icons, cases[i].side, cases[i].dark, cases[i].network)->src, ==,
                     cases[i].src);
}

static void
test_decode (void)
{
  static const struct
  {
    const char *icon;
    int         code;   /* -1: it is a picture */
  } cases[] = {
    { "{\"src\":\"" DATA ("image/png", PNG (SIZE_32)) "\"}", -1 },
    { "{\"src\":\"" DATA ("image/png", PNG (SIZE_32)) "\",\"mimeType\":\"image/PNG\"}", -1 },
    { "{\"src\":\"data:,%89PNG%0D%0A%1A%0A%00%00%00%0DIHDR%00%00%00%20%00%00%00%20\"}", -1 },
    /* What it is called is not what it is. */
    { "{\"src\":\"" DATA ("image/png", PNG (SIZE_32)) "\",\"mimeType\":\"image/jpeg\"}",
      MCP_ERROR_INVALID_RESPONSE },
    { "{\"src\":\"" DATA ("image/png", PNG (SIZE_65536)) "\"}", MCP_ERROR_TOO_LARGE },
    { "{\"src\":\"" DATA ("image/png", "iVBOR*==") "\"}", MCP_ERROR_INVALID_RESPONSE },
    { "{\"src\":\"data:image/png\"}", MCP_ERROR_INVALID_RESPONSE },
    { "{\"src\":\"data:,\"}", MCP_ERROR_INVALID_RESPONSE },
    { "{\"src\":\"data:,%zz\"}", MCP_ERROR_INVALID_RESPONSE },
    { "{\"src\":\"data:image/svg+xml,%3Csvg/%3E\"}", MCP_ERROR_INVALID_RESPONSE },
    { "{\"src\":\"data:text/html,%3Cscript%3E\"}", MCP_ERROR_INVALID_RESPONSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *list = g_strdup_printf ("[%s]", cases[i].icon);
      g_autoptr (GPtrArray) icons = read_icons (list);
      g_autoptr (GError) error = NULL;
      g_autoptr (GBytes) file = mcp_icon_decode (icons->pdata[0], &error);

      g_test_message ("%s", cases[i].icon);
      if (cases[i].code < 0)
        g_assert_no_error (error);
      else
        g_assert_error (error, MCP_ERROR, cases[i].code);
      g_assert_cmpint (file != NULL, ==, cases[i].code < 0);
    }
}

/* Whoever sends more than may be decoded has it refused before it is. */
static void
test_too_long (void)
{
  g_autofree char *zeros = g_strnfill (2 * 1024 * 1024, 'A');
  g_autofree char *list = g_strdup_printf ("[{\"src\":\"data:image/png;base64,%s\"}]", zeros);
  g_autoptr (GPtrArray) icons = read_icons (list);
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_icon_decode (icons->pdata[0], &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_TOO_LARGE);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/icon/read", test_read);
  g_test_add_func ("/session/icon/read-nothing", test_read_nothing);
  g_test_add_func ("/session/icon/choose", test_choose);
  g_test_add_func ("/session/icon/decode", test_decode);
  g_test_add_func ("/session/icon/too-long", test_too_long);

  return g_test_run ();
}
