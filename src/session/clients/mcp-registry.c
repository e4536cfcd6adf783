/* mcp-registry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-http.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-registry.h"

/*
 * Reading a registry. It is asked over the bounded HTTP of a sign-in: no redirect is followed and no
 * answer is longer than a mebibyte. What it says is data of strangers, and nothing of it runs by being
 * read.
 */

#define PAGE_ENTRIES  "30"
#define MAX_ENTRIES   1000
#define OFFICIAL_META "io.modelcontextprotocol.registry/official"

/* What one request is for. */
typedef struct
{
  char            *registry;
  char            *path;      /* behind the version of the API */
  gboolean         is_older;  /* the stable API is not there */
  char            *what;      /* (nullable): the name of a server; a page else */
  char            *next;      /* (nullable) */
  McpAuthExchange *exchange;
} Asked;

static void
asked_free (Asked *self)
{
  g_free (self->registry);
  g_free (self->path);
  g_free (self->what);
  g_free (self->next);
  g_clear_object (&self->exchange);
  g_free (self);
}

/* --- Entries --- */

static void
clear_entry (gpointer data)
{
  McpRegistryEntry *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->version);
  g_free (self->status);
  g_free (self->status_message);
  g_free (self->published);
  g_free (self->repository);
  g_free (self->website);
  g_bytes_unref (self->manifest);
}

McpRegistryEntry *
mcp_registry_entry_ref (McpRegistryEntry *self)
{
  return g_rc_box_acquire (self);
}

void
mcp_registry_entry_unref (McpRegistryEntry *self)
{
  g_rc_box_release_full (self, clear_entry);
}

/**
 * mcp_registry_entry_dup_origin:
 * @registry: the address of the registry it is in
 *
 * Says where the server is published: the origin of its profile.
 *
 * Returns: (transfer full): its name and the registry
 */
char *
mcp_registry_entry_dup_origin (const McpRegistryEntry *self,
                               const char             *registry)
{
  return g_strdup_printf ("%s, %s", self->name, registry);
}

static gboolean
find_object (const char *text,
             gsize       length,
             const char *key,
             McpSpan    *span)
{
  return mcp_json_edit_find (text, length, key, span)
         && mcp_json_get_type (text + span->offset, span->length) == MCP_JSON_OBJECT;
}

/* Today's registries put the server and what they say of it beside each other; older ones into one. */
static McpRegistryEntry *
read_entry (const char *text,
            gsize       length)
{
  McpRegistryEntry *self;
  const char *server = text;
  gsize server_length = length;
  const char *official = NULL;
  gsize official_length = 0;
  g_autofree char *name = NULL;
  McpSpan span;

  if (find_object (text, length, "server", &span))
    {
      server = text + span.offset;
      server_length = span.length;
    }
  if (find_object (text, length, "_meta", &span))
    {
      official = text + span.offset;
      official_length = span.length;
      if (find_object (official, official_length, OFFICIAL_META, &span))
        {
          official += span.offset;
          official_length = span.length;
        }
    }

  if (mcp_json_get_type (server, server_length) == MCP_JSON_OBJECT)
    name = mcp_json_lookup_string (server, server_length, "name");
  if (name == NULL || *name == '\0')
    return NULL;

  self = g_rc_box_new0 (McpRegistryEntry);
  self->name = g_steal_pointer (&name);
  self->title = mcp_json_lookup_string (server, server_length, "title");
  self->description = mcp_json_lookup_string (server, server_length, "description");
  self->version = mcp_json_lookup_string (server, server_length, "version");
  self->repository = mcp_json_lookup_string (server, server_length, "repository.url");
  self->website = mcp_json_lookup_string (server, server_length, "websiteUrl");
  self->status = official != NULL ? mcp_json_lookup_string (official, official_length, "status") : NULL;
  if (self->status == NULL)
    self->status = mcp_json_lookup_string (server, server_length, "status");
  if (official != NULL)
    {
      self->status_message = mcp_json_lookup_string (official, official_length, "statusMessage");
      self->published = mcp_json_lookup_string (official, official_length, "publishedAt");
    }
  self->manifest = g_bytes_new (server, server_length);

  return self;
}

