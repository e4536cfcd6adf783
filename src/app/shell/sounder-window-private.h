/* sounder-window-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-adaptive-bin.h"
#include "sounder-file-jobs.h"
#include "sounder-overlay-split.h"
#include "sounder-sidebar.h"
#include "sounder-window.h"

G_BEGIN_DECLS

struct _SounderWindow
{
  AdwApplicationWindow parent_instance;

  SounderServerModel  *model;
  SounderServer       *selected;
  GSignalGroup        *selected_signals;

  /* The window waits for its servers to end; asking again does not wait. */
  gboolean             closing;
  gboolean             quitting;  /* no setting keeps it in the background */

  /* The first layout may have squeezed the sidebar before its width class was known. */
  int                  sidebar_width;

  SounderAdaptiveBin  *adaptive_bin;
  AdwToastOverlay     *toasts;
  GtkStack            *main_stack;
  SounderFileJobs     *file_jobs;
  GtkMenuButton       *main_menu_button;
  GMenu               *main_menu;
  gboolean             recent_shown; /* the menu has a section of them */
  GtkRevealer         *recovery_revealer;
  GtkLabel            *recovery_label;
  GPtrArray           *recoverable;  /* (nullable) of McpJournalInfo: what is offered */
  AdwStatusPage       *closing_page;
  SounderOverlaySplit *split;
  SounderSidebar      *sidebar;
  GtkStack            *content_stack;
  GtkToggleButton     *empty_sidebar_button;
  SounderSessionView  *session_view;    /* (nullable): of the selected server */
  GPtrArray           *views;           /* of those that are kept, the one seen last at the end */
  guint                max_views;
};

/* In sounder-window-actions.c. */
void sounder_window_install_actions (GtkWidgetClass *widget_class);
void sounder_window_update_actions  (SounderWindow  *self);

/* In sounder-window-views.c. */
void           sounder_window_show_view     (SounderWindow *self,
                                             SounderServer *server);
void           sounder_window_trim_views    (SounderWindow *self);
void           sounder_window_drop_unlisted (SounderWindow *self);
gboolean       sounder_window_is_last       (SounderWindow *self);
gboolean       sounder_window_asks_for      (SounderWindow *self,
                                             SounderServer *server);
SounderServer *sounder_window_find_free     (SounderWindow *self);   /* (transfer none) (nullable) */

/* In sounder-window-drop.c. */
void sounder_window_init_drop       (SounderWindow  *self);

/* In sounder-window-recovery.c. */
void sounder_window_install_recovery (GtkWidgetClass *widget_class);
void sounder_window_decline_recovery (SounderWindow  *self);

/* In sounder-window-save.c. */
void sounder_window_install_saving  (GtkWidgetClass *widget_class);

/* In sounder-window-beside.c. */
void sounder_window_install_beside  (GtkWidgetClass *widget_class);

/* In sounder-window-recordings.c. */
void sounder_window_init_recent        (SounderWindow  *self);
void sounder_window_install_recordings (GtkWidgetClass *widget_class);
void sounder_window_update_recordings  (SounderWindow  *self);
void sounder_window_show_beside        (SounderWindow  *self,
                                        McpSession     *session,
                                        const char     *name,
                                        guint           serial);

G_END_DECLS
