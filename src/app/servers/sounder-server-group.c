/* sounder-server-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-server-group.h"

/**
 * SounderServerGroup:
 *
 * A group of the sidebar: its name, how many servers it has, and whether they are folded away.
 */

struct _SounderServerGroup
{
  GObject   parent_instance;

  char     *name;
  guint     n_servers;
  gboolean  folded;
};

G_DEFINE_FINAL_TYPE (SounderServerGroup, sounder_server_group, G_TYPE_OBJECT)

enum {
  COUNTED,
  FOLDED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
sounder_server_group_finalize (GObject *object)
{
  g_free (SOUNDER_SERVER_GROUP (object)->name);

  G_OBJECT_CLASS (sounder_server_group_parent_class)->finalize (object);
}

static void
sounder_server_group_class_init (SounderServerGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_server_group_finalize;

  signals[COUNTED] = g_signal_new ("counted", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
  signals[FOLDED] = g_signal_new ("folded", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
}

static void
sounder_server_group_init (SounderServerGroup *self)
{
}

SounderServerGroup *
sounder_server_group_new (const char *name)
{
  SounderServerGroup *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (SOUNDER_TYPE_SERVER_GROUP, NULL);
  self->name = g_strdup (name);

  return self;
}

const char *
sounder_server_group_get_name (SounderServerGroup *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_GROUP (self), NULL);

  return self->name;
}

guint
sounder_server_group_get_n_servers (SounderServerGroup *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_GROUP (self), 0);

  return self->n_servers;
}

void
sounder_server_group_set_n_servers (SounderServerGroup *self,
                                    guint               n_servers)
{
  g_return_if_fail (SOUNDER_IS_SERVER_GROUP (self));

  if (self->n_servers == n_servers)
    return;

  self->n_servers = n_servers;
  g_signal_emit (self, signals[COUNTED], 0);
}

gboolean
sounder_server_group_get_folded (SounderServerGroup *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_GROUP (self), FALSE);

  return self->folded;
}

void
sounder_server_group_set_folded (SounderServerGroup *self,
                                 gboolean            folded)
{
  g_return_if_fail (SOUNDER_IS_SERVER_GROUP (self));

  if (self->folded == !!folded)
    return;

  self->folded = !!folded;
  g_signal_emit (self, signals[FOLDED], 0);
}
