/* sounder-lazy-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LAZY_PAGE (sounder_lazy_page_get_type ())
G_DECLARE_FINAL_TYPE (SounderLazyPage, sounder_lazy_page, SOUNDER, LAZY_PAGE, SounderPage)

GtkWidget *sounder_lazy_page_ensure (SounderLazyPage *self);

G_END_DECLS
