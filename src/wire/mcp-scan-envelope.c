/* mcp-scan-envelope.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-scan-private.h"

/*
 * What the scanner's spans mean by JSON-RPC 2.0, which numbers other programs would spell
 * otherwise, and words for all that can be wrong.
 */

#define MAX_EXACT_INTEGER (G_GUINT64_CONSTANT (1) << 53)

static guint
integer_anomalies (const char *digits,
                   gsize       n_digits,
                   gboolean    negative)
{
  guint64 value = 0;
  guint anomalies = MCP_ANOMALY_NONE;

  if (negative && n_digits == 1 && digits[0] == '0')
    return MCP_ANOMALY_NUMBER_CHANGED;

  if (n_digits > 19)
    return MCP_ANOMALY_BIG_INTEGER | MCP_ANOMALY_NUMBER_CHANGED;

  for (gsize i = 0; i < n_digits; i++)
    value = value * 10 + (guint64) (digits[i] - '0');

  if (value <= MAX_EXACT_INTEGER)
    return anomalies;

  anomalies |= MCP_ANOMALY_BIG_INTEGER;
  if (value > (guint64) G_MAXINT64 + (negative ? 1 : 0) || (guint64) (double) value != value)
    anomalies |= MCP_ANOMALY_NUMBER_CHANGED;

  return anomalies;
}

/* Whether an exponent is spelled as JavaScript spells it: "1e+21", "2.5e-7". */
static gboolean
exponent_is_usual (const char *exponent,
                   const char *end)
{
  guint value = 0;

  if (end - exponent < 3 || exponent[0] != 'e' || exponent[2] == '0' || end - exponent > 5)
    return FALSE;

  /* Nothing need follow the text, not even a NUL. */
  for (const char *digit = exponent + 2; digit < end; digit++)
    value = value * 10 + (guint) g_ascii_digit_value (*digit);

  if (exponent[1] == '+')
    return value >= 21 && value <= 308;

  return exponent[1] == '-' && value >= 7 && value <= 324;
}

/*
 * Looks at a valid number token. Integers: beyond 2^53 is big; changed is what int64 (json-glib)
 * or a double (JavaScript, Python's float) cannot hold, and "-0". Others are changed when they
 * are not spelled as a program that prints the shortest digits spells them: a fraction that ends
 * in 0, more than 17 significant digits, an exponent other than e+21 and up or e-7 and down, or
 * a fraction that would have one.
 */
guint
mcp_scan_number (const char *number,
                 gsize       length)
{
  const char *end = number + length;
  const char *digits = number + (*number == '-' ? 1 : 0);
  const char *integer_end = digits;
  const char *mantissa_end;
  const char *first;
  gsize n_significant;

  while (integer_end < end && g_ascii_isdigit (*integer_end))
    integer_end++;

  if (integer_end == end)
    return integer_anomalies (digits, integer_end - digits, *number == '-');

  mantissa_end = integer_end;
  while (mantissa_end < end && *mantissa_end != 'e' && *mantissa_end != 'E')
    mantissa_end++;

  if (mantissa_end > integer_end && mantissa_end[-1] == '0')
    return MCP_ANOMALY_NUMBER_CHANGED;

  first = digits;
  while (first < mantissa_end && (*first == '0' || *first == '.'))
    first++;
  n_significant = mantissa_end - first;
  if (first < integer_end && mantissa_end > integer_end)
    n_significant--;
  if (n_significant > 17)
    return MCP_ANOMALY_NUMBER_CHANGED;

  if (mantissa_end < end)
    return integer_end - digits == 1 && *digits != '0' && exponent_is_usual (mantissa_end, end)
             ? MCP_ANOMALY_NONE : MCP_ANOMALY_NUMBER_CHANGED;

  return first > integer_end && first - integer_end > 6
           ? MCP_ANOMALY_NUMBER_CHANGED : MCP_ANOMALY_NONE;
}

static gboolean
is_version_2 (const char *data,
              McpSpan     span)
{
  /* Nearly always spelled so. */
  if (span.length == 5 && memcmp (data + span.offset, "\"2.0\"", 5) == 0)
    return TRUE;
  if (mcp_scan_type_of (data, span) != MCP_JSON_STRING)
    return FALSE;

  return mcp_escape_equal (data + span.offset + 1, span.length - 2, "2.0", 3);
}

/* JSON-RPC 2.0 section 4: numbers should have no fractional part; "1e0" is no integer either. */
static gboolean
is_spelled_as_integer (const char *data,
                       McpSpan     span)
{
  for (gsize i = 0; i < span.length; i++)
    if (!g_ascii_isdigit (data[span.offset + i]) && (i > 0 || data[span.offset] != '-'))
      return FALSE;

  return TRUE;
}

