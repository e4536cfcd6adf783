/* host-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * With $SOUNDER_TEST_HOST, programs are started through a stand-in of the Flatpak session helper
 * from now on, as in a sandbox. A process that inherits the bus of another uses the same one.
 */
gboolean  host_fixture_set_up    (void);
void      host_fixture_tear_down (void);
/* The command after @n_commands goes wrong: see host-helper.c for the habits. */
void      host_fixture_misbehave (const char *habit,
                                  guint       n_commands);

G_END_DECLS
