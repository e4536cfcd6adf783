/* mcp-client.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-host.h"

/*
 * A client's file may hold much more than servers: Claude Code has the history of all projects
 * there.
 */
#define MAX_FILE_BYTES (32u * 1024 * 1024)

#define JSON_CLIENT(id_, name_, variables_, container_)                                                       \
  .id = id_, .name = name_, .format = MCP_CLIENT_JSON, .variables = MCP_CLIENT_FILLS_##variables_,              \
  .container = container_, .command = "command", .env = "env", .headers = "headers"

/* By their documentation, see docs/servers.md. */
static const McpClient clients[] = {
  { JSON_CLIENT ("claude-desktop", "Claude Desktop", NOTHING, "mcpServers") },
  { JSON_CLIENT ("claude-code", "Claude Code", SHELL, "mcpServers"), .url = "url", .sse_url = "url",
    .stdio_type = "stdio", .http_type = "http", .sse_type = "sse", .has_sse = TRUE },
  { JSON_CLIENT ("cursor", "Cursor", NAMED, "mcpServers"), .url = "url", .sse_url = "url", .has_sse = TRUE },
  { JSON_CLIENT ("vscode", "VS Code", NAMED, "servers"), .url = "url", .sse_url = "url",
    .stdio_type = "stdio", .http_type = "http", .sse_type = "sse", .has_cwd = TRUE, .has_sse = TRUE },
  { JSON_CLIENT ("cline", "Cline", NOTHING, "mcpServers"), .url = "url", .sse_url = "url",
    .http_type = "streamableHttp", .sse_type = "sse", .has_cwd = TRUE, .has_sse = TRUE },
  { JSON_CLIENT ("windsurf", "Windsurf", NAMED, "mcpServers"), .url = "serverUrl", .sse_url = "serverUrl",
    .has_sse = TRUE },
  { JSON_CLIENT ("zed", "Zed", NOTHING, "context_servers"), .url = "url", .sse_url = "url" },
  { JSON_CLIENT ("lm-studio", "LM Studio", NOTHING, "mcpServers"), .url = "url", .sse_url = "url", .has_sse = TRUE },
  { JSON_CLIENT ("gemini-cli", "Gemini CLI", SHELL, "mcpServers"), .url = "httpUrl", .sse_url = "url",
    .has_cwd = TRUE, .has_sse = TRUE },
  { .id = "codex", .name = "Codex", .format = MCP_CLIENT_TOML, .container = "mcp_servers", .command = "command",
    .env = "env", .url = "url", .sse_url = "url", .headers = "http_headers", .has_cwd = TRUE },
  { .id = "goose", .name = "Goose", .format = MCP_CLIENT_YAML, .container = "extensions", .command = "cmd",
    .env = "envs", .url = "uri", .sse_url = "uri", .headers = "headers", .stdio_type = "stdio",
    .http_type = "streamable_http", .sse_type = "sse", .has_sse = TRUE },
  { JSON_CLIENT ("roo-code", "Roo Code", NAMED, "mcpServers"), .url = "url", .sse_url = "url", .stdio_type = "stdio",
    .http_type = "streamable-http", .sse_type = "sse", .has_cwd = TRUE, .has_sse = TRUE },
  { JSON_CLIENT ("kiro", "Kiro", SHELL, "mcpServers"), .url = "url", .sse_url = "url" },
  { JSON_CLIENT ("junie", "JetBrains Junie", NOTHING, "mcpServers"), .url = "url", .sse_url = "url" },
  { JSON_CLIENT ("copilot-cli", "GitHub Copilot CLI", NOTHING, "mcpServers"), .url = "url", .sse_url = "url",
    .stdio_type = "local", .http_type = "http", .sse_type = "sse", .has_sse = TRUE },
  { JSON_CLIENT ("amp", "Amp", SHELL, "amp.mcpServers"), .url = "url", .sse_url = "url" },
  { JSON_CLIENT ("opencode", "opencode", BRACES, "mcp"), .url = "url", .sse_url = "url", .is_read_only = TRUE },
  { .id = "continue", .name = "Continue", .format = MCP_CLIENT_YAML, .container = "mcpServers", .command = "command",
    .env = "env", .url = "url", .sse_url = "url", .headers = "headers", .is_read_only = TRUE },
  { .id = "librechat", .name = "LibreChat", .format = MCP_CLIENT_YAML, .variables = MCP_CLIENT_FILLS_DOUBLE,
    .container = "mcpServers", .command = "command",
    .env = "env", .url = "url", .sse_url = "url", .headers = "headers", .is_read_only = TRUE },
};

const McpClient mcp_client_nobody = { JSON_CLIENT ("nobody", "", NOTHING, NULL), .is_read_only = TRUE };