/*
 * A page of a list of servers, and in @next (nullable) the cursor of the one behind it. An entry without a name is
 * passed over.
 */
static GPtrArray *
read_page (const char  *text,
           gsize        length,
           char       **next,
           GError     **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_registry_entry_unref);
  McpJsonIter iter;
  McpSpan list;
  McpSpan span;

  *next = NULL;
  if (length > G_MAXINT || !mcp_json_validate (text, (gssize) length, NULL)
      || !mcp_json_lookup (text, length, "servers", &list)
      || mcp_json_get_type (text + list.offset, list.length) != MCP_JSON_ARRAY)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                           _("the answer is no list of servers"));
      return NULL;
    }

  mcp_json_iter_init (&iter, text + list.offset, list.length);
  while (entries->len < MAX_ENTRIES && mcp_json_iter_next (&iter, NULL, &span))
    {
      McpRegistryEntry *entry = read_entry (text + list.offset + span.offset, span.length);

      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }

  *next = mcp_json_lookup_string (text, length, "metadata.nextCursor");
  if (*next == NULL)
    *next = mcp_json_lookup_string (text, length, "metadata.next_cursor");
  if (*next != NULL && **next == '\0')
    g_clear_pointer (next, g_free);

  return g_steal_pointer (&entries);
}

/* --- Requests --- */

/**
 * mcp_registry_check_address:
 * @registry: what somebody takes for the address of a registry
 *
 * Checks that a registry may be asked there. What it says is run one day: it must come over TLS, or from this
 * computer.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE
 */
gboolean
mcp_registry_check_address (const char  *registry,
                            GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (GUri) uri = mcp_auth_url_parse (registry, FALSE, &local_error);

  if (uri == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, local_error->message);

  return uri != NULL;
}

static char *
make_url (const Asked *asked)
{
  gsize length = strlen (asked->registry);

  while (length > 0 && asked->registry[length - 1] == '/')
    length--;

  return g_strdup_printf ("%.*s%s%s", (int) length, asked->registry, asked->is_older ? "/v0" : "/v0.1", asked->path);
}

static void
append_parameter (GString    *path,
                  const char *name,
                  const char *value)
{
  if (value == NULL || *value == '\0')
    return;

  g_string_append_printf (path, "&%s=", name);
  g_string_append_uri_escaped (path, value, NULL, FALSE);
}

static GError *
make_status_error (const Asked *asked)
{
  McpAuthExchange *exchange = asked->exchange;
  const char *location = mcp_auth_exchange_get_header (exchange, "Location");

  if (exchange->status == 404 && asked->what != NULL)
    return g_error_new (MCP_ERROR, MCP_ERROR_USAGE, _("%s has no server “%s”"), asked->registry, asked->what);
  if (exchange->status >= 300 && exchange->status < 400 && location != NULL)
    return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s leads to %s, which was not followed"), asked->registry,
                        location);

  return g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s answered with %u %s"), asked->registry, exchange->status,
                      exchange->reason != NULL ? exchange->reason : "");
}

static gpointer
read_answer (Asked       *asked,
             const char  *text,
             gsize        length,
             GError     **error)
{
  McpRegistryEntry *entry;

  if (asked->what == NULL)
    return read_page (text, length, &asked->next, error);

  entry = mcp_json_validate (text, (gssize) length, NULL) ? read_entry (text, length) : NULL;
  if (entry == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE, _("the answer is no server"));

  return entry;
}

