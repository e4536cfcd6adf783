/* test-picker.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-picker.h"

static McpSchema *
new_schema (const char *property)
{
  g_autofree char *text = g_strdup_printf ("{\"type\":\"object\",\"properties\":{\"x\":%s}}", property);
  g_autoptr (GError) error = NULL;
  McpSchema *schema = mcp_schema_new (text, -1, &error);

  g_assert_no_error (error);

  return schema;
}

static void
test_fields (void)
{
  static const struct
  {
    const char *property;
    McpPicker   picker;
  } samples[] = {
    { "{\"type\":\"string\",\"format\":\"date\"}", MCP_PICKER_DATE },
    { "{\"type\":\"string\",\"format\":\"time\"}", MCP_PICKER_TIME },
    { "{\"type\":[\"string\",\"null\"],\"format\":\"date-time\"}", MCP_PICKER_DATE_TIME },
    { "{\"type\":\"string\",\"format\":\"color\"}", MCP_PICKER_COLOR },
    { "{\"type\":\"string\",\"format\":\"rgb\"}", MCP_PICKER_COLOR },
    { "{\"type\":\"string\",\"pattern\":\"^#[0-9a-fA-F]{6}$\"}", MCP_PICKER_COLOR },
    { "{\"type\":\"string\",\"pattern\":\"^#([A-Fa-f0-9]{6}|[A-Fa-f0-9]{3})$\"}", MCP_PICKER_COLOR },
    { "{\"type\":\"string\",\"pattern\":\"^#[0-9A-F]{6}([0-9A-F]{2})?$\"}", MCP_PICKER_COLOR },
    { "{\"type\":\"string\",\"pattern\":\"^#(?:[0-9a-f]{3}){1,2}$\"}", MCP_PICKER_COLOR },
    { "{\"type\":\"string\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"format\":\"email\"}", MCP_PICKER_NONE },
    { "{\"type\":\"integer\",\"format\":\"date\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"pattern\":\"^#.*$\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"pattern\":\"#\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"pattern\":\"^#[0-9]+$\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"pattern\":\"^#[0-9a-f]{6}\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"pattern\":\"(#\"}", MCP_PICKER_NONE },
    { "{\"type\":\"string\",\"pattern\":7}", MCP_PICKER_NONE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (McpSchema) schema = new_schema (samples[i].property);

      g_test_message ("%s", samples[i].property);
      g_assert_cmpint (mcp_picker_of_field (mcp_schema_get_field (schema, 0)), ==, samples[i].picker);
    }
}

static void
assert_written (McpPicker            picker,
                const char          *text,
                const McpPickedTime *time,
                const char          *expected)
{
  g_autofree char *written = mcp_picker_write (picker, text, time);

  g_assert_cmpstr (written, ==, expected);
}

/* Of what is typed stays what was not picked. */
static void
test_times (void)
{
  const McpPickedTime picked = { 2026, 2, 28, 7, 5, 9, "+09:00" };
  McpPickedTime time, now;

  g_assert_true (mcp_picker_read (MCP_PICKER_DATE_TIME, "1999-12-31t23:59:60.1230-05:30", &time));
  g_assert_cmpint (time.year, ==, 1999);
  g_assert_cmpint (time.month, ==, 12);
  g_assert_cmpint (time.day, ==, 31);
  g_assert_cmpint (time.hour, ==, 23);
  g_assert_cmpint (time.minute, ==, 59);
  g_assert_cmpint (time.second, ==, 60);
  g_assert_cmpstr (time.zone, ==, "-05:30");
  assert_written (MCP_PICKER_DATE_TIME, "1999-12-31t23:59:60.1230-05:30", &time, "1999-12-31t23:59:60.1230-05:30");
  assert_written (MCP_PICKER_DATE_TIME, "1999-12-31t23:59:60.1230-05:30", &picked, "2026-02-28t07:05:09.1230+09:00");
  assert_written (MCP_PICKER_DATE_TIME, "", &picked, "2026-02-28T07:05:09+09:00");
  assert_written (MCP_PICKER_DATE_TIME, "tomorrow", &picked, "2026-02-28T07:05:09+09:00");

  g_assert_true (mcp_picker_read (MCP_PICKER_TIME, "01:02:03.5Z", &time));
  g_assert_cmpint (time.hour, ==, 1);
  g_assert_cmpstr (time.zone, ==, "Z");
  assert_written (MCP_PICKER_TIME, "01:02:03.5Z", &picked, "07:05:09.5+09:00");
  assert_written (MCP_PICKER_TIME, "01:02", &picked, "07:05:09+09:00");

  g_assert_true (mcp_picker_read (MCP_PICKER_DATE, "0001-01-01", &time));
  g_assert_cmpint (time.year, ==, 1);
  assert_written (MCP_PICKER_DATE, "0001-01-01", &picked, "2026-02-28");

  /* What is none is as of now, and what is made of that is one. */
  mcp_picker_read_now (&now);
  g_assert_false (mcp_picker_read (MCP_PICKER_DATE, "2026-02-30", &time));
  g_assert_cmpint (time.year, >=, now.year);
  for (McpPicker picker = MCP_PICKER_DATE; picker <= MCP_PICKER_DATE_TIME; picker++)
    {
      g_autofree char *text = mcp_picker_write (picker, "", &now);

      g_assert_true (mcp_picker_read (picker, text, &time));
    }
}

static void
test_colors (void)
{
  static const struct
  {
    const char *property;
    const char *text;
    const char *written;
  } samples[] = {
    { "{\"type\":\"string\",\"format\":\"color\"}", "", "#0aff80" },
    { "{\"type\":\"string\",\"format\":\"color\"}", "red", "#0aff80" },
    { "{\"type\":\"string\",\"format\":\"color\"}", "rgb(1,2,3)", "rgb(10, 255, 128)" },
    { "{\"type\":\"string\",\"format\":\"rgb\"}", "", "rgb(10, 255, 128)" },
    { "{\"type\":\"string\",\"format\":\"rgb\"}", "#000000", "#0aff80" },
    { "{\"type\":\"string\",\"pattern\":\"^#[0-9a-f]{6}$\"}", "", "#0aff80" },
    { "{\"type\":\"string\",\"pattern\":\"^#[0-9A-F]{6}$\"}", "", "#0AFF80" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autoptr (McpSchema) schema = new_schema (samples[i].property);
      g_autofree char *written =
        mcp_picker_write_color (mcp_schema_get_field (schema, 0), samples[i].text, 10, 255, 128);

      g_assert_cmpstr (written, ==, samples[i].written);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/picker/fields", test_fields);
  g_test_add_func ("/session/picker/times", test_times);
  g_test_add_func ("/session/picker/colors", test_colors);

  return g_test_run ();
}