typedef enum {
  IN_HOME,
  IN_CONFIG,   /* $XDG_CONFIG_HOME */
  IN_PROJECT,
} Base;

#define FLATPAK_CODE ".var/app/com.visualstudio.code/config/Code/User/"
#define FLATPAK_CODIUM ".var/app/com.vscodium.codium/config/VSCodium/User/"
#define CLINE_FILE "globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json"
#define ROO_FILE "globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json"

static const struct
{
  const char *id;
  Base        base;
  const char *path;
  const char *variable; /* (nullable): of the environment: the folder of the last part of @path instead */
} places[] = {
  { "claude-desktop", IN_CONFIG, "Claude/claude_desktop_config.json", NULL },
  { "claude-code", IN_HOME, ".claude.json", "CLAUDE_CONFIG_DIR" },
  { "claude-code", IN_PROJECT, ".mcp.json", NULL },
  { "cursor", IN_HOME, ".cursor/mcp.json", NULL },
  { "cursor", IN_PROJECT, ".cursor/mcp.json", NULL },
  { "vscode", IN_CONFIG, "Code/User/mcp.json", NULL },
  { "vscode", IN_CONFIG, "Code - Insiders/User/mcp.json", NULL },
  { "vscode", IN_CONFIG, "VSCodium/User/mcp.json", NULL },
  { "vscode", IN_HOME, FLATPAK_CODE "mcp.json", NULL },
  { "vscode", IN_HOME, FLATPAK_CODIUM "mcp.json", NULL },
  { "vscode", IN_PROJECT, ".vscode/mcp.json", NULL },
  { "cline", IN_CONFIG, "Code/User/" CLINE_FILE, NULL },
  { "cline", IN_CONFIG, "Code - Insiders/User/" CLINE_FILE, NULL },
  { "cline", IN_CONFIG, "VSCodium/User/" CLINE_FILE, NULL },
  { "cline", IN_HOME, FLATPAK_CODE CLINE_FILE, NULL },
  { "cline", IN_HOME, FLATPAK_CODIUM CLINE_FILE, NULL },
  { "cline", IN_HOME, ".cline/data/settings/cline_mcp_settings.json", NULL },
  { "windsurf", IN_HOME, ".codeium/windsurf/mcp_config.json", NULL },
  { "zed", IN_CONFIG, "zed/settings.json", NULL },
  { "zed", IN_HOME, ".var/app/dev.zed.Zed/config/zed/settings.json", NULL },
  { "zed", IN_PROJECT, ".zed/settings.json", NULL },
  { "lm-studio", IN_HOME, ".lmstudio/mcp.json", NULL },
  { "lm-studio", IN_HOME, ".cache/lm-studio/mcp.json", NULL },
  { "gemini-cli", IN_HOME, ".gemini/settings.json", NULL },
  { "gemini-cli", IN_PROJECT, ".gemini/settings.json", NULL },
  { "codex", IN_HOME, ".codex/config.toml", "CODEX_HOME" },
  { "codex", IN_PROJECT, ".codex/config.toml", NULL },
  { "goose", IN_CONFIG, "goose/config.yaml", NULL },
  { "roo-code", IN_CONFIG, "Code/User/" ROO_FILE, NULL },
  { "roo-code", IN_CONFIG, "VSCodium/User/" ROO_FILE, NULL },
  { "roo-code", IN_HOME, FLATPAK_CODE ROO_FILE, NULL },
  { "roo-code", IN_PROJECT, ".roo/mcp.json", NULL },
  { "kiro", IN_HOME, ".kiro/settings/mcp.json", NULL },
  { "kiro", IN_PROJECT, ".kiro/settings/mcp.json", NULL },
  { "junie", IN_HOME, ".junie/mcp/mcp.json", NULL },
  { "junie", IN_PROJECT, ".junie/mcp/mcp.json", NULL },
  { "copilot-cli", IN_HOME, ".copilot/mcp-config.json", NULL },
  { "amp", IN_CONFIG, "amp/settings.json", NULL },
  { "amp", IN_PROJECT, ".amp/settings.json", NULL },
  { "opencode", IN_CONFIG, "opencode/opencode.json", NULL },
  { "opencode", IN_CONFIG, "opencode/opencode.jsonc", NULL },
  { "opencode", IN_PROJECT, "opencode.json", NULL },
  { "opencode", IN_PROJECT, "opencode.jsonc", NULL },
  { "continue", IN_HOME, ".continue/config.yaml", NULL },
  { "librechat", IN_PROJECT, "librechat.yaml", NULL },
};