static void send_asked (GTask *task);

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  Asked *asked = g_task_get_task_data (task);
  GError *error = NULL;
  gpointer answer;
  const char *text;
  gsize length;

  if (!mcp_auth_http_send_finish (MCP_AUTH_HTTP (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  if (asked->exchange->status == 404 && !asked->is_older)
    {
      asked->is_older = TRUE;
      send_asked (task);
      return;
    }
  if (asked->exchange->status != 200)
    {
      g_task_return_error (task, make_status_error (asked));
      return;
    }

  text = mcp_auth_exchange_get_body (asked->exchange, &length);
  answer = read_answer (asked, text != NULL ? text : "", length, &error);
  if (answer == NULL)
    {
      g_prefix_error (&error, "%s: ", asked->registry);
      g_task_return_error (task, error);
    }
  else
    {
      g_task_return_pointer (task, answer, asked->what != NULL ? (GDestroyNotify) mcp_registry_entry_unref
                                                               : (GDestroyNotify) g_ptr_array_unref);
    }
}

/* Somebody has chosen the registry, so that it may be in their own network. */
static void
send_asked (GTask *task)
{
  Asked *asked = g_task_get_task_data (task);
  g_autoptr (McpAuthHttp) http = mcp_auth_http_new (NULL, NULL);
  g_autofree char *url = make_url (asked);

  g_clear_object (&asked->exchange);
  asked->exchange = mcp_auth_exchange_new ("GET", url);
  mcp_auth_exchange_add_header (asked->exchange, "Accept", "application/json");
  mcp_auth_http_send_async (http, asked->exchange, TRUE, g_task_get_cancellable (task), answered_cb,
                            g_object_ref (task));
}

/* Takes @path. */
static void
send_request (GTask      *task,
              const char *registry,
              const char *what,
              char       *path)
{
  GError *error = NULL;
  Asked *asked = g_new0 (Asked, 1);

  asked->registry = g_strdup (registry);
  asked->path = path;
  asked->what = g_strdup (what);
  g_task_set_task_data (task, asked, (GDestroyNotify) asked_free);
  if (mcp_registry_check_address (registry, &error))
    send_asked (task);
  else
    g_task_return_error (task, error);
}

/**
 * mcp_registry_search_async:
 * @registry: its address, without a path of the API
 * @words: (nullable): what names are to contain; all servers without it
 * @cursor: (nullable): where an earlier page ended
 * @callback: called when a page is there
 *
 * Asks a registry for a page of the latest versions of servers (`GET /v0.1/servers`, where that is not there `GET /v0/servers`).
 */
void
mcp_registry_search_async (const char          *registry,
                           const char          *words,
                           const char          *cursor,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GString *path = g_string_new ("/servers?limit=" PAGE_ENTRIES "&version=latest");

  g_return_if_fail (registry != NULL);

  g_task_set_source_tag (task, mcp_registry_search_async);
  append_parameter (path, "search", words);
  append_parameter (path, "cursor", cursor);
  send_request (task, registry, NULL, g_string_free (path, FALSE));
}

/**
 * mcp_registry_search_finish:
 * @next: (out) (nullable): the cursor of the next page
 *
 * Returns: (transfer full) (element-type McpRegistryEntry) (nullable): the entries; %NULL with
 *   %MCP_ERROR_NETWORK, %MCP_ERROR_TLS, %MCP_ERROR_TIMED_OUT, %MCP_ERROR_TOO_LARGE, %MCP_ERROR_USAGE for an address
 *   that cannot be one, or %MCP_ERROR_INVALID_RESPONSE
 */
GPtrArray *
mcp_registry_search_finish (GAsyncResult  *result,
                            char         **next,
                            GError       **error)
{
  GPtrArray *entries = g_task_propagate_pointer (G_TASK (result), error);
  Asked *asked = g_task_get_task_data (G_TASK (result));

  *next = entries != NULL ? g_steal_pointer (&asked->next) : NULL;

  return entries;
}

/**
 * mcp_registry_get_async:
 * @registry: its address, without a path of the API
 * @name: the name of a server
 * @version: (nullable): which one; the latest without it
 * @callback: called when it is there
 *
 * Asks a registry for one server (`GET /v0.1/servers/{name}/versions/{version}`,
 * as mcp_registry_search_async()).
 */
void
mcp_registry_get_async (const char          *registry,
                        const char          *name,
                        const char          *version,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GString *path = g_string_new ("/servers/");

  g_return_if_fail (registry != NULL);
  g_return_if_fail (name != NULL);

  g_task_set_source_tag (task, mcp_registry_get_async);
  g_string_append_uri_escaped (path, name, NULL, FALSE);
  g_string_append (path, "/versions/");
  g_string_append_uri_escaped (path, version != NULL ? version : "latest", NULL, FALSE);
  send_request (task, registry, name, g_string_free (path, FALSE));
}

/* (transfer full) (nullable): the errors are those of mcp_registry_search_finish(). */
McpRegistryEntry *
mcp_registry_get_finish (GAsyncResult  *result,
                         GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
