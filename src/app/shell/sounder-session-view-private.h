/* sounder-session-view-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-console-page.h"
#include "sounder-page.h"
#include "sounder-questions-panel.h"
#include "sounder-session-view.h"
#include "sounder-status-bar.h"
#include "sounder-timeline-page.h"
#include "sounder-traffic-line.h"

G_BEGIN_DECLS

struct _SounderSessionView
{
  SounderPage         base;              /* its width class is what is left to the pages */

  SounderServer      *server;
  SounderWidthClass   window_width;
  const char         *awaited_page; /* (nullable): interned */
  GSignalGroup       *surface_signals;   /* of the window's */
  guint               beside_id;
  gint64              typed_usec; /* when a key was pressed last on the pages */
  guint               pause_id;
  gboolean            failure_seen;

  /* In a narrow window the dock starts folded, whatever it was before. */
  gboolean            dock_open;
  gboolean            narrow_dock_open;

  AdwHeaderBar       *header_bar;
  GtkStack           *title_stack;
  AdwWindowTitle     *window_title;
  GtkToggleButton    *sidebar_button;
  GtkWidget          *connect_button;
  GtkWidget          *disconnect_button;
  GtkWidget          *restart_button;
  GtkToggleButton    *questions_button;
  GtkLabel           *questions_badge;
  GtkRevealer        *questions_revealer;
  AdwClamp           *questions_clamp;
  SounderQuestionsPanel *questions;
  GtkMenuButton      *menu_button;
  GtkRevealer        *error_revealer;
  GtkLabel           *error_label;
  gboolean            change_dismissed; /* until the program changes once more */
  gboolean            drift_dismissed;  /* until the server does */
  gboolean            drift_shown;
  GtkRevealer        *link_revealer;
  GtkWidget          *pages;
  GtkWidget          *link_strip;
  GtkImage           *link_icon;
  GtkLabel           *link_label;
  GtkButton          *link_act;
  GtkWidget          *link_stop;
  GtkWidget          *link_dismiss;
  AdwViewStack       *stack;
  AdwViewStackPage   *overview_page;
  AdwViewStackPage   *skills_page;
  AdwViewStackPage   *tasks_page;
  AdwViewStackPage   *console_page;
  SounderConsolePage *console;
  AdwBin             *dock;
  SounderTrafficLine *traffic_line;
  AdwViewSwitcherBar *switcher_bar;
  SounderStatusBar   *status_bar;
};

/* In sounder-session-view-actions.c. */
void sounder_session_view_install_actions (GtkWidgetClass     *widget_class);

/* In sounder-session-view-link.c. */
void sounder_session_view_bind_link       (GtkWidgetClass     *widget_class);
void sounder_session_view_set_up_link     (SounderSessionView *self);
void sounder_session_view_update_link     (SounderSessionView *self);

/* In sounder-session-view-questions.c. */
void sounder_session_view_bind_questions  (GtkWidgetClass     *widget_class);
void sounder_session_view_set_up_questions (SounderSessionView *self);

/* In sounder-session-view-tasks.c. */
void sounder_session_view_set_up_tasks    (SounderSessionView *self);

/* In sounder-session-view.c. */
void sounder_session_view_update_dock     (SounderSessionView *self);

/* Where there is room the questions stand beside the pages. */
void sounder_session_view_update_beside   (SounderSessionView *self);
void sounder_session_view_queue_beside    (SounderSessionView *self);

G_END_DECLS
