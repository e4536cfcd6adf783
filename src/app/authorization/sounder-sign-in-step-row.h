/* sounder-sign-in-step-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-auth-mistake.h"
#include "mcp-auth-step.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SIGN_IN_STEP_ROW (sounder_sign_in_step_row_get_type ())

/*
 * A step of signing in: why it is done, what was exchanged, what was checked against which rule, and
 * what was found. Asks for sign-in.show-record (u) and sign-in.copy-curl (u).
 */
G_DECLARE_FINAL_TYPE (SounderSignInStepRow, sounder_sign_in_step_row, SOUNDER, SIGN_IN_STEP_ROW, AdwExpanderRow)

GtkWidget *sounder_sign_in_step_row_new (McpAuthStep *step);

/* Of servers: no markup is read in it, and nothing is longer than people read. */
char      *sounder_sign_in_dup_shown    (const char  *text); /* (nullable): "" */

/* A mark for what became of a mistake: refused is well. */
GtkWidget *sounder_sign_in_new_verdict_icon (McpAuthVerdict verdict);

G_END_DECLS
