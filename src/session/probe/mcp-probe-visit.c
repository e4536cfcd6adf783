/* mcp-probe-visit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-probe"

#include "config.h"

#include "mcp-probe-private.h"

/* What a probe knows of a server, and what its checks say of it. */

const char *
mcp_probe_visit_get_fact (McpProbeVisit *self,
                          const char    *name)
{
  return g_hash_table_lookup (self->facts, name);
}

static void
set_fact (GHashTable *facts,
          const char *name,
          const char *value)
{
  if (value == NULL)
    g_hash_table_remove (facts, name);
  else
    g_hash_table_insert (facts, g_strdup (name), g_strdup (value));
}

void
mcp_probe_visit_set_fact (McpProbeVisit *self,
                          const char    *name,
                          const char    *value)
{
  /* The session is the connection's. */
  if (!g_str_equal (name, "session") && !g_hash_table_contains (self->saved, name))
    g_hash_table_insert (self->saved, g_strdup (name),
                         g_strdup (mcp_probe_visit_get_fact (self, name)));

  set_fact (self->facts, name, value);
}

void
mcp_probe_visit_restore (McpProbeVisit *self)
{
  GHashTableIter iter;
  gpointer name;
  gpointer value;

  g_hash_table_iter_init (&iter, self->saved);
  while (g_hash_table_iter_next (&iter, &name, &value))
    set_fact (self->facts, name, value);
  g_hash_table_remove_all (self->saved);
}

McpVersion
mcp_probe_visit_get_version (McpProbeVisit *self)
{
  return self->version;
}

void
mcp_probe_visit_repeat (McpProbeVisit *self)
{
  self->repeat = TRUE;
}

void
mcp_probe_visit_not_applicable (McpProbeVisit *self,
                                const char    *reason)
{
  g_free (self->not_applicable);
  self->not_applicable = g_strdup (reason);
}
