/* sounder-application.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_APPLICATION (sounder_application_get_type ())

/* One instance per user; the command line of another one is handed to it. */
G_DECLARE_FINAL_TYPE (SounderApplication, sounder_application, SOUNDER, APPLICATION, AdwApplication)

SounderApplication *sounder_application_new                (gint64              started_usec);

G_END_DECLS
