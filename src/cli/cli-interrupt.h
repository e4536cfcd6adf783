/* cli-interrupt.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Called from the main loop with the signal, once for each that came. */
typedef void (*CliInterruptFunc) (int      signal_number,
                                  gpointer user_data);

/* Called from a thread of its own: the main loop did not end in time. */
typedef void (*CliForceFunc)     (gpointer user_data);

void     cli_interrupt_watch      (CliForceFunc       func,
                                   gpointer           user_data);
void     cli_interrupt_watch_time (guint              max_time_msec);
void     cli_interrupt_unwatch    (void);
gboolean cli_interrupt_install    (CliInterruptFunc   callback,
                                   gpointer           user_data,
                                   GError           **error);
gboolean cli_interrupt_install_all (CliInterruptFunc  callback,
                                    gpointer          user_data,
                                    GError          **error);
void     cli_interrupt_uninstall  (void);
gboolean cli_interrupt_is_pending (void);

G_END_DECLS
