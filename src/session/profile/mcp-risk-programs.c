/* mcp-risk-programs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-risk-private.h"

/* What programs do that are seldom servers, and which of their options run something else. */

/* Of what stands behind a program. */
#define MAX_WORDS_AFTER 30

typedef enum {
  RUNS_TEXT,
  RUNS_OTHER,
  RUNS_INPUT,
  RUNS_ADDRESS,
  LOADS_MORE,
  RAISES,
  DOWNLOADS,
  SENDS,
  COPIES,
  ELSEWHERE,
  CONNECTS,
  OPENS_DOOR,
  OUTSIDE,
  REMOVES,
  DECODES,
  DISKS,
  RIGHTS,
  USERS,
  ENDS,
  PROTECTION,
  SECRETS,
  SCREEN,
} Meaning;

static const struct
{
  McpRiskGrade grade;
  const char  *text;
} meanings[] = {
  [RUNS_TEXT] = { MCP_RISK_LOOK, N_("An interpreter runs a text, not a file.") },
  [RUNS_OTHER] = { MCP_RISK_LOOK, N_("Has other programs run, which the rest of the line names.") },
  [RUNS_INPUT] = { MCP_RISK_LOOK, N_("Runs what it is sent, which cannot be seen here.") },
  [RUNS_ADDRESS] = { MCP_RISK_LOOK, N_("Runs what an address leads to.") },
  [LOADS_MORE] = { MCP_RISK_LOOK, N_("Loads something more than the program itself.") },
  [RAISES] = { MCP_RISK_DANGER,
               N_("Runs with the rights of another user, mostly of the administrator.") },
  [DOWNLOADS] = { MCP_RISK_LOOK, N_("Downloads something.") },
  [SENDS] = { MCP_RISK_LOOK, N_("Sends something to an address.") },
  [COPIES] = { MCP_RISK_LOOK, N_("Copies files from or to another computer.") },
  [ELSEWHERE] = { MCP_RISK_LOOK, N_("Runs something on another computer.") },
  [CONNECTS] = { MCP_RISK_LOOK, N_("Connects the network with files or programs here.") },
  [OPENS_DOOR] = { MCP_RISK_DANGER, N_("Lets whoever is at the other end run programs here.") },
  [OUTSIDE] = { MCP_RISK_LOOK,
                N_("Starts something beside the server, which can go on when that has ended.") },
  [REMOVES] = { MCP_RISK_DANGER, N_("Removes files without asking.") },
  [DECODES] = { MCP_RISK_LOOK, N_("Decodes something that cannot be read here.") },
  [DISKS] = { MCP_RISK_DANGER, N_("Can write over a whole disk.") },
  [RIGHTS] = { MCP_RISK_LOOK, N_("Changes who may use files.") },
  [USERS] = { MCP_RISK_DANGER, N_("Changes who may use this computer.") },
  [ENDS] = { MCP_RISK_LOOK, N_("Ends other programs, or turns the computer off.") },
  [PROTECTION] = { MCP_RISK_DANGER, N_("Changes what protects this computer.") },
  [SECRETS] = { MCP_RISK_LOOK, N_("Reads secrets.") },
  [SCREEN] = { MCP_RISK_LOOK, N_("Reads or steers what is on the screen.") },
};

/* Where the options of a program are looked for. */
typedef enum {
  ALONE,     /* the program by itself is meant */
  IN_FRONT,  /* in front of the first word that is no option */
  ANYWHERE,
  FIRST,     /* the first word that is no option is a text that it runs */
  RUN_FILE,  /* that word is a file that it runs, and may be an address or its input */
} Reach;

typedef struct
{
  const char *names;      /* "sh bash" */
  gboolean    is_word;    /* means it only where a command begins: the name is a common word too */
  Reach       reach;
  /*
   * "-x" is that word; "--x" also begins "--x=…"; "x:" and "x=" begin a word; "~c!WX" is the letter
   * c among others, "-Ic", behind no W and no X, for what follows those is their value.
   */
  const char *options;
  Meaning     meaning;
} Row;

#define MODULES "--require --import --loader --experimental-loader -r"

