/* mcp-header.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-profile-private.h"

/**
 * McpHeader:
 *
 * A header that a profile adds to each request. Immutable. The value of a secret one lives in
 * the keyring under the profile's secret id; here it is only while it is edited or used, and it
 * never reaches the file.
 */

struct _McpHeader
{
  GObject   parent_instance;

  char     *name;
  char     *value;  /* (nullable) */
  gboolean  secret;
};

G_DEFINE_FINAL_TYPE (McpHeader, mcp_header, G_TYPE_OBJECT)

static void
mcp_header_finalize (GObject *object)
{
  McpHeader *self = MCP_HEADER (object);

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->value, g_free);

  G_OBJECT_CLASS (mcp_header_parent_class)->finalize (object);
}

static void
mcp_header_class_init (McpHeaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_header_finalize;
}

static void
mcp_header_init (McpHeader *self)
{
}

/**
 * mcp_header_new:
 * @name: the header's name
 * @value: (nullable): its value; %NULL: the keyring has it, and it was not read yet
 * @secret: whether the value belongs into the keyring
 *
 * Makes a header. Whether name and value can stand in a request is checked when they are used.
 */
McpHeader *
mcp_header_new (const char *name,
                const char *value,
                gboolean    secret)
{
  McpHeader *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (MCP_TYPE_HEADER, NULL);
  self->name = g_strdup (name);
  self->value = g_strdup (value);
  self->secret = !!secret;

  return self;
}

const char *
mcp_header_get_name (McpHeader *self)
{
  g_return_val_if_fail (MCP_IS_HEADER (self), NULL);

  return self->name;
}

const char *
mcp_header_get_value (McpHeader *self)
{
  g_return_val_if_fail (MCP_IS_HEADER (self), NULL);

  return self->value;
}

gboolean
mcp_header_get_secret (McpHeader *self)
{
  g_return_val_if_fail (MCP_IS_HEADER (self), FALSE);

  return self->secret;
}

/* Whether two lists of headers say the same, in the same order. */
gboolean
mcp_headers_equal (GPtrArray *a,
                   GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      McpHeader *x = g_ptr_array_index (a, i);
      McpHeader *y = g_ptr_array_index (b, i);

      if (g_strcmp0 (x->name, y->name) != 0 || g_strcmp0 (x->value, y->value) != 0
          || x->secret != y->secret)
        return FALSE;
    }

  return TRUE;
}
