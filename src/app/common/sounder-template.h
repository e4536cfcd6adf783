/* sounder-template.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

/*
 * What class_init says of a template, which is a resource named after the file:
 *
 *   sounder_template_set (widget_class, "sounder-consent-dialog.ui");
 *   sounder_template_bind (widget_class, SounderConsentDialog, intro, command, risks_group);
 *   sounder_template_connect (widget_class, run_cb);
 *   sounder_template_action (widget_class, "consent.show-file", "s", show_file_cb);
 *
 * Children are bound to the members of the same names, signals to the functions that are named in the template.
 * An action’s function, as a handler’s, has of the arguments (self, action_name, parameter) no more than it needs.
 */
#define sounder_template_set(widget_class, file) \
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/mcp_sounder/Sounder/" file)
#define sounder_template_bind(widget_class, Type, ...) \
  SOUNDER_FOR_EACH (gtk_widget_class_bind_template_child, (widget_class, Type), __VA_ARGS__)
#define sounder_template_connect(widget_class, ...) \
  SOUNDER_FOR_EACH (SOUNDER_BIND_CALLBACK, (widget_class, ), __VA_ARGS__)
#define sounder_template_action(widget_class, name, parameter_type, activate) \
  gtk_widget_class_install_action (widget_class, name, parameter_type, \
                                   (GtkWidgetActionActivateFunc) G_CALLBACK (activate))

#define SOUNDER_BIND_CALLBACK(widget_class, nothing, callback) \
  gtk_widget_class_bind_template_callback (widget_class, callback)

/*
 * macro (a, b, item) for each item. A macro does not expand within itself: each step leaves the next one behind as
 * a name, SOUNDER_NEXT (), which scanning once more expands. SOUNDER_SCAN does that some three hundred times.
 */
#define SOUNDER_FOR_EACH(macro, ab, ...) \
  do { SOUNDER_SCAN (SOUNDER_STEP (macro, ab, __VA_ARGS__)) } while (0)
#define SOUNDER_STEP(macro, ab, item, ...) \
  SOUNDER_CALL (macro, SOUNDER_BARE ab, item); __VA_OPT__ (SOUNDER_NEXT SOUNDER_NONE (macro, ab, __VA_ARGS__))
#define SOUNDER_NEXT()          SOUNDER_STEP
#define SOUNDER_NONE            ()
#define SOUNDER_CALL(macro, ...) macro (__VA_ARGS__)
#define SOUNDER_BARE(...)       __VA_ARGS__
#define SOUNDER_SCAN(...)       SOUNDER_SCAN3 (SOUNDER_SCAN3 (SOUNDER_SCAN3 (SOUNDER_SCAN3 (__VA_ARGS__))))
#define SOUNDER_SCAN3(...)      SOUNDER_SCAN2 (SOUNDER_SCAN2 (SOUNDER_SCAN2 (SOUNDER_SCAN2 (__VA_ARGS__))))
#define SOUNDER_SCAN2(...)      SOUNDER_SCAN1 (SOUNDER_SCAN1 (SOUNDER_SCAN1 (SOUNDER_SCAN1 (__VA_ARGS__))))
#define SOUNDER_SCAN1(...)      SOUNDER_SCAN0 (SOUNDER_SCAN0 (SOUNDER_SCAN0 (SOUNDER_SCAN0 (__VA_ARGS__))))
#define SOUNDER_SCAN0(...)      __VA_ARGS__