static const Row rows[] = {
  /* Those that run texts. */
  { "python pythonw pypy micropython jython ipython", FALSE, IN_FRONT, "~c!WXm", RUNS_TEXT },
  { "node nodejs tsx ts-node", FALSE, IN_FRONT, "~e!rC ~p!rC --eval --print", RUNS_TEXT },
  { "node nodejs tsx ts-node", FALSE, IN_FRONT, MODULES, LOADS_MORE },
  { "deno", FALSE, IN_FRONT, "eval --eval", RUNS_TEXT },
  { "deno", FALSE, ANYWHERE, "--preload --import", LOADS_MORE },
  { "bun", FALSE, IN_FRONT, "~e!r ~p!r --eval --print", RUNS_TEXT },
  { "bun", FALSE, IN_FRONT, "--preload -r", LOADS_MORE },
  { "perl", FALSE, IN_FRONT, "~e!IMmCDix ~E!IMmCDix", RUNS_TEXT },
  { "ruby jruby truffleruby", FALSE, IN_FRONT, "~e!IrCEKx", RUNS_TEXT },
  { "php", FALSE, IN_FRONT, "-r -B -R -E --run --process-begin --process-code --process-end",
    RUNS_TEXT },
  { "php", FALSE, IN_FRONT, "-dauto_prepend_file= auto_prepend_file= extension= -dextension=",
    LOADS_MORE },
  { "lua luajit luau texlua", FALSE, IN_FRONT, "~e!l", RUNS_TEXT },
  { "osascript", FALSE, IN_FRONT, "~e!l", RUNS_TEXT },
  { "Rscript R", TRUE, IN_FRONT, "-e --expression", RUNS_TEXT },
  { "julia", FALSE, IN_FRONT, "~e!LCJ ~E!LCJ --eval --print", RUNS_TEXT },
  { "elixir iex", TRUE, IN_FRONT, "-e --eval --rpc-eval", RUNS_TEXT },
  { "erl ghc clojure clj bb groovy scala", TRUE, ANYWHERE, "-e --eval -eval", RUNS_TEXT },
  { "swipl expect", TRUE, IN_FRONT, "-g -t -c", RUNS_TEXT },
  { "awk gawk mawk nawk", FALSE, FIRST, "", RUNS_TEXT },
  { "sed gsed", FALSE, FIRST, "", RUNS_TEXT },
  { "emacs emacsclient", FALSE, ANYWHERE, "-eval --eval --execute -f --funcall -e", RUNS_TEXT },
  { "vim vi nvim gvim ex", TRUE, ANYWHERE, "-c --cmd +", RUNS_TEXT },
  { "gdb lldb", FALSE, ANYWHERE, "-ex --ex -eval-command --eval-command -o --one-line", RUNS_TEXT },
  { "sqlite psql mysql mariadb", FALSE, ANYWHERE, "-cmd -c --command -e --execute .shell .system",
    RUNS_TEXT },
  { "java javaw", FALSE, ANYWHERE,
    "-javaagent: -agentpath: -agentlib: -XX:OnError= -XX:OnOutOfMemoryError=",
    LOADS_MORE },

  /* Those that have others run. */
  { "env", TRUE, IN_FRONT, "~S --split-string", RUNS_TEXT },
  { "find", TRUE, ANYWHERE, "-exec -execdir -ok -okdir", RUNS_OTHER },
  { "find", TRUE, ANYWHERE, "-delete", REMOVES },
  { "fd fdfind", TRUE, ANYWHERE, "-x -X --exec --exec-batch", RUNS_OTHER },
  { "xargs parallel entr", FALSE, ALONE, NULL, RUNS_OTHER },
  { "watch", TRUE, ALONE, NULL, RUNS_OTHER },
  { "script flock", TRUE, ANYWHERE, "~c --command", RUNS_TEXT },
  { "make gmake ninja just", TRUE, ALONE, NULL, RUNS_OTHER },
  { "tar bsdtar gtar", TRUE, ANYWHERE,
    "--to-command --checkpoint-action -I --use-compress-program --rsh-command -F --info-script",
    RUNS_OTHER },
  { "zip", TRUE, ANYWHERE, "-TT --unzip-command", RUNS_OTHER },
  { "git", TRUE, ANYWHERE,
    "-c --exec-path --config-env --upload-pack --receive-pack --exec -u --extcmd -x ext::",
    RUNS_OTHER },
  { "rsync", FALSE, ANYWHERE, "~e --rsh --rsync-path", RUNS_OTHER },
  { "ld.so ld-linux.so ld-linux-x86-64.so ld-linux-aarch64.so ld-musl-x86_64.so", FALSE, ALONE,
    NULL, RUNS_OTHER },
  { "mshta rundll32 regsvr32 wscript cscript msiexec installutil forfiles pcalua", FALSE, ALONE,
    NULL, RUNS_OTHER },

  { "sudo pkexec doas su run0 gsudo runas setpriv capsh", FALSE, ALONE, NULL, RAISES },
  { "curl wget fetch aria2c axel certutil bitsadmin iwr irm invoke-webrequest invoke-restmethod",
    FALSE, ALONE,
    NULL, DOWNLOADS },
  { "curl wget", FALSE, ANYWHERE,
    "-T --upload-file -F --form -d --data --data-binary --data-raw --data-urlencode --post-file "
    "--post-data "
    "--body-file", SENDS },
  { "scp sftp rsync tftp rclone smbclient", FALSE, ALONE, NULL, COPIES },
  { "ssh rsh rexec slogin mosh autossh plink telnet", FALSE, ALONE, NULL, ELSEWHERE },
  { "ssh slogin autossh scp sftp", FALSE, ANYWHERE,
    "ProxyCommand ProxyCommand= -oProxyCommand= LocalCommand= "
    "-oLocalCommand= KnownHostsCommand= -oKnownHostsCommand= -S", RUNS_TEXT },
  { "kubectl oc", TRUE, ANYWHERE, "exec debug cp", ELSEWHERE },
  { "socat nc ncat netcat", FALSE, ALONE, NULL, CONNECTS },
  { "socat", FALSE, ANYWHERE, "EXEC: SYSTEM: SHELL: exec: system: shell:", OPENS_DOOR },
  { "nc ncat netcat", FALSE, ANYWHERE, "~e ~c --exec --sh-exec --lua-exec", OPENS_DOOR },
  { "openssl", FALSE, ANYWHERE, "s_client s_server", CONNECTS },
  { "openssl", FALSE, ANYWHERE, "enc -engine", DECODES },
  { "base64 base32 basenc uudecode xxd", FALSE, ANYWHERE, "~d ~D ~r --decode", DECODES },
  { "systemd-run flatpak-spawn host-spawn nsenter machinectl dbus-send gdbus busctl qdbus "
    "systemctl launchctl "
    "schtasks crontab start-stop-daemon daemonize tmux xdg-open gtk-launch toolbox distrobox wsl "
    "chroot unshare "
    "bwrap proot lxc-attach", FALSE, ALONE, NULL, OUTSIDE },
  { "at batch screen open start gio daemon", TRUE, ALONE, NULL, OUTSIDE },
  { "mkfs mkfs.ext mkfs.xfs mkfs.btrfs mkfs.vfat fdisk sfdisk parted wipefs diskutil diskpart "
    "blkdiscard", FALSE,
    ALONE, NULL, DISKS },
  { "dd format", TRUE, ALONE, NULL, DISKS },
  { "chmod chown chgrp chattr setfacl icacls takeown setcap", FALSE, ALONE, NULL, RIGHTS },
  { "useradd usermod userdel adduser groupadd passwd chpasswd visudo dscl", FALSE, ALONE, NULL,
    USERS },
  { "pkill killall taskkill shutdown reboot poweroff", FALSE, ALONE, NULL, ENDS },
  { "kill halt", TRUE, ALONE, NULL, ENDS },
  { "iptables ip6tables nft ufw firewall-cmd setenforce insmod modprobe rmmod kextload bcdedit "
    "spctl csrutil", FALSE,
    ALONE, NULL, PROTECTION },
  { "sysctl reg mount umount", TRUE, ALONE, NULL, PROTECTION },
  { "secret-tool kwallet-query keyctl printenv lpass", FALSE, ALONE, NULL, SECRETS },
  { "pass security op bw", TRUE, ALONE, NULL, SECRETS },
  { "sh bash dash ash zsh ksh fish csh tcsh", FALSE, IN_FRONT, "~s!cOo", RUNS_INPUT },
  { "python pythonw pypy node nodejs tsx ts-node deno bun perl ruby php lua luajit Rscript julia "
    "osascript sh bash "
    "dash ash zsh ksh fish csh tcsh uv uvx npx bunx pnpx pipx java dart swift", FALSE, RUN_FILE,
    NULL, RUNS_INPUT },
  { "xdotool ydotool xclip xsel wl-paste wl-copy pbpaste screencapture scrot grim", FALSE, ALONE,
    NULL, SCREEN },
};