static void
check_members (const char *data,
               McpScan    *scan)
{
  McpJsonType params = mcp_scan_type_of (data, scan->params);
  McpJsonType method = mcp_scan_type_of (data, scan->method);

  if (!is_version_2 (data, scan->jsonrpc))
    scan->envelope |= MCP_ENVELOPE_NO_VERSION;
  if (method != MCP_JSON_NONE && method != MCP_JSON_STRING)
    scan->envelope |= MCP_ENVELOPE_BAD_METHOD;
  if (params != MCP_JSON_NONE && params != MCP_JSON_OBJECT && params != MCP_JSON_ARRAY)
    scan->envelope |= MCP_ENVELOPE_BAD_PARAMS;
}

static void
check_error (const char *data,
             McpScan    *scan)
{
  if (mcp_scan_type_of (data, scan->error) != MCP_JSON_OBJECT ||
      mcp_scan_type_of (data, scan->error_code) != MCP_JSON_NUMBER ||
      !is_spelled_as_integer (data, scan->error_code) ||
      mcp_scan_type_of (data, scan->error_message) != MCP_JSON_STRING)
    scan->envelope |= MCP_ENVELOPE_BAD_ERROR;
}

/* Returns whether the id can stand for a request: a string or a number. */
static gboolean
check_id (const char *data,
          McpScan    *scan,
          gboolean    null_is_fine)
{
  switch (mcp_scan_type_of (data, scan->id))
    {
    case MCP_JSON_STRING:
      return TRUE;
    case MCP_JSON_NUMBER:
      if (!is_spelled_as_integer (data, scan->id))
        scan->envelope |= MCP_ENVELOPE_FRACTIONAL_ID;
      return TRUE;
    case MCP_JSON_NONE:
      return FALSE;
    case MCP_JSON_NULL:
      if (!null_is_fine)
        scan->envelope |= MCP_ENVELOPE_BAD_ID;
      return FALSE;
    case MCP_JSON_BOOLEAN:
    case MCP_JSON_ARRAY:
    case MCP_JSON_OBJECT:
    default:
      scan->envelope |= MCP_ENVELOPE_BAD_ID;
      return FALSE;
    }
}

/*
 * Some serializers write every member they know, as null: "error":null beside a result is a
 * result, "result":null in a request is none. Both are flagged, and the kind is what was meant.
 */
static McpMessageKind
kind_of_object (const char *data,
                McpScan    *scan)
{
  McpJsonType method = mcp_scan_type_of (data, scan->method);
  McpJsonType result = mcp_scan_type_of (data, scan->result);
  McpJsonType error = mcp_scan_type_of (data, scan->error);
  gboolean is_error = error != MCP_JSON_NONE && (error != MCP_JSON_NULL || result == MCP_JSON_NONE);
  gboolean is_answer = is_error || result != MCP_JSON_NONE;
  gboolean can_pair;

  if (method == MCP_JSON_STRING && is_answer)
    {
      is_answer = result > MCP_JSON_NULL || error > MCP_JSON_NULL;
      is_error = error > MCP_JSON_NULL;
    }
  if (method != MCP_JSON_NONE && (result != MCP_JSON_NONE || error != MCP_JSON_NONE))
    scan->envelope |= MCP_ENVELOPE_METHOD_AND_RESULT;
  if (result != MCP_JSON_NONE && error != MCP_JSON_NONE)
    scan->envelope |= MCP_ENVELOPE_RESULT_AND_ERROR;

  can_pair = check_id (data, scan, is_error);

  if (is_error)
    {
      check_error (data, scan);
      return MCP_MESSAGE_ERROR;
    }

  if (is_answer)
    {
      if (scan->id.length == 0)
        scan->envelope |= MCP_ENVELOPE_NO_ID;
      return can_pair ? MCP_MESSAGE_RESULT : MCP_MESSAGE_INVALID;
    }

  if (method == MCP_JSON_NONE)
    scan->envelope |= MCP_ENVELOPE_NOTHING;
  if (method != MCP_JSON_STRING)
    return MCP_MESSAGE_INVALID;
  if (scan->id.length == 0)
    return MCP_MESSAGE_NOTIFICATION;

  return can_pair ? MCP_MESSAGE_REQUEST : MCP_MESSAGE_INVALID;
}

/* Sets kind and envelope of a scan without fault. */
void
mcp_scan_classify (const char *data,
                   McpScan    *scan)
{
  if (scan->root == MCP_JSON_ARRAY)
    {
      scan->kind = MCP_MESSAGE_BATCH;
      return;
    }

  if (scan->root != MCP_JSON_OBJECT)
    {
      scan->envelope = MCP_ENVELOPE_NOT_OBJECT;
      return;
    }

  check_members (data, scan);
  scan->kind = kind_of_object (data, scan);
}

/**
 * mcp_scan_fault_to_text:
 * @fault: a fault
 *
 * Names a fault for a person.
 *
 * Returns: a translated phrase without a full stop; "" for %MCP_SCAN_OK
 */
