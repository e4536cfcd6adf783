/* mcp-clock.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-clock.h"

/**
 * McpClock:
 *
 * The time that schedules go by: g_get_monotonic_time() and the main context of the thread. It is
 * an object so that a test can bring a clock of its own and put it forward instead of waiting.
 */

G_DEFINE_TYPE (McpClock, mcp_clock, G_TYPE_OBJECT)

/* A source that is ready at a time: g_timeout_add() knows only milliseconds from now. */
static gboolean
timer_dispatch (GSource     *source,
                GSourceFunc  callback,
                gpointer     user_data)
{
  McpClockFunc func = (McpClockFunc) (void (*) (void)) callback;

  /* Gone before the call, which may set the next. */
  g_source_destroy (source);
  func (user_data);

  return G_SOURCE_REMOVE;
}

static GSourceFuncs timer_funcs = { .dispatch = timer_dispatch };

static gint64
mcp_clock_real_get_now (McpClock *self)
{
  return g_get_monotonic_time ();
}

static guint
mcp_clock_real_add_timer (McpClock     *self,
                          gint64        at_usec,
                          McpClockFunc  func,
                          gpointer      user_data)
{
  g_autoptr (GSource) source = g_source_new (&timer_funcs, sizeof (GSource));

  g_source_set_static_name (source, "[mcp] clock");
  g_source_set_ready_time (source, MAX (at_usec, 0));
  g_source_set_callback (source, (GSourceFunc) (void (*) (void)) func, user_data, NULL);

  return g_source_attach (source, g_main_context_get_thread_default ());
}

static void
mcp_clock_real_remove_timer (McpClock *self,
                             guint     id)
{
  GSource *source = g_main_context_find_source_by_id (g_main_context_get_thread_default (), id);

  if (source != NULL)
    g_source_destroy (source);
}

static void
mcp_clock_class_init (McpClockClass *klass)
{
  klass->get_now = mcp_clock_real_get_now;
  klass->add_timer = mcp_clock_real_add_timer;
  klass->remove_timer = mcp_clock_real_remove_timer;
}

static void
mcp_clock_init (McpClock *self)
{
}

/**
 * mcp_clock_get_default:
 *
 * Gets the real clock.
 *
 * Returns: (transfer none): a clock that lives as long as the process
 */
McpClock *
mcp_clock_get_default (void)
{
  static McpClock *clock;

  if (g_once_init_enter (&clock))
    g_once_init_leave (&clock, g_object_new (MCP_TYPE_CLOCK, NULL));

  return clock;
}

/**
 * mcp_clock_get_now:
 *
 * Gets the time.
 *
 * Returns: monotonic time in microseconds
 */
gint64
mcp_clock_get_now (McpClock *self)
{
  g_return_val_if_fail (MCP_IS_CLOCK (self), 0);

  return MCP_CLOCK_GET_CLASS (self)->get_now (self);
}

/**
 * mcp_clock_add_timer:
 * @at_usec: when, in microseconds of this clock; at once when that is past
 * @func: called once, from the main context
 *
 * Asks to be called later.
 *
 * Returns: what to give to mcp_clock_remove_timer(), above 0
 */
guint
mcp_clock_add_timer (McpClock     *self,
                     gint64        at_usec,
                     McpClockFunc  func,
                     gpointer      user_data)
{
  g_return_val_if_fail (MCP_IS_CLOCK (self), 0);
  g_return_val_if_fail (func != NULL, 0);

  return MCP_CLOCK_GET_CLASS (self)->add_timer (self, at_usec, func, user_data);
}

void
mcp_clock_remove_timer (McpClock *self,
                        guint     id)
{
  g_return_if_fail (MCP_IS_CLOCK (self));
  g_return_if_fail (id != 0);

  MCP_CLOCK_GET_CLASS (self)->remove_timer (self, id);
}
