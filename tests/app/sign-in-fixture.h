/* sign-in-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-sign-in-dialog.h"
#include "window-fixture.h"

G_BEGIN_DECLS

/* Makes @command, to which an address is added, the browser of the system, and a file in @folder the keyring. First of all. */
void                 sign_in_set_up_browser (const char          *folder,
                                             const char          *command);
/* A window with one server, which has asked to sign in. */
void                 sign_in_open_window    (WindowFixture       *fixture,
                                             const char          *url);
/* Forgets the token, too: it is kept for the whole program, and the next server may get the same port. */
void                 sign_in_close_window   (WindowFixture       *fixture);
/* Clicks “Sign In…” and “Open the Browser”, and waits until the server is connected. */
void                 sign_in_from_window    (WindowFixture       *fixture);
gboolean             sign_in_needs          (WindowFixture       *fixture,
                                             McpAuthNeed          need);
SounderSignInDialog *sign_in_find_dialog    (void);                     /* (nullable) */
gpointer             sign_in_get_part       (SounderSignInDialog *dialog,
                                             const char          *name);
void                 sign_in_click          (gpointer             button);

G_END_DECLS