const char *
mcp_scan_fault_to_text (McpScanFault fault)
{
  switch (fault)
    {
    case MCP_SCAN_EMPTY:
      return _("no JSON text at all");
    case MCP_SCAN_TRUNCATED:
      return _("the text ends too early");
    case MCP_SCAN_UNEXPECTED_CHARACTER:
      return _("unexpected character");
    case MCP_SCAN_BAD_NUMBER:
      return _("malformed number");
    case MCP_SCAN_BAD_LITERAL:
      return _("unknown word, not true, false or null");
    case MCP_SCAN_BAD_ESCAPE:
      return _("bad escape sequence in a string");
    case MCP_SCAN_CONTROL_CHARACTER:
      return _("control character in a string");
    case MCP_SCAN_TRAILING_TEXT:
      return _("text after the end of the JSON value");
    case MCP_SCAN_INVALID_UTF8:
      return _("invalid UTF-8");
    case MCP_SCAN_OK:
    default:
      return "";
    }
}

typedef struct
{
  guint       bit;
  const char *text;
} BitText;

static const BitText envelope_texts[] = {
  { MCP_ENVELOPE_NOT_OBJECT, N_("not an object") },
  { MCP_ENVELOPE_NO_VERSION, N_("“jsonrpc” is not “2.0”") },
  { MCP_ENVELOPE_BAD_ID, N_("“id” is neither a string nor a number") },
  { MCP_ENVELOPE_BAD_METHOD, N_("“method” is not a string") },
  { MCP_ENVELOPE_BAD_PARAMS, N_("“params” is neither an object nor an array") },
  { MCP_ENVELOPE_RESULT_AND_ERROR, N_("both “result” and “error”") },
  { MCP_ENVELOPE_NO_ID, N_("a result without “id”") },
  { MCP_ENVELOPE_BAD_ERROR, N_("“error” is not an object with an integer code and a message") },
  { MCP_ENVELOPE_METHOD_AND_RESULT, N_("“method” beside “result” or “error”") },
  { MCP_ENVELOPE_NOTHING, N_("neither “method”, “result” nor “error”") },
  { MCP_ENVELOPE_EMPTY_BATCH, N_("an empty batch") },
  { MCP_ENVELOPE_FRACTIONAL_ID, N_("“id” is a number with a fraction or exponent") },
};

static const BitText anomaly_texts[] = {
  { MCP_ANOMALY_DEPTH, N_("nested deeper than 512 levels") },
  { MCP_ANOMALY_DUPLICATE_KEY, N_("a member of the envelope occurs twice") },
  { MCP_ANOMALY_BIG_INTEGER, N_("an integer beyond 2^53") },
  { MCP_ANOMALY_NUMBER_CHANGED, N_("a number that other programs spell differently") },
  { MCP_ANOMALY_LONE_SURROGATE, N_("half of a surrogate pair") },
  { MCP_ANOMALY_NUL, N_("a NUL character") },
  { MCP_ANOMALY_BOM, N_("a byte order mark") },
  { MCP_ANOMALY_INVALID_UTF8, N_("invalid UTF-8") },
};

static void
append_bits (GString       *out,
             guint          bits,
             const BitText *texts,
             gsize          n_texts)
{
  for (gsize i = 0; i < n_texts; i++)
    {
      if ((bits & texts[i].bit) == 0)
        continue;
      if (out->len > 0)
        g_string_append (out, "; ");
      g_string_append (out, _(texts[i].text));
    }
}

/**
 * mcp_scan_describe:
 * @scan: a scan
 *
 * Says in words all that is wrong or odd: the fault and where it is, else what breaks
 * JSON-RPC 2.0, then the anomalies.
 *
 * Returns: (transfer full) (nullable): translated phrases joined by "; ", or %NULL if nothing is
 */
char *
mcp_scan_describe (const McpScan *scan)
{
  GString *out;
  guint anomalies;

  g_return_val_if_fail (scan != NULL, NULL);

  out = g_string_new (NULL);
  anomalies = scan->anomalies;

  if (scan->fault != MCP_SCAN_OK)
    {
      /* Translators: %s is what is wrong, the number a position in a message. */
      g_string_append_printf (out, _("%s at byte %zu"),
                              mcp_scan_fault_to_text (scan->fault),
                              (gsize) scan->fault_offset);
      if (scan->fault == MCP_SCAN_INVALID_UTF8)
        anomalies &= ~(guint) MCP_ANOMALY_INVALID_UTF8;
    }
  else
    append_bits (out, scan->envelope, envelope_texts, G_N_ELEMENTS (envelope_texts));

  append_bits (out, anomalies, anomaly_texts, G_N_ELEMENTS (anomaly_texts));

  return g_string_free (out, out->len == 0);
}
