/* sounder-registry-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "sounder-window.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_REGISTRY_WINDOW (sounder_registry_window_get_type ())

/* Finds servers in a registry, and hands those that are chosen to the dialog that imports. */
G_DECLARE_FINAL_TYPE (SounderRegistryWindow, sounder_registry_window, SOUNDER, REGISTRY_WINDOW, AdwWindow)

SounderRegistryWindow *sounder_registry_window_present (SounderWindow *parent);

G_END_DECLS
