/* mcp-consent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-profile-private.h"
#include "mcp-program-files.h"
#include "mcp-risk.h"
#include "mcp-sent-value.h"

/*
 * Whether a profile may be acted on. A session asks before it has a transport, so that no way to a
 * server goes around it. What is agreed to is in this process alone, or in the file too.
 */

/*
 * Digests that were agreed to in this process; each with mcp_consent_dup_shown() of when somebody
 * was asked, until it is started, or NULL.
 */
static GHashTable *given;
static gboolean given_all;
static gboolean given_values;

/* With its length in front, so that no text can be taken for two. */
static void
put (GChecksum  *sum,
     const char *text)
{
  g_autofree char *length = g_strdup_printf ("%zu:", strlen (text));

  g_checksum_update (sum, (const guchar *) length, -1);
  g_checksum_update (sum, (const guchar *) text, -1);
}

static int
compare_texts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/* In their order, that what was only moved is the same. */
static void
put_sorted (GChecksum *sum,
            GPtrArray *texts)
{
  g_ptr_array_sort (texts, compare_texts);
  for (guint i = 0; i < texts->len; i++)
    put (sum, texts->pdata[i]);
}

static void
put_program (GChecksum          *sum,
             McpProfileSettings *settings)
{
  g_autoptr (GPtrArray) env = g_ptr_array_new ();
  g_autofree char *n_arguments = g_strdup_printf ("%u", g_strv_length (settings->argv));

  put (sum, n_arguments);
  for (guint i = 0; settings->argv[i] != NULL; i++)
    put (sum, settings->argv[i]);
  put (sum, settings->cwd != NULL ? settings->cwd : "");
  put (sum, mcp_inherit_names[settings->inherit_env]);
  for (guint i = 0; settings->env[i] != NULL; i++)
    g_ptr_array_add (env, settings->env[i]);
  put_sorted (sum, env);
}

static void
put_address (GChecksum          *sum,
             McpProfileSettings *settings)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  put (sum, settings->url != NULL ? settings->url : "");
  for (guint i = 0; i < settings->headers->len; i++)
    g_ptr_array_add (names, g_ascii_strdown (mcp_header_get_name (settings->headers->pdata[i]), -1));
  put_sorted (sum, names);
}

/* What is filled in; nothing where nothing is, as most profiles have it. */
static void
put_variables (GChecksum          *sum,
               McpProfileSettings *settings)
{
  g_autoptr (GPtrArray) values = g_ptr_array_new ();

  for (guint i = 0; settings->values[i] != NULL; i++)
    g_ptr_array_add (values, settings->values[i]);
  put_sorted (sum, values);
  if (settings->inputs != NULL)
    put (sum, settings->inputs);
}

/* What is sent of this computer; nothing where nothing is. */
static void
put_sent_values (GChecksum  *sum,
                 McpProfile *profile)
{
  g_autoptr (GPtrArray) values = mcp_sent_values_list (profile);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < values->len; i++)
    {
      const McpSentValue *value = values->pdata[i];

      g_ptr_array_add (texts, g_strjoin ("\n", value->reference, value->header, NULL));
    }
  put_sorted (sum, texts);
}

/**
 * mcp_consent_dup_digest:
 * @profile: a profile
 *
 * Gets what stands for everything that decides what is run or reached: the program with its
 * arguments, its directory, names and values of its environment and how much it inherits; or the
 * address, the names of headers and which values of this computer are sent. What is filled in is a
 * part of it, but for what was given in this process.
 *
 * Returns: (transfer full): a SHA-256 in hexadecimal digits
 */
char *
mcp_consent_dup_digest (McpProfile *profile)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  if (mcp_profile_is_stdio (profile))
    {
      put (sum, "program");
      put_program (sum, &profile->settings);
    }
  else
    {
      put (sum, "address");
      put_address (sum, &profile->settings);
      put_sent_values (sum, profile);
    }
  put_variables (sum, &profile->settings);

  return g_strdup (g_checksum_get_string (sum));
}

