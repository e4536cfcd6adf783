/* sounder-schema-form-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-json-view.h"
#include "sounder-schema-form.h"

G_BEGIN_DECLS

struct _SounderSchemaForm
{
  AdwBin            parent_instance;

  McpForm          *form;     /* NULL: nothing to fill in */
  gulong            changed_id;
  gulong            judged_id;
  McpFormNode      *shown;    /* whose members have rows */
  McpFormNode      *root;     /* of @form, as it was when the rows were made */
  gboolean          raw;
  gboolean          revealed; /* somebody tried to send */
  gboolean          reading;  /* the text is being read into the form */
  char             *syntax;   /* (nullable): why the text is no object */
  int               width;    /* of the last allocation */
  guint             width_id;
  guint             scroll_id;
  guint             n_levels; /* of groups in one page */

  GtkAdjustment    *adjustment; /* (nullable) of what it is scrolled in, while it is seen */

  GtkBox           *parts;
  GtkWidget        *rows;
  GtkWidget        *place;
  GtkLabel         *path;
  GtkWidget        *edge;       /* over the rows */
  int               edge_place; /* how far down */
  AdwBin           *group;
  GtkLabel         *empty;
  GtkWidget        *text;
  SounderJsonView  *editor;
  GtkWidget        *error_box;
  GtkLabel         *error;
};

gboolean sounder_schema_form_shows_rows     (SounderSchemaForm *self);

/* sounder-schema-form-scroll.c */
void     sounder_schema_form_follow_scroll  (SounderSchemaForm *self);
void     sounder_schema_form_set_adjustment (SounderSchemaForm *self,
                                             GtkAdjustment     *adjustment); /* (nullable) */

G_END_DECLS
