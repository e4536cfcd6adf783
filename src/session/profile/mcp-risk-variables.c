/* mcp-risk-variables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-profile-private.h"
#include "mcp-redactor.h"
#include "mcp-risk-private.h"

/* What a variable of a program decides, by its name. Its value is shown beside it. */

typedef enum {
  FINDS,
  LOADS,
  TOOLS,
  SOURCES,
  TRUST,
  WAY,
  PLACES,
  REACHES,
} Meaning;

static const struct
{
  McpRiskGrade grade;
  const char  *text;
} meanings[] = {
  [FINDS] = { MCP_RISK_LOOK, N_("Decides which programs are found by their names.") },
  [LOADS] = { MCP_RISK_DANGER, N_("Makes programs load or run something more.") },
  [TOOLS] = { MCP_RISK_LOOK, N_("Decides which tools or libraries a program uses, or how.") },
  [SOURCES] = { MCP_RISK_LOOK, N_("Decides where packages or containers come from.") },
  [TRUST] = { MCP_RISK_LOOK, N_("Decides which servers on the network are trusted.") },
  [WAY] = { MCP_RISK_LOOK,
            N_("Decides by which way programs reach the network, and who can listen there.") },
  [PLACES] = { MCP_RISK_LOOK, N_("Decides where programs look for their settings and secrets.") },
  [REACHES]
  = { MCP_RISK_LOOK, N_("Decides where requests go, and with them the keys for a service.") },
};

