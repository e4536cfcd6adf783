/* test-write-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include <glib-unix.h>

#include "mcp-error.h"
#include "mcp-write-queue.h"

typedef struct
{
  GObject        parent_instance;

  McpWriteQueue *queue;
  int            fds[2];
  GString       *log;          /* "1=hello " for what was sent, "1!hello " for what was not */
  gint64         first_usec;   /* of the last one */
  gint64         last_usec;
  const char    *reply;        /* (nullable): sent when the first message is out */
  gboolean       closes;       /* ... or the queue is closed then */
} Owner;

typedef struct
{
  GObjectClass parent_class;
} OwnerClass;

GType owner_get_type (void);

G_DEFINE_TYPE (Owner, owner, G_TYPE_OBJECT)

static void
close_queue (Owner *self)
{
  g_autoptr (GError) error = g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED, "closed");

  mcp_write_queue_close (self->queue, error);
}

static void
log_message (Owner   *self,
             guint64  ticket,
             char     mark,
             GBytes  *bytes)
{
  g_string_append_printf (self->log, "%" G_GUINT64_FORMAT "%c%.*s ", ticket, mark,
                          (int) MIN (g_bytes_get_size (bytes), 10),
                          (const char *) g_bytes_get_data (bytes, NULL));
}

static void
sent_cb (McpTransport *owner,
         guint64       ticket,
         GBytes       *bytes,
         gint64        queued_usec,
         gint64        first_usec,
         gint64        last_usec)
{
  Owner *self = (Owner *) owner;
  const char *reply = g_steal_pointer (&self->reply);

  g_assert_cmpint (queued_usec, <=, first_usec);
  g_assert_cmpint (first_usec, <=, last_usec);
  self->first_usec = first_usec;
  self->last_usec = last_usec;
  log_message (self, ticket, '=', bytes);

  if (reply != NULL)
    {
      g_autoptr (GBytes) message = g_bytes_new_static (reply, strlen (reply));

      mcp_write_queue_send (self->queue, message, TRUE);
    }
  if (self->closes)
    close_queue (self);
}

static void
unsent_cb (McpTransport *owner,
           guint64       ticket,
           GBytes       *bytes,
           const GError *error)
{
  log_message ((Owner *) owner, ticket, '!', bytes);
}

static const McpWriteQueueFuncs funcs = { sent_cb, unsent_cb };

static void
owner_finalize (GObject *object)
{
  Owner *self = (Owner *) object;

  close_queue (self);
  mcp_write_queue_free (self->queue);
  g_string_free (self->log, TRUE);
  close (self->fds[0]);
  close (self->fds[1]);

  G_OBJECT_CLASS (owner_parent_class)->finalize (object);
}

static void
owner_class_init (OwnerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = owner_finalize;
}

static void
owner_init (Owner *self)
{
  g_assert_true (g_unix_open_pipe (self->fds, FD_CLOEXEC, NULL));
  g_assert_true (g_unix_set_fd_nonblocking (self->fds[0], TRUE, NULL));
  g_assert_true (g_unix_set_fd_nonblocking (self->fds[1], TRUE, NULL));
  self->log = g_string_new (NULL);
  self->queue = mcp_write_queue_new ((McpTransport *) self, &funcs);
  mcp_write_queue_open (self->queue, self->fds[1]);
}

static void
send_text (Owner      *self,
           const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  mcp_write_queue_send (self->queue, bytes, TRUE);
}

/* What can be read now, at one go: as the other end would get it. */
static char *
read_now (Owner *self)
{
  g_autofree char *buffer = g_malloc (1024 * 1024 + 1);
  gssize n = read (self->fds[0], buffer, 1024 * 1024);

  g_assert_true (n >= 0 || errno == EAGAIN);

  return g_strndup (buffer, MAX (n, 0));
}

