/* sounder-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"
#include "mcp-workbench.h"
#include "sounder-adaptive-bin.h"
#include "sounder-place.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PAGE (sounder_page_get_type ())
#define SOUNDER_PAGE(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), SOUNDER_TYPE_PAGE, SounderPage))
#define SOUNDER_IS_PAGE(object) (G_TYPE_CHECK_INSTANCE_TYPE ((object), SOUNDER_TYPE_PAGE))
#define SOUNDER_PAGE_CLASS(klass) (G_TYPE_CHECK_CLASS_CAST ((klass), SOUNDER_TYPE_PAGE, SounderPageClass))

/*
 * What shows a session: a page, or a panel on one. Properties: session, workbench, place, width-class;
 * part-of gives all of them. What is in here is for the classes below, to read.
 */
typedef struct
{
  AdwBin             parent_instance;

  McpSession        *session;
  McpWorkbench      *workbench;       /* (nullable): what calls nothing has none */
  SounderPlace      *place;           /* of the view: each page has its own below */
  SounderWidthClass  width_class;
  GPtrArray         *signals;         /* of GSignalGroup */
} SounderPage;

typedef struct
{
  AdwBinClass parent_class;

  /* The window has more room, or less. */
  void (*width_changed) (SounderPage *self);
} SounderPageClass;

GType         sounder_page_get_type          (void) G_GNUC_CONST;
GSignalGroup *sounder_page_add_signals       (SounderPage                 *self,
                                              GType                        type);
gboolean      sounder_page_is_ready          (SounderPage                 *self);
void          sounder_page_install_verb      (GtkWidgetClass              *widget_class,
                                              const char                  *action_name,
                                              GtkWidgetActionActivateFunc  activate);
void          sounder_page_let_verb_through  (GtkTextView                 *text_view);
void          sounder_page_tick_while_mapped (GtkWidget                   *widget,
                                              GSourceFunc                  tick);   /* gets @widget */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SounderPage, g_object_unref)

G_END_DECLS
