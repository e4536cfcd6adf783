/* mcp-test-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-test-result.h"

struct _McpTestResult
{
  GObject           parent_instance;

  McpTestResultInfo info;
  gint64            begin_usec;
};

G_DEFINE_FINAL_TYPE (McpTestResult, mcp_test_result, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
mcp_test_result_get_property (GObject    *object,
                              guint       prop_id,
                              GValue     *value,
                              GParamSpec *pspec)
{
  McpTestResult *self = MCP_TEST_RESULT (object);

  g_value_set_uint (value, self->info.state);
}

static void
mcp_test_result_finalize (GObject *object)
{
  McpTestResult *self = MCP_TEST_RESULT (object);

  g_free (self->info.name);
  g_ptr_array_unref (self->info.failures);

  G_OBJECT_CLASS (mcp_test_result_parent_class)->finalize (object);
}

static void
mcp_test_result_class_init (McpTestResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = mcp_test_result_get_property;
  object_class->finalize = mcp_test_result_finalize;

  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, MCP_TEST_SKIPPED, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS
                                              | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_test_result_init (McpTestResult *self)
{
  self->info.failures = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_test_failure_free);
  self->info.duration_usec = -1;
}

McpTestResult *
mcp_test_result_new (const char *name)
{
  McpTestResult *self = g_object_new (MCP_TYPE_TEST_RESULT, NULL);

  self->info.name = g_strdup (name);

  return self;
}

const McpTestResultInfo *
mcp_test_result_get_info (McpTestResult *self)
{
  return &self->info;
}

const char *
mcp_test_state_get_nick (McpTestState state)
{
  static const char *const nicks[] = { "waiting", "running", "passed", "failed", "skipped" };

  return nicks[state];
}

static void
set_state (McpTestResult *self,
           McpTestState   state)
{
  self->info.state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
mcp_test_result_begin (McpTestResult *self)
{
  self->begin_usec = g_get_monotonic_time ();
  set_state (self, MCP_TEST_RUNNING);
}

void
mcp_test_result_set_serial (McpTestResult *self,
                            guint          serial)
{
  self->info.serial = serial;
}

void
mcp_test_result_end (McpTestResult *self,
                     GPtrArray     *failures)
{
  for (guint i = 0; failures != NULL && i < failures->len; i++)
    g_ptr_array_add (self->info.failures, mcp_test_failure_copy (failures->pdata[i]));

  self->info.duration_usec = g_get_monotonic_time () - self->begin_usec;
  set_state (self, self->info.failures->len > 0 ? MCP_TEST_FAILED : MCP_TEST_PASSED);
}

void
mcp_test_result_skip (McpTestResult *self)
{
  set_state (self, MCP_TEST_SKIPPED);
}
