/* sounder-invoke-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-call-options.h"
#include "sounder-calls-button.h"
#include "sounder-catalog-gate.h"
#include "sounder-catalog-list.h"
#include "sounder-columns.h"
#include "sounder-icon.h"
#include "sounder-page.h"
#include "sounder-result-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_INVOKE_PAGE (sounder_invoke_page_get_type ())
#define SOUNDER_INVOKE_PAGE(object) (G_TYPE_CHECK_INSTANCE_CAST ((object), SOUNDER_TYPE_INVOKE_PAGE, SounderInvokePage))
#define SOUNDER_IS_INVOKE_PAGE(object) (G_TYPE_CHECK_INSTANCE_TYPE ((object), SOUNDER_TYPE_INVOKE_PAGE))
#define SOUNDER_INVOKE_PAGE_CLASS(klass) \
  (G_TYPE_CHECK_CLASS_CAST ((klass), SOUNDER_TYPE_INVOKE_PAGE, SounderInvokePageClass))

/*
 * A list of what a server offers, a form to fill in, and what comes back. What is in here is for the classes below, to
 * read; their templates have what is bound by sounder_invoke_page_bind() under the same names.
 */
typedef struct
{
  SounderPage         base;

  McpCatalogItem     *item;            /* (nullable): stays when the list loses it */
  gboolean            insist;          /* what is wrong was told: the next press sends */

  SounderCatalogGate *gate;
  SounderColumns     *columns;
  SounderCatalogList *list;
  GtkStack           *stack;
  GtkWidget          *form_box;
  SounderIcon        *icon;
  GtkLabel           *title;
  GtkLabel           *description;
  GtkLabel           *note;
  SounderResultView  *result;

  /* (nullable): of what is called with arguments, bound by sounder_invoke_page_bind_call() */
  GtkLabel           *name;
  SounderCallOptions *options;
  SounderCallsButton *history;
} SounderInvokePage;

typedef struct
{
  SounderPageClass parent_class;

  McpCatalogKind   kind;

  /* Something else is shown, or the connection came or went: what can be done now? */
  void  (*update)        (SounderInvokePage  *self);

  /* Fills in the form of the item, or clears it. */
  void  (*show_item)     (SounderInvokePage  *self);

  /* Lets the keys go to the form. */
  void  (*enter_form)    (SounderInvokePage  *self);

  /* Puts arguments into the form; gets what is in it. */
  void  (*load)          (SounderInvokePage  *self,
                          const char         *json);
  char *(*dup_arguments) (SounderInvokePage  *self);

  /* (nullable): another call is shown, or none. */
  void  (*call_shown)    (SounderInvokePage  *self,
                          McpCall            *call);

  /* Calls once more, as it was sent. @invocation: (nullable): it is not known any more. */
  void  (*repeat)        (SounderInvokePage  *self,
                          McpInvocation      *invocation);
} SounderInvokePageClass;

GType    sounder_invoke_page_get_type  (void) G_GNUC_CONST;
void     sounder_invoke_page_bind      (GtkWidgetClass    *widget_class);
void     sounder_invoke_page_bind_call (GtkWidgetClass    *widget_class);
void     sounder_invoke_page_set_up    (SounderInvokePage *self);
void     sounder_invoke_page_list      (SounderInvokePage *self,
                                        SounderPlace      *place);
void     sounder_invoke_page_show_head (SounderInvokePage *self,
                                        McpCatalogItem    *item,        /* (nullable): it is not listed */
                                        const char        *name);
void     sounder_invoke_page_show_call (SounderInvokePage *self,
                                        McpCall           *call);       /* (nullable) */
gboolean sounder_invoke_page_may_send  (SounderInvokePage *self,
                                        guint              n_errors);
void     sounder_invoke_page_call      (SounderInvokePage *self,
                                        const char        *arguments,
                                        McpCall           *call);

/* For what is somewhere in such a page: elsewhere they do nothing. The popover that it is in closes. */
void     sounder_invoke_page_choose    (GtkWidget         *widget,
                                        McpInvocation     *invocation);
void     sounder_invoke_page_repeat    (GtkWidget         *widget,
                                        McpCall           *call);
void     sounder_invoke_page_take      (GtkWidget         *widget,
                                        const char        *json);
char    *sounder_invoke_page_ask       (GtkWidget         *widget);     /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (SounderInvokePage, g_object_unref)

G_END_DECLS