static void
assert_read (Owner      *self,
             const char *expected)
{
  g_autofree char *text = read_now (self);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_at_once (void)
{
  g_autoptr (GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *self = (Owner *) object;

  send_text (self, "one");
  assert_read (self, "one\n");
  g_assert_cmpstr (self->log->str, ==, "1=one ");
}

static void
test_hold (void)
{
  g_autoptr (GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *self = (Owner *) object;

  mcp_write_queue_hold (self->queue);
  send_text (self, "one");
  send_text (self, "two");
  send_text (self, "three");
  assert_read (self, "");
  g_assert_true (mcp_write_queue_unsend (self->queue, 2));

  mcp_write_queue_release (self->queue);
  assert_read (self, "one\nthree\n");
  g_assert_cmpstr (self->log->str, ==, "1=one 3=three ");
  g_assert_cmpint (self->first_usec, ==, self->last_usec);

  mcp_write_queue_report_lost (self->queue);
  g_assert_cmpstr (self->log->str, ==, "1=one 3=three 2!two ");

  /* Nothing is held any more. */
  send_text (self, "four");
  assert_read (self, "four\n");
}

/* However long it is held, what waits does not grow. */
static void
test_hold_much (void)
{
  g_autoptr (GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *self = (Owner *) object;
  g_autofree char *big = g_strnfill (40 * 1024, 'b');
  g_autofree char *text = NULL;

  mcp_write_queue_hold (self->queue);
  send_text (self, big);
  g_assert_cmpstr (self->log->str, ==, "");
  send_text (self, big);
  g_assert_true (g_str_has_prefix (self->log->str, "1=bbbbbbbbbb "));
  text = read_now (self);
  g_assert_cmpuint (strlen (text), >, 40 * 1024);
}

static void
test_send_when_sent (void)
{
  g_autoptr (GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *self = (Owner *) object;

  self->reply = "reply";
  mcp_write_queue_hold (self->queue);
  send_text (self, "one");
  send_text (self, "two");
  mcp_write_queue_release (self->queue);
  assert_read (self, "one\ntwo\nreply\n");
  g_assert_cmpstr (self->log->str, ==, "1=one 2=two 3=reply ");
}

/* What is out is out: it is told, although the first of them ended all. */
static void
test_close_when_sent (void)
{
  g_autoptr (GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *self = (Owner *) object;

  self->closes = TRUE;
  mcp_write_queue_hold (self->queue);
  send_text (self, "one");
  send_text (self, "two");
  mcp_write_queue_release (self->queue);
  assert_read (self, "one\ntwo\n");
  g_assert_cmpstr (self->log->str, ==, "1=one 2=two ");

  send_text (self, "three");
  mcp_write_queue_report_lost (self->queue);
  g_assert_cmpstr (self->log->str, ==, "1=one 2=two 3!three ");
}

/* A full pipe cuts a message anywhere; the rest follows, in order. */
static void
test_full (void)
{
  g_autoptr (GObject) object = g_object_new (owner_get_type (), NULL);
  Owner *self = (Owner *) object;
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) got = g_string_new (NULL);

  mcp_write_queue_hold (self->queue);
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_strdup_printf ("%03u%*s", i, 1000, "");

      g_string_append_printf (expected, "%s\n", text);
      send_text (self, text);
    }
  mcp_write_queue_release (self->queue);

  while (got->len < expected->len)
    {
      g_autofree char *text = read_now (self);

      g_string_append (got, text);
      if (*text == '\0')
        g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpstr (got->str, ==, expected->str);
  g_assert_nonnull (g_strrstr (self->log->str, "300=299"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/write-queue/at-once", test_at_once);
  g_test_add_func ("/write-queue/hold", test_hold);
  g_test_add_func ("/write-queue/hold-much", test_hold_much);
  g_test_add_func ("/write-queue/send-when-sent", test_send_when_sent);
  g_test_add_func ("/write-queue/close-when-sent", test_close_when_sent);
  g_test_add_func ("/write-queue/full", test_full);

  return g_test_run ();
}
