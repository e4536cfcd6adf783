/* mcp-schema-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <string.h>

#include "mcp-schema.h"
#include "mcp-uri-template.h"

/*
 * The common formats (Validation 2020-12 section 7.3), those that an elicitation may ask for among them
 * (client/elicitation, supported schema types). JSON Schema does not assert formats; whoever fills in a form is told all
 * the same.
 */

static gboolean
matches (const char *pattern,
         const char *text)
{
  return g_regex_match_simple (pattern, text, G_REGEX_DOLLAR_ENDONLY, 0);
}

static int
two_digits (const char *text)
{
  return g_ascii_digit_value (text[0]) * 10 + g_ascii_digit_value (text[1]);
}

static gboolean
is_date (const char *text)
{
  int year;

  if (!matches ("^[0-9]{4}-[0-9]{2}-[0-9]{2}$", text))
    return FALSE;

  year = two_digits (text) * 100 + two_digits (text + 2);

  return g_date_valid_dmy (two_digits (text + 8), two_digits (text + 5), year);
}

/* RFC 3339, with its leap second and without the short forms of ISO 8601. */
static gboolean
is_date_time (const char *text)
{
  g_autofree char *date = NULL;
  const char *time;

  if (!matches ("^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]+)?"
                "([Zz]|[+-][0-9]{2}:[0-9]{2})$",
                text))
    return FALSE;

  date = g_strndup (text, 10);
  time = text + 11;

  return is_date (date) && two_digits (time) <= 23 && two_digits (time + 3) <= 59
         && two_digits (time + 6) <= 60;
}

static gboolean
is_time (const char *text)
{
  g_autofree char *dated = g_strconcat ("2000-01-01T", text, NULL);

  return is_date_time (dated);
}

/* RFC 3339, appendix A: weeks alone, or each unit at most once and in order. */
static gboolean
is_duration (const char *text)
{
  return matches ("^P([0-9]+W|(?=.)([0-9]+Y)?([0-9]+M)?([0-9]+D)?(T(?=.)([0-9]+H)?([0-9]+M)?([0-9]+S)?)?)$", text);
}

/* RFC 1123 section 2.1 */
static gboolean
is_hostname (const char *text)
{
  return strlen (text) <= 253
         && matches ("^[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$", text);
}

static gboolean
is_ipv4 (const char *text)
{
  struct in_addr address;

  return inet_pton (AF_INET, text, &address) == 1;
}

static gboolean
is_ipv6 (const char *text)
{
  struct in6_addr address;

  return inet_pton (AF_INET6, text, &address) == 1;
}

static gboolean
is_uuid (const char *text)
{
  return matches ("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$", text);
}

static gboolean
is_json_pointer (const char *text)
{
  return matches ("^(/([^~/]|~[01])*)*$", text);
}

static gboolean
is_uri (const char *text)
{
  return g_uri_is_valid (text, G_URI_FLAGS_NONE, NULL);
}

static gboolean
is_uri_reference (const char *text)
{
  return g_uri_split (text, G_URI_FLAGS_NONE, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
}

static gboolean
is_uri_template (const char *text)
{
  g_autoptr (McpUriTemplate) template = mcp_uri_template_new (text, NULL);

  return template != NULL;
}

/* One @ with something that has no space on both sides: more would refuse addresses that work. */
static gboolean
is_email (const char *text)
{
  return matches ("^[^\\s@]+@[^\\s@.]+(\\.[^\\s@.]+)*$", text);
}

/**
 * mcp_schema_check_format:
 * @format: the name of a format
 * @text: a string's characters
 *
 * Checks a string against a common format.
 *
 * Returns: %FALSE if it is not of the format; %TRUE for a format that is not known
 */
gboolean
mcp_schema_check_format (const char *format,
                         const char *text)
{
  static const struct
  {
    const char *name;
    gboolean  (*fits) (const char *text);
  } formats[] = {
    { "date", is_date },
    { "date-time", is_date_time },
    { "duration", is_duration },
    { "email", is_email },
    { "hostname", is_hostname },
    { "ipv4", is_ipv4 },
    { "ipv6", is_ipv6 },
    { "json-pointer", is_json_pointer },
    { "time", is_time },
    { "uri", is_uri },
    { "uri-reference", is_uri_reference },
    { "uri-template", is_uri_template },
    { "uuid", is_uuid },
  };

  g_return_val_if_fail (format != NULL, TRUE);
  g_return_val_if_fail (text != NULL, TRUE);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (strcmp (format, formats[i].name) == 0)
      return formats[i].fits (text);

  return TRUE;
}