/**
 * mcp_consent_is_needed:
 * @profile: a profile
 *
 * Gets whether somebody has to agree before a profile is acted on: always to a program, and to an
 * address that gets values of this computer or is dubious, such as one in a private network.
 */
gboolean
mcp_consent_is_needed (McpProfile *profile)
{
  g_autoptr (GPtrArray) risks = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), TRUE);

  if (mcp_profile_is_stdio (profile))
    return TRUE;

  risks = mcp_risks_find (profile);

  return risks->len > 0;
}

/* (nullable): the first value that is sent and that nobody gave for this server or host. */
static char *
dup_sent (McpProfile *profile)
{
  g_autoptr (GPtrArray) values = mcp_sent_values_list (profile);

  for (guint i = 0; i < values->len; i++)
    if (!((const McpSentValue *) values->pdata[i])->given)
      return mcp_sent_value_describe (values->pdata[i]);

  return NULL;
}

static GHashTable *
get_given (void)
{
  if (given == NULL)
    given = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);

  return given;
}

static gboolean
is_given_here (const char *digest)
{
  return given != NULL && g_hash_table_contains (given, digest);
}

/* Whether the program is another one than when somebody was asked. */
static gboolean
has_changed (McpProfile *profile,
             const char *digest)
{
  const char *shown = given != NULL ? g_hash_table_lookup (given, digest) : NULL;
  g_autofree char *now = shown != NULL ? mcp_consent_dup_shown (profile) : NULL;

  return g_strcmp0 (shown, now) != 0;
}

/**
 * mcp_consent_check:
 * @profile: a profile that is about to be acted on
 *
 * Checks that somebody has agreed to what a profile runs or reaches, or that nobody needs to. A
 * program that changed between the question and its start is not what was agreed to.
 *
 * Returns: %FALSE with %MCP_ERROR_CONSENT
 */
gboolean
mcp_consent_check (McpProfile  *profile,
                   GError     **error)
{
  g_autofree char *digest = NULL;
  g_autofree char *sent = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), FALSE);

  if (given_all && given_values)
    return TRUE;

  sent = dup_sent (profile);
  if (given_all && sent == NULL)
    return TRUE;

  digest = mcp_consent_dup_digest (profile);
  if (has_changed (profile, digest))
    {
      mcp_consent_withdraw (profile);
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONSENT,
                   _("“%s” was not started: its program has changed since it was shown"),
                   mcp_profile_get_name (profile));
      return FALSE;
    }
  if (is_given_here (digest) || !mcp_consent_is_needed (profile) || mcp_consent_memory_has (digest))
    return TRUE;

  if (sent != NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONSENT,
                   _("“%s” was not connected to: nobody has agreed yet to what it gets. %s"),
                   mcp_profile_get_name (profile), sent);
      return FALSE;
    }

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONSENT,
               mcp_profile_is_stdio (profile)
                 ? _("“%s” was not started: nobody has agreed yet to what it runs")
                 : _("“%s” was not connected to: nobody has agreed yet to its address"),
               mcp_profile_get_name (profile));

  return FALSE;
}

/**
 * mcp_consent_give:
 * @profile: a profile
 * @way: how it came to this
 * @keep: whether to remember it for good; else until this process ends
 *
 * Agrees to what a profile runs or reaches, as it is now. Only for what a person has typed, or has
 * seen whole and said yes to. What cannot be written is agreed to in this process. A host that
 * looks like another is asked about although somebody typed it.
 */
void
mcp_consent_give (McpProfile    *profile,
                  McpConsentWay  way,
                  gboolean       keep)
{
  char *digest;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  if (way == MCP_CONSENT_TYPED && mcp_profile_get_url (profile) != NULL
      && mcp_address_is_deceptive (mcp_profile_get_url (profile)))
    return;

  digest = mcp_consent_dup_digest (profile);
  if (keep)
    mcp_consent_memory_add (digest, mcp_profile_get_name (profile), way);
  g_hash_table_insert (get_given (), digest, NULL);
}