const McpClient *
mcp_client_get (guint index)
{
  return index < G_N_ELEMENTS (clients) ? &clients[index] : NULL;
}

/**
 * mcp_client_find:
 * @id: as "claude-code"
 *
 * Returns: (nullable): the client
 */
const McpClient *
mcp_client_find (const char *id)
{
  g_return_val_if_fail (id != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    if (g_str_equal (clients[i].id, id))
      return &clients[i];

  return NULL;
}

/* In a Flatpak, that of the programs outside of it. */
static char *
dup_config_folder (void)
{
  const char *outside = g_getenv ("HOST_XDG_CONFIG_HOME");

  if (mcp_host_get_state () == MCP_HOST_NONE)
    return g_strdup (g_get_user_config_dir ());

  return outside != NULL && g_path_is_absolute (outside) ? g_strdup (outside)
                                                          : g_build_filename (g_get_home_dir (), ".config", NULL);
}

static char *
dup_place (guint       i,
           const char *folder)
{
  const char *instead = places[i].variable != NULL ? g_getenv (places[i].variable) : NULL;
  g_autofree char *config = NULL;
  g_autofree char *name = NULL;

  if (instead != NULL && g_path_is_absolute (instead))
    {
      name = g_path_get_basename (places[i].path);
      return g_build_filename (instead, name, NULL);
    }

  switch (places[i].base)
    {
    case IN_PROJECT:
      return folder != NULL ? g_build_filename (folder, places[i].path, NULL) : NULL;

    case IN_CONFIG:
      config = dup_config_folder ();
      return g_build_filename (config, places[i].path, NULL);

    case IN_HOME:
    default:
      return g_build_filename (g_get_home_dir (), places[i].path, NULL);
    }
}

static gboolean
has_path (GPtrArray  *files,
          const char *path)
{
  for (guint i = 0; i < files->len; i++)
    if (g_str_equal (((McpClientFile *) files->pdata[i])->path, path))
      return TRUE;

  return FALSE;
}

/**
 * mcp_client_list_files:
 * @folder: (nullable): of a project, whose files are wanted too
 *
 * Lists where clients keep servers on this system, whether there is anything or not.
 *
 * Returns: (transfer full) (element-type McpClientFile): the files, those of each client together
 */
GPtrArray *
mcp_client_list_files (const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_file_free);
  const char *cline = g_getenv ("CLINE_MCP_SETTINGS_PATH");

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = dup_place (i, folder);

      /* In the home folder those of a project are those of the user. */
      if (path != NULL && !has_path (files, path))
        g_ptr_array_add (files, mcp_client_file_new (mcp_client_find (places[i].id), path,
                                                     places[i].base == IN_PROJECT ? folder : NULL));
    }
  if (cline != NULL && g_path_is_absolute (cline))
    g_ptr_array_add (files, mcp_client_file_new (mcp_client_find ("cline"), cline, NULL));

  return files;
}

static void
add_project_files (GPtrArray  *files,
                   const char *folder)
{
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = places[i].base == IN_PROJECT ? dup_place (i, folder) : NULL;

      if (path != NULL && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        g_ptr_array_add (files, mcp_client_file_new (mcp_client_find (places[i].id), path, folder));
    }
}

/* The folder that version control has; none without. */
static char *
dup_project (const char *folder)
{
  g_autofree char *at = g_canonicalize_filename (folder, NULL);

  for (;;)
    {
      g_autofree char *mark = g_build_filename (at, ".git", NULL);
      char *parent = g_path_get_dirname (at);

      if (g_file_test (mark, G_FILE_TEST_EXISTS))
        {
          g_free (parent);
          return g_steal_pointer (&at);
        }
      if (g_str_equal (parent, at))
        {
          g_free (parent);
          return NULL;
        }
      g_free (at);
      at = parent;
    }
}

/**
 * mcp_client_list_project_files:
 * @folder: (type filename): somewhere in a project
 *
 * Lists the files there in which clients keep the servers of a project: in the folder, and in those
 * around it up to where version control begins.
 *
 * Returns: (transfer full) (element-type McpClientFile): the files, the nearest first
 */
GPtrArray *
mcp_client_list_project_files (const char *folder)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_file_free);
  g_autofree char *at = NULL;
  g_autofree char *project = NULL;

  g_return_val_if_fail (folder != NULL, files);

  at = g_canonicalize_filename (folder, NULL);
  project = dup_project (at);
  add_project_files (files, at);
  while (project != NULL && !g_str_equal (at, project))
    {
      char *parent = g_path_get_dirname (at);

      g_free (at);
      at = parent;
      add_project_files (files, at);
    }

  return files;
}