static const char * const subcommands[] = {
  "run", "x", "exec", "serve", "dlx", "tool", "install", "test", "task", "compile", NULL,
};

/* Options that take the next word as value. */
static const char * const valued[] = {
  "-W", "-X", "-r", "--require", "--import", "--loader", "--experimental-loader", "-C",
  "--conditions",
  "--env-file", "-d", "-O", "+O", "-o", "--rcfile", "--init-file", "--config", "--import-map",
  "-cp",
  "-classpath", "--class-path", "--module-path", "--preload", "--from", "--with", "--python", NULL,
};

/* Of the programs that run what follows. */
static const char * const wrappers[] = {
  "env", "nohup", "nice", "ionice", "setsid", "stdbuf", "timeout", "gtimeout", "time", "chrt",
  "taskset", "strace",
  "ltrace", "unbuffer", "sudo", "doas", "pkexec", "run0", "xargs", "exec", "command", "busybox",
  "toybox", "flock",
  "dbus-run-session", "xvfb-run", "cross-env", "dotenv", "catchsegv", "setarch", "numactl",
  "firejail", NULL,
};

/* "~c!WX", see Row. */
static gboolean
is_letter (const char *word,
           const char *option)
{
  if (word[0] != '-' || word[1] == '-')
    return FALSE;

  for (const char *p = word + 1; g_ascii_isalpha (*p); p++)
    {
      if (*p == option[1])
        return TRUE;
      if (option[2] == '!' && strchr (option + 3, *p) != NULL)
        return FALSE;
    }

  return FALSE;
}

