/* mcp-finding-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-finding-store.h"
#include "mcp-hash.h"

/*
 * McpFindingStore:
 *
 * A rule that is broken a few times deserves a row for each; one that is broken with every line
 * of a hostile server must not. So each rule has its first hundred findings, then one more that
 * stands for the rest unless one with the same message can count it. What cannot but come many
 * times is counted by one from the start.
 */

typedef struct
{
  guint       n_findings;
  GHashTable *by_message;  /* message to finding, borrowed from the finding */
  McpFinding *rest;        /* (nullable) */
} Rule;

struct _McpFindingStore
{
  GListStore *model;
  GPtrArray  *added;     /* not announced */
  GHashTable *rules;     /* name to Rule */
  guint       total;
};

static void
rule_free (Rule *rule)
{
  g_hash_table_unref (rule->by_message);
  g_clear_object (&rule->rest);
  g_free (rule);
}

static Rule *
ensure_rule (McpFindingStore *self,
             const char      *name)
{
  Rule *rule = g_hash_table_lookup (self->rules, name);

  if (rule == NULL)
    {
      rule = g_new0 (Rule, 1);
      rule->by_message = g_hash_table_new_full (mcp_str_hash, g_str_equal, NULL, g_object_unref);
      g_hash_table_insert (self->rules, g_strdup (name), rule);
    }

  return rule;
}

static McpFinding *
ensure_rest (McpFindingStore *self,
             Rule            *rule,
             McpFinding      *finding,
             gboolean        *created)
{
  *created = rule->rest == NULL;
  if (rule->rest == NULL)
    {
      rule->rest = mcp_finding_new (mcp_finding_get_rule (finding),
                                    mcp_finding_get_severity (finding),
                                    _("More of the same rule; their records are marked"),
                                    mcp_finding_get_reference (finding),
                                    mcp_finding_get_serial (finding));
      if (mcp_finding_is_derived (finding))
        mcp_finding_set_derived (rule->rest);
      g_ptr_array_add (self->added, g_object_ref (rule->rest));
    }

  return rule->rest;
}

McpFindingStore *
mcp_finding_store_new (void)
{
  McpFindingStore *self = g_new0 (McpFindingStore, 1);

  self->model = g_list_store_new (MCP_TYPE_FINDING);
  self->added = g_ptr_array_new_with_free_func (g_object_unref);
  self->rules = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) rule_free);

  return self;
}

void
mcp_finding_store_free (McpFindingStore *self)
{
  g_hash_table_unref (self->rules);
  g_ptr_array_unref (self->added);
  g_object_unref (self->model);
  g_free (self);
}

/*
 * mcp_finding_store_find:
 *
 * Finds what another finding of a rule would be counted with. Nobody has to make that one.
 *
 * Returns: (transfer none) (nullable): it, or %NULL when the rule deserves one more of its own
 */
McpFinding *
mcp_finding_store_find (McpFindingStore *self,
                        const char      *rule,
                        const char      *message)
{
  Rule *found = g_hash_table_lookup (self->rules, rule);
  McpFinding *known;

  if (found == NULL || found->n_findings < MCP_FINDING_STORE_MAX_PER_RULE)
    return NULL;

  known = g_hash_table_lookup (found->by_message, message);

  return known != NULL ? known : found->rest;
}

/* Counts what was found once more with one that is there. */
void
mcp_finding_store_count (McpFindingStore *self,
                         McpFinding      *known,
                         guint            n,
                         guint            last)
{
  self->total += MIN (n, G_MAXUINT - self->total);
  mcp_finding_add_count (known, n, last);
}

/*
 * mcp_finding_store_add:
 *
 * Adds a finding, or counts it with one that is there. Shown at the next flush.
 */
void
mcp_finding_store_add (McpFindingStore *self,
                       McpFinding      *finding)
{
  Rule *rule = ensure_rule (self, mcp_finding_get_rule (finding));
  const char *message = mcp_finding_get_message (finding);
  McpFinding *known;
  gboolean created;

  known = g_hash_table_lookup (rule->by_message, message);
  if (known == NULL && mcp_finding_is_again (finding))
    known = rule->rest;
  if (known != NULL
      && (rule->n_findings >= MCP_FINDING_STORE_MAX_PER_RULE || mcp_finding_is_again (finding)
          || g_str_equal (mcp_finding_get_rule (finding), MCP_FINDING_PROGRESS_LATE)))
    {
      mcp_finding_store_count (
          self, known, mcp_finding_get_count (finding), mcp_finding_get_last (finding));
      return;
    }

  self->total++;

  if (rule->n_findings < MCP_FINDING_STORE_MAX_PER_RULE)
    {
      rule->n_findings++;
      g_ptr_array_add (self->added, g_object_ref (finding));
      if (known == NULL)
        g_hash_table_insert (rule->by_message, (gpointer) message, g_object_ref (finding));
      return;
    }

  known = ensure_rest (self, rule, finding, &created);
  if (!created)
    mcp_finding_add_count (known, mcp_finding_get_count (finding), mcp_finding_get_last (finding));
}

/* Announces what was added, in one change of the model. */
void
mcp_finding_store_flush (McpFindingStore *self)
{
  g_autoptr (GPtrArray) added = NULL;

  if (self->added->len == 0)
    return;

  added = g_steal_pointer (&self->added);
  self->added = g_ptr_array_new_with_free_func (g_object_unref);
  g_list_store_splice (self->model, g_list_model_get_n_items (G_LIST_MODEL (self->model)), 0, added->pdata,
                       added->len);
}

GListModel *
mcp_finding_store_get_model (McpFindingStore *self)
{
  return G_LIST_MODEL (self->model);
}

/* How many were added, folded ones included. */
guint
mcp_finding_store_get_total (McpFindingStore *self)
{
  return self->total;
}