/**
 * mcp_client_file_new:
 * @client: whose file it is
 * @path: (type filename): where it is
 * @folder: (nullable): of the project it belongs to
 *
 * Returns: (transfer full): the place of a file that may be there
 */
McpClientFile *
mcp_client_file_new (const McpClient *client,
                     const char      *path,
                     const char      *folder)
{
  McpClientFile *self;

  g_return_val_if_fail (client != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  self = g_new0 (McpClientFile, 1);
  self->client = client;
  self->path = g_strdup (path);
  self->folder = g_strdup (folder);

  return self;
}

/* Whether @path ends in these folders and names. */
static gboolean
has_end (const char *path,
         const char *end)
{
  gsize n = strlen (path);
  gsize n_end = strlen (end);

  return n > n_end && path[n - n_end - 1] == '/' && strcmp (path + n - n_end, end) == 0;
}

/**
 * mcp_client_file_new_for_path:
 * @path: (type filename): of any file
 *
 * Tells by its name, and those of the folders it is in, which client’s a file is.
 *
 * Returns: (transfer full) (nullable): the file, %NULL when its name says nothing
 */
McpClientFile *
mcp_client_file_new_for_path (const char *path)
{
  g_autofree char *whole = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  whole = g_canonicalize_filename (path, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *here = dup_place (i, NULL);

      if (g_strcmp0 (whole, here) == 0)
        return mcp_client_file_new (mcp_client_find (places[i].id), path, NULL);
    }
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (places[i].base == IN_PROJECT && has_end (whole, places[i].path))
      {
        g_autofree char *folder = g_strndup (whole, MAX (strlen (whole) - strlen (places[i].path) - 1, 1));

        return mcp_client_file_new (mcp_client_find (places[i].id), path, folder);
      }
  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    if (has_end (whole, places[i].path))
      return mcp_client_file_new (mcp_client_find (places[i].id), path, NULL);

  if (has_end (whole, "cline_mcp_settings.json"))
    return mcp_client_file_new (mcp_client_find ("cline"), path, NULL);
  if (g_str_has_suffix (path, ".toml"))
    return mcp_client_file_new (mcp_client_find ("codex"), path, NULL);
  if (g_str_has_suffix (path, ".yaml") || g_str_has_suffix (path, ".yml"))
    return mcp_client_file_new (mcp_client_find ("goose"), path, NULL);

  return NULL;
}

/**
 * mcp_client_file_free:
 * @self: (nullable): a file
 */
void
mcp_client_file_free (McpClientFile *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self->folder);
  g_free (self);
}

static char *
read_all (int      fd,
          gsize   *length)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 chunk[16 * 1024];

  for (;;)
    {
      gssize n = read (fd, chunk, sizeof chunk);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return NULL;
      if (n == 0 || bytes->len + n > MAX_FILE_BYTES)
        {
          errno = EFBIG;
          if (n > 0)
            return NULL;
          break;
        }
      g_byte_array_append (bytes, chunk, n);
    }

  *length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);

  return (char *) g_byte_array_free (g_steal_pointer (&bytes), FALSE);
}

/**
 * mcp_client_dup_text:
 * @path: (type filename): of a file that somebody else may have put there
 * @length: (out): bytes of the text
 * @encoding: (out) (optional): how it is written, for mcp_text_encode()
 *
 * Reads a file as mcp_text_decode() does. What is no file, a pipe or a device, is not waited for.
 *
 * Returns: (transfer full) (nullable): what is in it as UTF-8, with a NUL behind it; %NULL with
 *   %G_FILE_ERROR_NOENT when it is not there, or %MCP_ERROR_CONFIG, which names it
 */
char *
mcp_client_dup_text (const char       *path,
                     gsize            *length,
                     McpTextEncoding  *encoding,
                     GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *bytes = NULL;
  struct stat info;
  char *text;
  int fd;
  int saved_errno;

  g_return_val_if_fail (path != NULL, NULL);

  fd = open (path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (fd >= 0 && fstat (fd, &info) == 0)
    {
      if (S_ISREG (info.st_mode))
        bytes = read_all (fd, length);
      else
        errno = S_ISDIR (info.st_mode) ? EISDIR : EINVAL;
    }
  saved_errno = errno;
  if (fd >= 0)
    close (fd);
  if (bytes != NULL)
    {
      text = mcp_text_decode (bytes, *length, length, encoding, &local_error);
      if (text == NULL)
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", path, local_error->message);
      return text;
    }

  if (saved_errno == ENOENT || saved_errno == ENOTDIR)
    g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT, _("%s: there is no such file"), path);
  else if (saved_errno == EINVAL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: this is no file"), path);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", path, g_strerror (saved_errno));

  return NULL;
}