/**
 * mcp_consent_dup_shown:
 * @profile: a profile that somebody is asked about
 *
 * Gets what the files of a program are while somebody looks at its command.
 *
 * Returns: (transfer full) (nullable): for mcp_consent_give_shown(); %NULL where no file is run
 */
char *
mcp_consent_dup_shown (McpProfile *profile)
{
  g_autoptr (GPtrArray) files = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  files = mcp_program_files_list (profile);

  return files->len > 0 ? mcp_program_files_dup_content (files) : NULL;
}

/**
 * mcp_consent_give_shown:
 * @profile: a profile
 * @shown: (nullable): what mcp_consent_dup_shown() had when it was shown
 *
 * Agrees for good to what a person has seen, if it is still the same when it is started.
 */
void
mcp_consent_give_shown (McpProfile *profile,
                        const char *shown)
{
  g_return_if_fail (MCP_IS_PROFILE (profile));

  mcp_consent_give (profile, MCP_CONSENT_ASKED, TRUE);
  g_hash_table_insert (get_given (), mcp_consent_dup_digest (profile), g_strdup (shown));
}

/* It is being started: from now on its files may change, as they do while somebody works on them.
 */
void
mcp_consent_spend (McpProfile *profile)
{
  g_autofree char *digest = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  if (given == NULL)
    return;

  digest = mcp_consent_dup_digest (profile);
  if (g_hash_table_lookup (given, digest) != NULL)
    g_hash_table_insert (given, g_steal_pointer (&digest), NULL);
}

/**
 * mcp_consent_withdraw:
 * @profile: a profile
 *
 * Takes back what was agreed to, so that it is asked about again. What is running goes on.
 */
void
mcp_consent_withdraw (McpProfile *profile)
{
  g_autofree char *digest = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  digest = mcp_consent_dup_digest (profile);
  if (given != NULL)
    g_hash_table_remove (given, digest);
  if (mcp_consent_memory_has (digest))
    mcp_consent_memory_remove (digest);
}

/**
 * mcp_consent_give_all:
 * @with_values: also to the values that addresses get; see mcp_sent_values_list()
 *
 * Agrees to everything that this process will start or reach. Only for who said so when they
 * started it.
 */
void
mcp_consent_give_all (gboolean with_values)
{
  given_all = TRUE;
  given_values = with_values;
}

/**
 * mcp_consent_keep:
 * @profile: a profile that is being saved
 *
 * Remembers for good what was agreed to in this process, and does nothing about what was not.
 */
void
mcp_consent_keep (McpProfile *profile)
{
  g_autofree char *digest = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  digest = mcp_consent_dup_digest (profile);
  if (is_given_here (digest) && !mcp_consent_memory_has (digest))
    mcp_consent_memory_add (digest, mcp_profile_get_name (profile), MCP_CONSENT_TYPED);
}

/**
 * mcp_consent_adopt:
 * @profiles: (element-type McpProfile): the saved servers
 *
 * Where nothing was ever agreed to, agrees to the servers that were saved before anybody was asked,
 * but for those that send values of this computer to an address.
 */
void
mcp_consent_adopt (GListModel *profiles)
{
  g_autofree char *path = mcp_consent_get_path ();
  g_autoptr (GPtrArray) digests = NULL;
  g_autoptr (GPtrArray) names = NULL;

  g_return_if_fail (G_IS_LIST_MODEL (profiles));

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    return;

  digests = g_ptr_array_new_with_free_func (g_free);
  names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < g_list_model_get_n_items (profiles); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (profiles, i);
      g_autofree char *sent = dup_sent (profile);

      if (sent != NULL)
        continue;

      g_ptr_array_add (digests, mcp_consent_dup_digest (profile));
      g_ptr_array_add (names, g_strdup (mcp_profile_get_name (profile)));
    }
  mcp_consent_memory_begin (digests, names);
}
