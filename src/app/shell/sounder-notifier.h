/* sounder-notifier.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_NOTIFIER (sounder_notifier_get_type ())

/* Notifications of the desktop while no window has the focus: a connection is lost or there again, a server asks. */
G_DECLARE_FINAL_TYPE (SounderNotifier, sounder_notifier, SOUNDER, NOTIFIER, GObject)

SounderNotifier *sounder_notifier_new (GtkApplication     *application,
                                       SounderServerModel *model);

G_END_DECLS