/* "X*" is each name that begins with X, "*X" each that ends with it. The first that fits counts. */
static const struct
{
  Meaning     meaning;
  const char *names;
} rows[] = {
  { FINDS, "PATH PATHEXT COMSPEC CDPATH" },

  { TRUST, "NODE_TLS_REJECT_UNAUTHORIZED NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR "
           "REQUESTS_CA_BUNDLE CURL_CA_BUNDLE PYTHONHTTPSVERIFY GIT_SSL_* DENO_CERT "
           "DENO_TLS_CA_STORE AWS_CA_BUNDLE GRPC_DEFAULT_SSL_* CARGO_HTTP_CAINFO PIP_CERT "
           "PIP_TRUSTED_HOST UV_INSECURE_HOST UV_NATIVE_TLS GOINSECURE GONOSUMDB GONOSUMCHECK "
           "GOSUMDB GOPRIVATE GONOPROXY DOCKER_TLS_VERIFY DOCKER_CERT_PATH DOCKER_CONTENT_TRUST "
           "HTTPLIB2_CA_CERTS *_SSL_VERIFY *_VERIFY_SSL *_INSECURE KRB5_CONFIG KRB5_KDC_PROFILE" },

  { SOURCES, "NPM_CONFIG_*REGISTRY PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS UV_INDEX* "
             "UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL UV_FIND_LINKS UV_PYTHON_INSTALL_MIRROR "
             "UV_PYPY_INSTALL_MIRROR DOCKER_HOST DOCKER_CONTEXT CONTAINER_HOST "
             "CONTAINER_CONNECTION BUILDKIT_HOST GOPROXY GOVCS GOTOOLCHAIN YARN_REGISTRY "
             "YARN_NPM_REGISTRY_SERVER BUN_CONFIG_REGISTRY NODEJS_ORG_MIRROR "
             "NVM_NODEJS_ORG_MIRROR COREPACK_NPM_REGISTRY DENO_REGISTRY* JSR_URL GEM_SOURCE "
             "BUNDLE_MIRROR* RUSTUP_DIST_SERVER RUSTUP_UPDATE_ROOT CONDA_CHANNELS "
             "CONDA_CHANNEL_ALIAS HOMEBREW_*_DOMAIN HOMEBREW_*_REMOTE PLAYWRIGHT_DOWNLOAD_HOST "
             "PUPPETEER_DOWNLOAD_BASE_URL HF_ENDPOINT COMPOSER_REPO_* CARGO_REGISTRIES_* "
             "CARGO_SOURCE_*" },

  { LOADS, "LD_* DYLD_* GLIBC_TUNABLES GCONV_PATH LOCPATH NLSPATH NODE_OPTIONS NODE_PATH "
           "NODE_REPL_EXTERNAL_MODULE NPM_CONFIG_* TS_NODE_* BUN_OPTIONS BUN_INSPECT* "
           "ELECTRON_RUN_AS_NODE PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONINSPECT "
           "PYTHONUSERBASE PYTHONBREAKPOINT PYTHONWARNINGS PYTHONPLATLIBDIR PYTHONEXECUTABLE "
           "PYTHONPYCACHEPREFIX PERL5* PERLLIB RUBYOPT RUBYLIB RUBYSHELL BUNDLE_GEMFILE "
           "BUNDLE_PATH LUA_INIT* LUA_PATH* LUA_CPATH* PHPRC PHP_INI_SCAN_DIR R_PROFILE* "
           "R_ENVIRON* R_LIBS* JULIA_LOAD_PATH JULIA_DEPOT_PATH JAVA_TOOL_OPTIONS _JAVA_OPTIONS "
           "JDK_JAVA_OPTIONS CLASSPATH MAVEN_OPTS MAVEN_ARGS GRADLE_OPTS SBT_OPTS "
           "DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE CORECLR_* COR_* "
           "COMPLUS_* ASPNETCORE_HOSTINGSTARTUPASSEMBLIES ERL_* ELIXIR_ERL_OPTIONS "
           "CAML_LD_LIBRARY_PATH TCLLIBPATH GUILE_LOAD_PATH EMACSLOADPATH VIMINIT EXINIT "
           "BASH_ENV ENV SHELL SHELLOPTS BASHOPTS BASH_FUNC_* PROMPT_COMMAND PS0 PS4 IFS ZDOTDIR "
           "FPATH EDITOR VISUAL PAGER *_PAGER MANPAGER BROWSER *_EDITOR *_ASKPASS LESSOPEN "
           "LESSCLOSE GIT_* SVN_SSH CVS_RSH HGRCPATH RSYNC_RSH RSYNC_CONNECT_PROG TAR_OPTIONS "
           "OPENSSL_* SSLKEYLOGFILE RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER GOFLAGS GTK_MODULES "
           "GTK_PATH GTK*_MODULES GDK_PIXBUF_MODULE* GIO_EXTRA_MODULES GIO_MODULE_DIR "
           "GST_PLUGIN* GI_TYPELIB_PATH QT_PLUGIN_PATH QT_QPA_* QML* VK_LAYER* VK_ICD* "
           "VK_DRIVER* LIBGL_DRIVERS_PATH LIBVA_DRIVERS_PATH ALSA_CONFIG* SASL_PATH MAGICK_* "
           "PSQLRC PSMODULEPATH FLASK_APP DJANGO_SETTINGS_MODULE" },

  { TOOLS, "JAVA_HOME JAVA_OPTS JVM_OPTS CATALINA_OPTS DOTNET_ROOT* GEM_* BUNDLE_* VIRTUAL_ENV "
           "CONDA_* PYENV_* RBENV_* NVM_* ASDF_* VOLTA_* POETRY_* PIPX_* PIP_* UV_* YARN_* "
           "PNPM_* COREPACK_* COMPOSER_* CC CXX CPP LD AR CFLAGS CXXFLAGS LDFLAGS *MAKEFLAGS "
           "CMAKE_* PKG_CONFIG* RUSTC RUSTFLAGS CARGO_* RUSTUP_* GOROOT GOPATH GOENV GOBIN "
           "TERMINFO* TERMCAP INPUTRC XLOCALEDIR FONTCONFIG_* GIO_* QT_* GST_* SYSTEMROOT WINDIR "
           "DENO_V8_FLAGS NODE_COMPILE_CACHE ESBUILD_BINARY_PATH GHCRTS OCAMLRUNPARAM" },

  { WAY, "*_PROXY ALLPROXY RESOLV* RES_OPTIONS HOSTALIASES LOCALDOMAIN SOCKS_* TSOCKS_* "
         "PROXYCHAINS_*" },

  { REACHES, "*_BASE_URL *_API_BASE *_API_URL *_API_HOST *_ENDPOINT *_ENDPOINT_URL "
             "AWS_ENDPOINT_URL* OTEL_EXPORTER_* SENTRY_DSN VAULT_ADDR" },

  { PLACES, "HOME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA XDG_* TMPDIR "
            "TMP TEMP KUBECONFIG DOCKER_CONFIG AWS_CONFIG_FILE AWS_SHARED_CREDENTIALS_FILE "
            "AWS_PROFILE AWS_WEB_IDENTITY_TOKEN_FILE AWS_CONTAINER_* AWS_ROLE_ARN "
            "GOOGLE_APPLICATION_CREDENTIALS CLOUDSDK_* AZURE_CONFIG_DIR NETRC CURL_HOME WGETRC "
            "GNUPGHOME GPG_AGENT_INFO SSH_AUTH_SOCK DBUS_* DISPLAY WAYLAND_DISPLAY XAUTHORITY "
            "KRB5CCNAME KRB5_* PASSWORD_STORE_DIR CONTAINERS_* REGISTRY_AUTH_FILE HELM_* TF_* "
            "ANSIBLE_* PULUMI_* HISTFILE NOTIFY_SOCKET HF_HOME DENO_DIR CLAUDE_CONFIG_DIR "
            "CODEX_HOME" },
};

