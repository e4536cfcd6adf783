/* test-listeners.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mcp-listeners.h"
#include "test-support.h"

/* Who listens on all interfaces: this process, and children of it. */

/* (nullable): the machine has no such address. At any port with 0. */
static GSocket *
new_listener (const char *text,
              guint       port,
              gboolean    is_v6_only)
{
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string (text, port);
  g_autoptr (GSocket) socket = g_socket_new (g_socket_address_get_family (address), G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_TCP, NULL);

  if (socket == NULL)
    return NULL;
  if (is_v6_only)
    g_socket_set_option (socket, 41 /* IPPROTO_IPV6 */, 26 /* IPV6_V6ONLY */, TRUE, NULL);
  if (!g_socket_bind (socket, address, FALSE, NULL) || !g_socket_listen (socket, NULL))
    return NULL;

  return g_steal_pointer (&socket);
}

static guint
get_port (GSocket *socket)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (socket, NULL);

  return g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
}

static gboolean
finds (GPid  leader,
       guint port)
{
  g_autoptr (GArray) ports = mcp_listeners_find (leader);
  gboolean found = FALSE;

  for (guint i = 0; i < ports->len; i++)
    found |= g_array_index (ports, guint16, i) == port;

  return found;
}

static void
test_addresses (void)
{
  static const struct { const char *address; gboolean is_any; } rows[] = {
    { "0.0.0.0", TRUE }, { "127.0.0.1", FALSE }, { "127.0.0.2", FALSE }, { "::", TRUE }, { "::1", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GSocket) socket = new_listener (rows[i].address, 0, FALSE);
      guint port;

      g_test_message ("%s%s", rows[i].address, socket == NULL ? ": not on this machine" : "");
      if (socket == NULL)
        continue;

      port = get_port (socket);
      g_assert_cmpint (mcp_listeners_has_port (port), ==, rows[i].is_any);
      g_assert_cmpint (finds (getpid (), port), ==, rows[i].is_any);
      g_socket_close (socket, NULL);
      g_assert_false (mcp_listeners_has_port (port));
      g_assert_false (finds (getpid (), port));
    }
}

/* Who is connected to, where one has the port on the loopback interface and another one on all? */
static void
test_both (void)
{
  g_autoptr (GSocket) loopback = new_listener ("127.0.0.1", 0, FALSE);
  guint port = get_port (loopback);
  g_autoptr (GSocket) any = new_listener ("::", port, TRUE);

  if (any == NULL)
    {
      g_test_skip ("there is no IPv6 here");
      return;
    }

  g_assert_false (mcp_listeners_has_port (port));
  g_socket_close (loopback, NULL);
  g_assert_true (mcp_listeners_has_port (port));
}

/* A connection is no listener. */
static void
test_connected (void)
{
  g_autoptr (GSocket) any = new_listener ("0.0.0.0", 0, FALSE);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new_from_string ("127.0.0.1", get_port (any));
  g_autoptr (GSocket) client = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL);
  guint port;

  g_assert_true (g_socket_connect (client, address, NULL, NULL));
  port = get_port (client);
  g_assert_false (mcp_listeners_has_port (port));
  g_assert_false (finds (getpid (), port));
}

/* Lives until it is killed. In its own network, which nobody else can reach, where @apart and the machine lets it. */
static GPid
begin_child (gboolean  has_grandchild,
             gboolean  is_apart,
             guint    *port)
{
  int ends[2];
  GPid pid;

  g_assert_cmpint (pipe (ends), ==, 0);
  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    {
      GSocket *socket = NULL;

      alarm (600);
      if (is_apart && unshare (CLONE_NEWUSER | CLONE_NEWNET) != 0)
        _exit (1);
      if (has_grandchild && fork () != 0)
        {
          close (ends[1]);
          for (;;)
            pause ();
        }
      if (has_grandchild)
        prctl (PR_SET_PDEATHSIG, SIGKILL);
      socket = new_listener ("0.0.0.0", 0, FALSE);
      *port = socket != NULL ? get_port (socket) : 0;
      if (write (ends[1], port, sizeof *port) != sizeof *port)
        _exit (1);
      close (ends[1]);
      for (;;)
        pause ();
    }

  close (ends[1]);
  if (read (ends[0], port, sizeof *port) != sizeof *port)
    *port = 0;
  close (ends[0]);

  return pid;
}

static void
end_child (GPid pid)
{
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}

static void
test_descendants (void)
{
  for (guint i = 0; i < 2; i++)
    {
      guint port;
      GPid pid = begin_child (i == 1, FALSE, &port);
      guint other_port;
      GPid other = begin_child (FALSE, FALSE, &other_port);

      g_assert_cmpuint (port, >, 0);
      g_assert_true (finds (pid, port));
      g_assert_true (finds (getpid (), port));
      g_assert_false (finds (pid, other_port));
      g_assert_false (finds (other, port));
      end_child (pid);
      end_child (other);
      TEST_AWAIT_POLL (!mcp_listeners_has_port (port));
    }
}

/* All interfaces of a container are not those of the machine. */
static void
test_apart (void)
{
  guint port;
  GPid pid = begin_child (FALSE, TRUE, &port);

  if (port == 0)
    g_test_skip ("a network of one’s own cannot be had here");
  else
    g_assert_false (finds (pid, port));
  end_child (pid);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/listeners/addresses", test_addresses);
  g_test_add_func ("/transport/listeners/both", test_both);
  g_test_add_func ("/transport/listeners/connected", test_connected);
  g_test_add_func ("/transport/listeners/descendants", test_descendants);
  g_test_add_func ("/transport/listeners/apart", test_apart);

  return g_test_run ();
}
