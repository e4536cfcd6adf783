/* sounder-search-provider.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-server-model.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SEARCH_PROVIDER (sounder_search_provider_get_type ())

/* Finds servers for the search of the desktop: org.gnome.Shell.SearchProvider2. */
G_DECLARE_FINAL_TYPE (SounderSearchProvider, sounder_search_provider, SOUNDER, SEARCH_PROVIDER, GObject)

SounderSearchProvider *sounder_search_provider_new       (GApplication          *application);
void                   sounder_search_provider_set_model (SounderSearchProvider *self,
                                                          SounderServerModel    *model);
gboolean               sounder_search_provider_export    (SounderSearchProvider *self,
                                                          GDBusConnection       *connection,
                                                          const char            *path,
                                                          GError               **error);
void                   sounder_search_provider_unexport  (SounderSearchProvider *self);

G_END_DECLS
