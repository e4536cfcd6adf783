/* form-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-schema-form.h"

G_BEGIN_DECLS

/* A form of a schema in a window of its own. JSON has ' in the place of ". A path is "who.rows[0]". */
typedef struct
{
  GtkWidget         *window;
  GtkWidget         *scroller;
  SounderSchemaForm *form;
  McpForm           *values;
} FormFixture;

void             form_fixture_open         (FormFixture *fixture,
                                            const char  *quoted);
void             form_fixture_close        (FormFixture *fixture);
void             form_fixture_assert_sends (FormFixture *fixture,
                                            const char  *quoted);
McpFormNode     *form_fixture_find_node    (FormFixture *fixture,
                                            const char  *path);
SounderFieldRow *form_fixture_find_row     (FormFixture *fixture,
                                            const char  *path);
void             form_fixture_type         (FormFixture *fixture,
                                            const char  *path,
                                            const char  *text);
void             form_fixture_click        (FormFixture *fixture,
                                            const char  *path,
                                            const char  *label);
void             form_fixture_choose       (FormFixture *fixture,
                                            const char  *path,
                                            guint        i);

G_END_DECLS
