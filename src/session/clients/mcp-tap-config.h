/* mcp-tap-config.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Puts `sounder-cli tap` before servers in the configuration of another program, and takes it out again.
 * All other bytes stay as they are: comments, spaces and order too.
 */
char *mcp_tap_config_wrap   (const char          *text,
                             const char          *program,
                             const char * const  *names,    /* (nullable): all that are started */
                             GPtrArray           *changed,  /* takes the names of the servers */
                             GPtrArray           *passed,   /* takes what is wrong with those that are passed over */
                             GError             **error);
char *mcp_tap_config_unwrap (const char          *text,
                             const char * const  *names,    /* (nullable): all that have it */
                             GPtrArray           *changed,
                             GPtrArray           *passed,
                             GError             **error);

G_END_DECLS
