/* mcp-finding.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-finding.h"
#include "mcp-json.h"

/**
 * McpFinding:
 *
 * Something the server (or we) did that a rule forbids: which rule, how bad, what was seen
 * and in which record. Immutable but for its count, which grows when the journal folds
 * findings that say the same.
 */

struct _McpFinding
{
  GObject     parent_instance;

  char       *rule;
  char       *message;
  char       *reference;
  McpSeverity severity;
  guint       serial;
  guint       last;
  guint       count;
  gboolean    again;
  gboolean    derived;
};

G_DEFINE_FINAL_TYPE (McpFinding, mcp_finding, G_TYPE_OBJECT)

static void
mcp_finding_finalize (GObject *object)
{
  McpFinding *self = MCP_FINDING (object);

  g_free (self->rule);
  g_free (self->message);
  g_free (self->reference);

  G_OBJECT_CLASS (mcp_finding_parent_class)->finalize (object);
}

static void
mcp_finding_class_init (McpFindingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_finding_finalize;
}

static void
mcp_finding_init (McpFinding *self)
{
  self->count = 1;
}

/**
 * mcp_finding_new:
 * @rule: the rule's name, like "json.invalid"
 * @severity: how bad it is
 * @message: what was seen
 * @reference: (nullable): where the rule stands
 * @serial: serial of the record it is about, 0 for none
 *
 * Creates a finding that was found once.
 */
McpFinding *
mcp_finding_new (const char  *rule,
                 McpSeverity  severity,
                 const char  *message,
                 const char  *reference,
                 guint        serial)
{
  McpFinding *self;

  g_return_val_if_fail (rule != NULL, NULL);
  g_return_val_if_fail (message != NULL, NULL);

  self = g_object_new (MCP_TYPE_FINDING, NULL);
  self->rule = g_strdup (rule);
  self->severity = severity;
  self->message = g_utf8_make_valid (message, -1);
  self->reference = g_strdup (reference);
  self->serial = serial;
  self->last = serial;

  return self;
}

const char *
mcp_finding_get_rule (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), NULL);

  return self->rule;
}

McpSeverity
mcp_finding_get_severity (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), MCP_SEVERITY_INFO);

  return self->severity;
}

/**
 * mcp_finding_get_message:
 *
 * Gets what was seen, as valid UTF-8. It may quote the server: never use it as markup.
 *
 * Returns: the message
 */
const char *
mcp_finding_get_message (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), NULL);

  return self->message;
}

const char *
mcp_finding_get_reference (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), NULL);

  return self->reference;
}

/**
 * mcp_finding_get_serial:
 *
 * Gets the record it is about; of a folded finding, the first one.
 *
 * Returns: a serial, 0 for none
 */
guint
mcp_finding_get_serial (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), 0);

  return self->serial;
}

guint
mcp_finding_get_count (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), 0);

  return self->count;
}

guint
mcp_finding_get_last (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), 0);

  return self->last;
}

/* Gets whether it stands for how often another one, of the same words, was found after that. */
gboolean
mcp_finding_is_again (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), FALSE);

  return self->again;
}

/*
 * Gets whether it was found in a recording that does not say so itself: when that was opened, and
 * not while the session went on. No recorder writes it.
 */
gboolean
mcp_finding_is_derived (McpFinding *self)
{
  g_return_val_if_fail (MCP_IS_FINDING (self), FALSE);

  return self->derived;
}

void
mcp_finding_set_derived (McpFinding *self)
{
  g_return_if_fail (MCP_IS_FINDING (self));

  self->derived = TRUE;
}

/**
 * mcp_finding_add_count:
 * @n: how often it was found again
 * @last: in which record it was the last time
 *
 * Adds to the count, which stays at its limit rather than wrap.
 */
void
mcp_finding_add_count (McpFinding *self,
                       guint       n,
                       guint       last)
{
  g_return_if_fail (MCP_IS_FINDING (self));

  self->last = MAX (self->last, last);

  self->count = n > G_MAXUINT - self->count ? G_MAXUINT : self->count + n;
}

const char *
mcp_severity_get_nick (McpSeverity severity)
{
  switch (severity)
    {
    case MCP_SEVERITY_INFO:
      return "info";
    case MCP_SEVERITY_WARNING:
      return "warning";
    case MCP_SEVERITY_ERROR:
    default:
      return "error";
    }
}

/**
 * mcp_finding_append_members:
 * @json: an object that is being written
 *
 * Appends what the finding says, all but the record it is about.
 */
void
mcp_finding_append_members (McpFinding *self,
                            GString    *json)
{
  g_return_if_fail (MCP_IS_FINDING (self));
  g_return_if_fail (json != NULL);

  mcp_json_append_member_string (json, "rule", self->rule);
  mcp_json_append_member_string (json, "severity", mcp_severity_get_nick (self->severity));
  mcp_json_append_member_string (json, "text", self->message);
  mcp_json_append_member_string (json, "reference", self->reference);
}

void
mcp_finding_append_again (McpFinding *self,
                          guint       n,
                          GString    *json)
{
  mcp_finding_append_members (self, json);
  mcp_json_append_member_int (json, "again", n);
  mcp_json_append_member_int (json, "last", self->last);
}

static guint
read_number (const char *json,
             gsize       length,
             const char *name)
{
  gint64 number = 0;

  return mcp_json_lookup_int64 (json, length, name, &number) ? (guint) CLAMP (number, 0, G_MAXUINT)
                                                             : 0;
}

/**
 * mcp_finding_new_from_json:
 * @json: a JSON value that has been validated
 * @serial: the record it is about, 0 for none
 *
 * Reads what mcp_finding_append_members() or mcp_finding_append_again() wrote.
 *
 * Returns: (transfer full) (nullable): a new finding, or %NULL when that is none
 */
McpFinding *
mcp_finding_new_from_json (const char *json,
                           gsize       length,
                           guint       serial)
{
  g_autofree char *rule = mcp_json_lookup_string (json, length, "rule");
  g_autofree char *text = mcp_json_lookup_string (json, length, "text");
  g_autofree char *severity_nick = mcp_json_lookup_string (json, length, "severity");
  g_autofree char *reference = mcp_json_lookup_string (json, length, "reference");
  guint again = read_number (json, length, "again");
  McpSeverity severity = MCP_SEVERITY_ERROR;
  McpFinding *self;

  if (rule == NULL || text == NULL)
    return NULL;

  if (g_strcmp0 (severity_nick, "info") == 0)
    severity = MCP_SEVERITY_INFO;
  else if (g_strcmp0 (severity_nick, "warning") == 0)
    severity = MCP_SEVERITY_WARNING;

  self = mcp_finding_new (rule, severity, text, reference, serial);
  self->again = again > 0;
  self->count = MAX (again, 1);
  self->last = MAX (serial, read_number (json, length, "last"));

  return self;
}
