/* sounder-pane-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-table.h"
#include "sounder-pane.h"

G_BEGIN_DECLS

/* Shared by sounder-pane.c and sounder-pane-looks.c. */
struct _SounderPane
{
  AdwBin           parent_instance;

  GtkLabel        *title;
  GtkMenuButton   *look_button;
  GtkWidget       *wrap_button;
  GtkWidget       *find_button;
  GtkWidget       *copy_button;
  GtkWidget       *save_button;
  SounderFindBar  *find_bar;
  GtkStack        *stack;
  SounderJsonView *text;
  SounderJsonTree *tree;

  char            *mime_type;     /* (nullable) */
  char            *uri;           /* (nullable) */
  char            *file_name;     /* (nullable) */
  char            *find_text;     /* (nullable) */
  const char      *view;          /* interned: what was chosen */
  const char      *look;          /* interned: what is shown */
  int              max_height;    /* 0: it fills its place */
  gboolean         wrap;
  gboolean         whole;
  gboolean         shows_tools;
  gboolean         is_content;    /* what a server sent to be read, perhaps prose or source */

  /* What the bytes can be shown as. */
  gboolean         is_json;
  gboolean         is_short;      /* there is nothing to find or to wrap */
  McpJsonTable    *table;         /* (nullable): a list of objects */
  char            *table_name;    /* (nullable): of the member that has it */
  GBytes          *fields_bytes;  /* (nullable): an object of few parts */
  GPtrArray       *blocks;        /* (nullable) of McpMarkdownBlock */
  GtkWidget       *shown_list;    /* (nullable): children of the stack, when somebody looks at them */
  GtkWidget       *shown_fields;
  GtkWidget       *drawn;
  GtkWidget       *shown_table;   /* (nullable): the list, or that of the fields */
};

/* sounder-pane-looks.c */
void        sounder_pane_read_looks   (SounderPane *self);
void        sounder_pane_forget_looks (SounderPane *self);
const char *sounder_pane_choose_look  (SounderPane *self);   /* interned */
void        sounder_pane_show_look    (SounderPane *self,
                                       const char  *look);

G_END_DECLS
