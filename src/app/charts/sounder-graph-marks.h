/* sounder-graph-marks.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"
#include "sounder-plot.h"

G_BEGIN_DECLS

/* What is told apart by a symbol, not by its colour alone. */
typedef enum {
  SOUNDER_SYMBOL_LOST,          /* a cross */
  SOUNDER_SYMBOL_FAILED,        /* a triangle */
  SOUNDER_SYMBOL_REQUEST,       /* a ring */
  SOUNDER_SYMBOL_BEYOND,        /* an arrow up */
  SOUNDER_SYMBOL_CONNECTED,     /* an arrow that goes round */
  SOUNDER_SYMBOL_DISCONNECTED,  /* a square */
  SOUNDER_SYMBOL_STALLED,       /* two bars */
  SOUNDER_SYMBOL_ERA,           /* a diamond */
} SounderSymbol;

/* Something that happened to the connection, at a time or for a while. */
typedef struct
{
  SounderSymbol symbol;
  gint64        start_usec;
  gint64        end_usec;    /* the same, unless it lasted */
  char         *text;
} SounderGraphMark;

GArray     *sounder_graph_marks_collect (McpHealth         *health,
                                         const SounderPlot *plot);     /* of SounderGraphMark */
const char *sounder_graph_marks_find    (GArray            *marks,
                                         const SounderPlot *plot,
                                         gint64             time_usec); /* (nullable): its text */
void        sounder_graph_marks_draw    (GArray            *marks,
                                         SounderPlot       *plot,
                                         gboolean           symbols);
void        sounder_symbol_draw         (SounderSymbol      symbol,
                                         SounderPlot       *plot,
                                         double             x,
                                         double             y);

G_END_DECLS
