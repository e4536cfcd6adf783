/* sounder-server-group.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-server-group"

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
  PROP_0,
  PROP_N_SERVERS,
  PROP_FOLDED,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
sounder_server_group_finalize (GObject *object)
{
  g_free (SOUNDER_SERVER_GROUP (object)->name);

  G_OBJECT_CLASS (sounder_server_group_parent_class)->finalize (object);
}

static void
sounder_server_group_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  SounderServerGroup *self = SOUNDER_SERVER_GROUP (object);

  switch (prop_id)
    {
    case PROP_N_SERVERS:
      g_value_set_uint (value, self->n_servers);
      break;

    case PROP_FOLDED:
      g_value_set_boolean (value, self->folded);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_server_group_class_init (SounderServerGroupClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = sounder_server_group_finalize;
  object_class->get_property = sounder_server_group_get_property;

  properties[PROP_N_SERVERS] = g_param_spec_uint ("n-servers", NULL, NULL, 0, G_MAXUINT, 0, flags);
  properties[PROP_FOLDED] = g_param_spec_boolean ("folded", NULL, NULL, FALSE, flags);
  g_object_class_install_properties (object_class, N_PROPS, properties);
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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_SERVERS]);
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
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_FOLDED]);
}