/* "A*B" may have its star anywhere. */
static gboolean
fits (const char *name,
      const char *pattern,
      gsize       length)
{
  const char *star = memchr (pattern, '*', length);
  gsize front = star != NULL ? (gsize) (star - pattern) : length;
  gsize back = star != NULL ? length - front - 1 : 0;
  gsize n = strlen (name);

  if (star == NULL)
    return n == length && memcmp (name, pattern, length) == 0;

  return n >= front + back && memcmp (name, pattern, front) == 0
         && memcmp (name + n - back, star + 1, back) == 0;
}

static gboolean
is_in (const char *name,
       const char *names)
{
  for (const char *p = names; *p != '\0'; p += strspn (p, " "))
    {
      gsize length = strcspn (p, " ");

      if (fits (name, p, length))
        return TRUE;
      p += length;
    }

  return FALSE;
}

/**
 * mcp_risk_describe_variable:
 * @name: the name of a variable
 * @grade: (out): how much it matters
 *
 * Says what a variable decides beside what its program does with it.
 *
 * Returns: (nullable): a sentence
 */
const char *
mcp_risk_describe_variable (const char   *name,
                            McpRiskGrade *grade)
{
  g_autofree char *upper = g_ascii_strup (name, -1);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (is_in (upper, rows[i].names))
      {
        *grade = meanings[rows[i].meaning].grade;
        return _(meanings[rows[i].meaning].text);
      }

  return NULL;
}

/* A reference alone, such as ${env:TOKEN}, is no secret. */
static char *
dup_masked (const char *text,
            const char *value)  /* in @text */
{
  static McpRedactor *redactor;

  if (g_str_has_prefix (value, "${") && strcspn (value, "}") + 1 == strlen (value))
    return g_strdup (text);

  if (redactor == NULL)
    redactor = mcp_redactor_new ();

  return mcp_redactor_redact (redactor, text, -1, NULL);
}

/**
 * mcp_risks_dup_setting:
 * @profile: a profile
 * @index: which of its variables or, of an address, its headers; their number at most
 *
 * Gets a variable or a header with its value, for a person to see before it is used; secrets are
 * masked. For the main thread alone.
 *
 * Returns: (transfer full) (nullable): "NAME=value" or "Name: value", of any characters; %NULL
 * behind the last
 */
char *
mcp_risks_dup_setting (McpProfile *profile,
                       guint       index)
{
  g_autofree char *text = NULL;
  McpHeader *header;
  const char *name;
  const char *value;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  if (mcp_profile_is_stdio (profile))
    {
      const char *variable = profile->settings.env[index];

      value = variable != NULL ? strchr (variable, '=') : NULL;

      return variable != NULL ? dup_masked (variable, value != NULL ? value + 1 : "") : NULL;
    }
  if (index >= profile->settings.headers->len)
    return NULL;

  header = profile->settings.headers->pdata[index];
  name = mcp_header_get_name (header);
  value = mcp_header_get_value (header);
  text = g_strdup_printf ("%s: %s", name,
                          mcp_header_get_secret (header) || value == NULL ? MCP_REDACTED : value);

  return dup_masked (text, text + strlen (name) + 2);
}
