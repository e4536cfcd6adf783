/* mcp-picker.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-pattern.h"
#include "mcp-picker.h"

/*
 * Dates, times and colours as the text of a form has them. What is picked replaces its own part: the letter between date and time,
 * and the fraction of a second, stay as they were typed.
 */

/* A pattern that a server has written is not asked for longer; none of a colour needs as many, or is as long. */
#define PATTERN_STEPS 20000
#define MAX_PATTERN_BYTES 64

static gboolean
accepts (McpPattern *pattern,
         const char *text,
         guint64    *n_left)
{
  McpSpan found;

  return mcp_pattern_find (pattern, text, strlen (text), 0, n_left, &found) == MCP_PATTERN_MATCHES;
}

static McpPattern *
read_pattern (const McpField *field)
{
  g_autofree char *text = field->schema_json != NULL
                            ? mcp_json_lookup_string (field->schema_json, strlen (field->schema_json), "pattern")
                            : NULL;

  return text != NULL && strlen (text) <= MAX_PATTERN_BYTES && strchr (text, '#') != NULL ? mcp_pattern_new (text, NULL)
                                                                                        : NULL;
}

/* A pattern is that of a colour when it takes colours and nothing else: there are many ways to write it. */
static gboolean
is_pattern_of_color (const McpField *field)
{
  static const char *const others[] = { "", "#", "12ab9f", "#12ab9", "#12ab9f0", "#12xy9z", "x#12ab9f", "#12ab9f#" };
  g_autoptr (McpPattern) pattern = read_pattern (field);
  guint64 n_left = PATTERN_STEPS;

  if (pattern == NULL
      || (!accepts (pattern, "#12ab9f", &n_left) && !accepts (pattern, "#12AB9F", &n_left)))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (accepts (pattern, others[i], &n_left))
      return FALSE;

  return n_left > 0;
}

/**
 * mcp_picker_of_field:
 * @field: what a schema says
 *
 * Gets what a text is picked with, by its format, or by the pattern of a colour.
 *
 * Returns: a picker
 */
McpPicker
mcp_picker_of_field (const McpField *field)
{
  static const struct
  {
    const char *format;
    McpPicker   picker;
  } known[] = {
    { "date", MCP_PICKER_DATE },      { "time", MCP_PICKER_TIME },       { "date-time", MCP_PICKER_DATE_TIME },
    { "color", MCP_PICKER_COLOR },    { "colour", MCP_PICKER_COLOR },    { "rgb", MCP_PICKER_COLOR },
    { "hex-color", MCP_PICKER_COLOR }, { "color-hex", MCP_PICKER_COLOR },
  };

  if (field->kind != MCP_FIELD_STRING)
    return MCP_PICKER_NONE;

  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (g_strcmp0 (field->format, known[i].format) == 0)
      return known[i].picker;

  return is_pattern_of_color (field) ? MCP_PICKER_COLOR : MCP_PICKER_NONE;
}

gboolean
mcp_picker_has_date (McpPicker picker)
{
  return picker == MCP_PICKER_DATE || picker == MCP_PICKER_DATE_TIME;
}

gboolean
mcp_picker_has_time (McpPicker picker)
{
  return picker == MCP_PICKER_TIME || picker == MCP_PICKER_DATE_TIME;
}

/* Where the parts of a valid text are. */
static const char *
find_time (McpPicker   picker,
           const char *text)
{
  return picker == MCP_PICKER_DATE_TIME ? text + 11 : text;
}

static const char *
find_fraction (McpPicker   picker,
               const char *text)
{
  return find_time (picker, text) + 8;
}

static const char *
find_zone (McpPicker   picker,
           const char *text)
{
  const char *fraction = find_fraction (picker, text);

  return fraction + strcspn (fraction, "Zz+-");
}

/**
 * mcp_picker_read_now:
 * @time: (out): this moment, in the zone of this computer
 *
 * Gets what a picker begins with where there is nothing.
 */