static gboolean
is_option (const char *word,
           const char *option)
{
  gsize length = strlen (option);
  char last = option[length - 1];

  if (option[0] == '~')
    return is_letter (word, option);
  if (last == ':' || last == '=' || last == '+')
    return strncmp (word, option, length) == 0 && word[length] != '\0';

  return strcmp (word, option) == 0
         || (g_str_has_prefix (option, "--") && strncmp (word, option,
         length) == 0 && word[length] == '=');
}

static const char *
find_option (const char         *word,
             const char * const *options)
{
  for (guint i = 0; options[i] != NULL; i++)
    if (*options[i] != '\0' && is_option (word, options[i]))
      return options[i];

  return NULL;
}

static void
mark (GPtrArray         *risks,
      const McpRiskWord *word,
      Meaning            meaning)
{
  mcp_risk_add (risks, MCP_RISK_ARGUMENT, word->index, word->start, word->length,
  meanings[meaning].grade,
                _(meanings[meaning].text));
}

/* The word with an option's value: the option itself, or the next word. */
static const McpRiskWord *
find_value (const McpRiskWord *words,
            guint              n_words,
            guint              at,
            const char        *option)
{
  gboolean has_value = option[0] != '~' && strlen (words[at].text) > strlen (option);

  return !has_value && at + 1 < n_words ? &words[at + 1] : &words[at];
}

/* Whether a command begins here: first, or behind a program that runs what follows. */
static gboolean
begins_command (const McpRiskWord *words,
                guint              at)
{
  guint i = at;

  if (at == 0 || strchr (words[at].text, '/') != NULL || strcmp (words[at - 1].text, "--") == 0)
    return TRUE;

  while (i > 0 && (words[i - 1].text[0] == '-' || strchr (words[i - 1].text, '=') != NULL
                   || g_ascii_isdigit (words[i - 1].text[0])))
    i--;

  return i > 0 && mcp_risk_is_program (words[i - 1].text, wrappers);
}

/* Skips options and their values from @at on; returns @n_words at the end. */
static guint
find_operand (const McpRiskWord *words,
              guint              n_words,
              guint              at)
{
  while (at < n_words && words[at].text[0] == '-' && words[at].text[1] != '\0')
    at += g_strv_contains (valued, words[at].text) ? 2 : 1;

  return MIN (at, n_words);
}

static void
check_options (GPtrArray         *risks,
               const Row         *row,
               char             **options,
               const McpRiskWord *words,
               guint              end)
{
  for (guint i = 1; i < end; i++)
    {
      const char *option = find_option (words[i].text, (const char * const *) options);
      gboolean is_value = g_strv_contains (valued, words[i - 1].text);

      if (option != NULL)
        {
          mark (risks, &words[0], row->meaning);
          mark (risks, find_value (words, end, i, option), row->meaning);
          return;
        }
      if (row->reach == IN_FRONT && words[i].text[0] != '-' && words[i].text[0] != '+' && !is_value)
        return;
    }
}

