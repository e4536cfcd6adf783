/* mcp-traffic-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-traffic-row-private.h"

/* What is shown of one method; #McpTrafficStatistics makes and updates it. */

struct _McpTrafficRow
{
  GObject           parent_instance;

  char             *method;    /* (nullable) */
  McpDirection      direction;
  McpTrafficFigures figures;
};

G_DEFINE_FINAL_TYPE (McpTrafficRow, mcp_traffic_row, G_TYPE_OBJECT)

static guint changed_signal;

static void
mcp_traffic_row_finalize (GObject *object)
{
  g_free (MCP_TRAFFIC_ROW (object)->method);

  G_OBJECT_CLASS (mcp_traffic_row_parent_class)->finalize (object);
}

static void
mcp_traffic_row_class_init (McpTrafficRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_traffic_row_finalize;

  /**
   * McpTrafficRow::changed:
   * @self: a row
   *
   * The figures are others.
   */
  changed_signal = g_signal_new ("changed", MCP_TYPE_TRAFFIC_ROW, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                 NULL, G_TYPE_NONE, 0);
}

static void
mcp_traffic_row_init (McpTrafficRow *self)
{
}

McpTrafficRow *
mcp_traffic_row_new (const char   *method,
                     McpDirection  direction)
{
  McpTrafficRow *self = g_object_new (MCP_TYPE_TRAFFIC_ROW, NULL);

  self->method = g_strdup (method);
  self->direction = direction;

  return self;
}

void
mcp_traffic_row_set_figures (McpTrafficRow           *self,
                             const McpTrafficFigures *figures)
{
  if (memcmp (&self->figures, figures, sizeof *figures) == 0)
    return;

  self->figures = *figures;
  g_signal_emit (self, changed_signal, 0);
}

const char *
mcp_traffic_row_get_method (McpTrafficRow *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_ROW (self), NULL);

  return self->method;
}

McpDirection
mcp_traffic_row_get_direction (McpTrafficRow *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_ROW (self), MCP_DIRECTION_OUT);

  return self->direction;
}

const McpTrafficFigures *
mcp_traffic_row_get_figures (McpTrafficRow *self)
{
  g_return_val_if_fail (MCP_IS_TRAFFIC_ROW (self), NULL);

  return &self->figures;
}