void
mcp_picker_read_now (McpPickedTime *time)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *zone = g_date_time_format (now, "%:z");

  g_date_time_get_ymd (now, &time->year, &time->month, &time->day);
  time->hour = g_date_time_get_hour (now);
  time->minute = g_date_time_get_minute (now);
  time->second = g_date_time_get_second (now);
  g_strlcpy (time->zone, g_str_equal (zone, "+00:00") ? "Z" : zone, sizeof time->zone);
}

/**
 * mcp_picker_read:
 * @picker: of a date, a time, or both
 * @text: what is typed
 * @time: (out): what it says; this moment, where it says nothing
 *
 * Reads a text.
 *
 * Returns: %FALSE when it is not what the picker makes: then nothing of it is read
 */
gboolean
mcp_picker_read (McpPicker      picker,
                 const char    *text,
                 McpPickedTime *time)
{
  static const char *const formats[] = { "", "date", "time", "date-time", "" };

  mcp_picker_read_now (time);
  if (!mcp_schema_check_format (formats[picker], text))
    return FALSE;

  if (mcp_picker_has_date (picker))
    sscanf (text, "%4d-%2d-%2d", &time->year, &time->month, &time->day);
  if (mcp_picker_has_time (picker))
    {
      sscanf (find_time (picker, text), "%2d:%2d:%2d", &time->hour, &time->minute, &time->second);
      g_strlcpy (time->zone, find_zone (picker, text), sizeof time->zone);
    }

  return TRUE;
}

/**
 * mcp_picker_write:
 * @picker: of a date, a time, or both
 * @text: what is typed
 * @time: what was picked
 *
 * Makes the text for what was picked. Of @text stays what is not picked, if it is one of its kind.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_picker_write (McpPicker            picker,
                  const char          *text,
                  const McpPickedTime *time)
{
  McpPickedTime was;
  gboolean is_one = mcp_picker_read (picker, text, &was);
  GString *out = g_string_new (NULL);

  if (mcp_picker_has_date (picker))
    g_string_append_printf (out, "%04d-%02d-%02d", time->year, time->month, time->day);
  if (picker == MCP_PICKER_DATE_TIME)
    g_string_append_c (out, is_one ? text[10] : 'T');
  if (mcp_picker_has_time (picker))
    {
      g_string_append_printf (out, "%02d:%02d:%02d", time->hour, time->minute, time->second);
      if (is_one)
        g_string_append_len (out, find_fraction (picker, text),
                             find_zone (picker, text) - find_fraction (picker, text));
      g_string_append (out, time->zone);
    }

  return g_string_free (out, FALSE);
}

/**
 * mcp_picker_write_color:
 * @field: what the schema says
 * @text: what is typed
 * @red: 0 to 255, as are the others
 * @green: see @red
 * @blue: see @red
 *
 * Makes the text for a colour: in the notation that is there, else in that of the format, with the letters that the
 * pattern takes.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_picker_write_color (const McpField *field,
                        const char     *text,
                        guint           red,
                        guint           green,
                        guint           blue)
{
  g_autoptr (McpPattern) pattern = NULL;
  g_autofree char *lower = NULL;
  g_autofree char *upper = NULL;
  guint64 n_left = PATTERN_STEPS;

  if (g_str_has_prefix (text, "rgb(") || (*text == '\0' && g_strcmp0 (field->format, "rgb") == 0))
    return g_strdup_printf ("rgb(%u, %u, %u)", red, green, blue);

  lower = g_strdup_printf ("#%02x%02x%02x", red, green, blue);
  upper = g_ascii_strup (lower, -1);
  pattern = read_pattern (field);

  return pattern != NULL && !accepts (pattern, lower, &n_left) && accepts (pattern, upper, &n_left)
           ? g_steal_pointer (&upper)
           : g_steal_pointer (&lower);
}