static gboolean
is_address (const char *word)
{
  static const char * const schemes[] = {
    "data:", "http:", "https:", "ftp:", "git+", "git:", "github:", "gitlab:", "blob:", "jsr:http",
    "ssh:",
  };

  for (guint i = 0; i < G_N_ELEMENTS (schemes); i++)
    if (g_ascii_strncasecmp (word, schemes[i], strlen (schemes[i])) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
is_input (const char *word)
{
  return strcmp (word, "-") == 0 || strcmp (word, "/dev/stdin") == 0 || g_str_has_prefix (word,
  "/dev/fd/")
         || g_str_has_prefix (word, "/proc/self/fd/");
}

/* What an interpreter or a launcher takes as the file to run, and what it is told to load before.
 */
static void
check_file (GPtrArray         *risks,
            const McpRiskWord *words,
            guint              end)
{
  guint at = find_operand (words, end, 1);

  while (at < end && g_strv_contains (subcommands, words[at].text))
    at = find_operand (words, end, at + 1);
  for (guint i = 1; i <= at && i < end; i++)
    {
      const char *equals = words[i].text[0] == '-' ? strchr (words[i].text, '=') : NULL;
      const char *value = equals != NULL ? equals + 1 : words[i].text;

      if (is_address (value))
        mark (risks, &words[i], RUNS_ADDRESS);
    }
  if (at < end && is_input (words[at].text))
    mark (risks, &words[at], RUNS_INPUT);
}

static void
check_row (GPtrArray         *risks,
           const Row         *row,
           char             **options,
           const McpRiskWord *words,
           guint              n_words)
{
  guint end = MIN (n_words, MAX_WORDS_AFTER);
  guint at;

  switch (row->reach)
    {
    case ALONE:
      mark (risks, &words[0], row->meaning);
      return;

    case FIRST:
      at = find_operand (words, end, 1);
      if (at < end)
        {
          mark (risks, &words[0], row->meaning);
          mark (risks, &words[at], row->meaning);
        }
      return;

    case RUN_FILE:
      check_file (risks, words, end);
      return;

    case IN_FRONT:
    case ANYWHERE:
    default:
      check_options (risks, row, options, words, end);
    }
}

/* The options of each row, in a list. */
static char ***
get_options (void)
{
  static char ***options;

  if (g_once_init_enter (&options))
    {
      char ***made = g_new0 (char **, G_N_ELEMENTS (rows));

      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        made[i] = g_strsplit (rows[i].options != NULL ? rows[i].options : "", " ", -1);
      g_once_init_leave (&options, made);
    }

  return options;
}

/* Which rows have a name: a GArray of their indices by each name in small letters. */
static GHashTable *
get_names (void)
{
  static GHashTable *names;

  if (g_once_init_enter (&names))
    {
      GHashTable *made = g_hash_table_new (mcp_str_hash, g_str_equal);

      for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
        {
          g_autofree char *lower = g_ascii_strdown (rows[i].names, -1);
          g_auto (GStrv) list = g_strsplit (lower, " ", -1);

          for (guint j = 0; list[j] != NULL; j++)
            {
              GArray *found = g_hash_table_lookup (made, list[j]);

              if (found == NULL)
                {
                  found = g_array_new (FALSE, FALSE, sizeof (guint));
                  g_hash_table_insert (made, g_strdup (list[j]), found);
                }
              g_array_append_val (found, i);
            }
        }
      g_once_init_leave (&names, made);
    }

  return names;
}

/* By the name of a program, also with a version behind it. */
static GArray *
find_rows (const char *word)
{
  GHashTable *names = get_names ();
  g_autofree char *name = mcp_risk_dup_program (word);
  GArray *found = name != NULL ? g_hash_table_lookup (names, name) : NULL;
  gsize length;

  if (name == NULL || found != NULL)
    return found;

  for (length = strlen (name); length > 0 && strchr ("0123456789.", name[length - 1]) != NULL;)
    name[--length] = '\0';

  return g_hash_table_lookup (names, name);
}

/**
 * mcp_risks_of_words:
 * @words: the words of a command line, or of a command in a text for a shell
 * @n_words: how many
 *
 * Finds programs among words that are seldom servers, and options that run something else.
 */
void
mcp_risks_of_words (GPtrArray         *risks,
                    const McpRiskWord *words,
                    guint              n_words)
{
  char ***options = get_options ();

  for (guint at = 0; at < n_words && risks->len < MCP_MAX_RISKS; at++)
    {
      GArray *found = words[at].text[0] != '-' ? find_rows (words[at].text) : NULL;
      gboolean begins = found != NULL && begins_command (words, at);

      for (guint i = 0; found != NULL && i < found->len; i++)
        {
          guint row = g_array_index (found, guint, i);

          if (begins || !rows[row].is_word)
            check_row (risks, &rows[row], options[row], words + at, n_words - at);
        }
    }
}
