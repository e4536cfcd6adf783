/* sounder-window-views.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-window-private.h"

/* The views of a window, one for each server that was shown in it, and which window shows what. */

/* The one that was used last is the first; without an application there is none. */
static GList *
list_windows (SounderWindow *self)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (self));

  return application != NULL ? gtk_application_get_windows (application) : NULL;
}

static void
remove_view (SounderWindow *self,
             GtkWidget     *view)
{
  g_ptr_array_remove (self->views, view);
  if (view == GTK_WIDGET (self->session_view))
    self->session_view = NULL;
  gtk_stack_remove (self->content_stack, view);
}

/* Those of other servers are made anew when they are chosen. */
void
sounder_window_trim_views (SounderWindow *self)
{
  while (self->views->len > self->max_views)
    remove_view (self, g_ptr_array_index (self->views, 0));
}

static gboolean
is_listed (SounderWindow *self,
           SounderServer *server)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (SounderServer) listed = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (listed == server)
        return TRUE;
    }

  return FALSE;
}

/* Views of servers that are gone. A row that is moved is not listed for a moment. */
void
sounder_window_drop_unlisted (SounderWindow *self)
{
  for (guint i = self->views->len; i-- > 0;)
    {
      GtkWidget *view = g_ptr_array_index (self->views, i);
      SounderServer *server = sounder_session_view_get_server (SOUNDER_SESSION_VIEW (view));

      if (server != self->selected && !is_listed (self, server))
        remove_view (self, view);
    }
}

static GtkWidget *
find_view (SounderWindow *self,
           SounderServer *server)
{
  for (guint i = 0; i < self->views->len; i++)
    if (sounder_session_view_get_server (g_ptr_array_index (self->views, i)) == server)
      return g_ptr_array_index (self->views, i);

  return NULL;
}

static GtkWidget *
add_view (SounderWindow *self,
          SounderServer *server)
{
  GtkWidget *view = sounder_session_view_new (server);

  g_object_bind_property (self->adaptive_bin, "width-class", view, "window-width",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->split, "show-sidebar", view, "show-sidebar",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  gtk_stack_add_child (self->content_stack, view);

  return view;
}

/* A server has one view: what another window keeps of it, and does not show, goes. */
static void
forget_elsewhere (SounderWindow *self,
                  SounderServer *server)
{
  for (GList *iter = list_windows (self); iter != NULL; iter = iter->next)
    {
      SounderWindow *other = SOUNDER_IS_WINDOW (iter->data) && iter->data != self ? iter->data : NULL;
      GtkWidget *view = other != NULL ? find_view (other, server) : NULL;

      if (view != NULL)
        remove_view (other, view);
    }
}

void
sounder_window_show_view (SounderWindow *self,
                          SounderServer *server)
{
  GtkWidget *view = find_view (self, server);

  if (view == NULL)
    {
      forget_elsewhere (self, server);
      view = add_view (self, server);
    }

  /* The one seen last is at the end. */
  g_ptr_array_remove (self->views, view);
  g_ptr_array_add (self->views, view);
  self->session_view = SOUNDER_SESSION_VIEW (view);
  gtk_stack_set_visible_child (self->content_stack, view);
  sounder_window_trim_views (self);
}

/**
 * sounder_window_find_showing:
 *
 * Finds the window of the application that shows a server.
 *
 * Returns: (transfer none) (nullable): this window or another one
 */
SounderWindow *
sounder_window_find_showing (SounderWindow *self,
                             SounderServer *server)
{
  g_return_val_if_fail (SOUNDER_IS_WINDOW (self), NULL);

  if (self->selected == server)
    return self;

  for (GList *iter = list_windows (self); iter != NULL; iter = iter->next)
    if (SOUNDER_IS_WINDOW (iter->data) && SOUNDER_WINDOW (iter->data)->selected == server)
      return iter->data;

  return NULL;
}

/* Whether another window of this kind stays when this one goes. */
gboolean
sounder_window_is_last (SounderWindow *self)
{
  for (GList *iter = list_windows (self); iter != NULL; iter = iter->next)
    if (SOUNDER_IS_WINDOW (iter->data) && iter->data != self)
      return FALSE;

  return TRUE;
}

/* Who asks about a server: the window that shows it, else the one that was used last. */
gboolean
sounder_window_asks_for (SounderWindow *self,
                         SounderServer *server)
{
  SounderWindow *showing = sounder_window_find_showing (self, server);

  for (GList *iter = list_windows (self); showing == NULL && iter != NULL; iter = iter->next)
    if (SOUNDER_IS_WINDOW (iter->data))
      showing = iter->data;

  return showing == NULL || showing == self;
}

/* (transfer none) (nullable): the first server that no window shows. */
SounderServer *
sounder_window_find_free (SounderWindow *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (sounder_window_find_showing (self, server) == NULL)
        return server;
    }

  return NULL;
}
