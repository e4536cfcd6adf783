/* mcp-picker.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-schema.h"

G_BEGIN_DECLS

/* What a text of a form can be picked with, instead of being typed. */
typedef enum {
  MCP_PICKER_NONE,
  MCP_PICKER_DATE,       /* RFC 3339: full-date */
  MCP_PICKER_TIME,       /* full-time */
  MCP_PICKER_DATE_TIME,  /* date-time */
  MCP_PICKER_COLOR,
} McpPicker;

typedef struct
{
  int  year, month, day;      /* from 1 */
  int  hour, minute, second;
  char zone[8];               /* "Z", "+09:00" */
} McpPickedTime;

McpPicker  mcp_picker_of_field    (const McpField      *field);
gboolean   mcp_picker_has_date    (McpPicker            picker);
gboolean   mcp_picker_has_time    (McpPicker            picker);

void       mcp_picker_read_now    (McpPickedTime       *time);
gboolean   mcp_picker_read        (McpPicker            picker,
                                   const char          *text,
                                   McpPickedTime       *time);  /* parts missing from @text stay the present time */
char      *mcp_picker_write       (McpPicker            picker,
                                   const char          *text,
                                   const McpPickedTime *time);
char      *mcp_picker_write_color (const McpField      *field,
                                   const char          *text,
                                   guint                red,
                                   guint                green,
                                   guint                blue);

G_END_DECLS
