/* fuzz-driver.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-target.h"

/*
 * Runs a fuzz target as an ordinary test: each file of a corpus, and some thousand mutations of
 * them that are the same in each run.
 */

#define N_MUTATIONS 4000
#define SEED        20251125

static const char *corpus_dir;

/* Printed if the target does not survive it. */
static const guint8 *current_data;
static gsize current_size;

static void
run (const guint8 *data,
     gsize         size)
{
  /* A block of its own size: the sanitizer sees a read beyond its end. */
  g_autofree guint8 *copy = g_memdup2 (data, size);

  current_data = copy;
  current_size = size;
  LLVMFuzzerTestOneInput (copy != NULL ? copy : (const guint8 *) "", size);
  current_data = NULL;
}

/* Only what a signal handler may call. */
static void
print_input (int number)
{
  static const char digits[] = "0123456789abcdef";

  for (gsize i = 0; current_data != NULL && i < MIN (current_size, 4096); i++)
    {
      char out[4] = { '\\', 'x', digits[current_data[i] >> 4], digits[current_data[i] & 15] };

      if (current_data[i] >= ' ' && current_data[i] < 0x7f && current_data[i] != '\\')
        {
          out[0] = (char) current_data[i];
          if (write (STDERR_FILENO, out, 1) != 1)
            break;
        }
      else if (write (STDERR_FILENO, out, 4) != 4)
        break;
    }

  signal (number, SIG_DFL);
  raise (number);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

static GPtrArray *
load_corpus (void)
{
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (corpus_dir, 0, &error);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_ptr_array_add (names, g_build_filename (corpus_dir, name, NULL));
  g_ptr_array_sort (names, compare_names);

  for (guint i = 0; i < names->len; i++)
    {
      char *contents;
      gsize length;

      g_file_get_contents (names->pdata[i], &contents, &length, &error);
      g_assert_no_error (error);
      g_ptr_array_add (files, g_bytes_new_take (contents, length));
    }
  g_assert_cmpuint (files->len, >, 0);

  return files;
}

static void
test_corpus (void)
{
  g_autoptr (GPtrArray) files = load_corpus ();

  run (NULL, 0);
  for (guint i = 0; i < files->len; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (files->pdata[i], &size);

      run (data, size);
    }
}

/* One change, of a kind that parsers get wrong. */
static void
mutate (GRand      *rand,
        GByteArray *input,
        GBytes     *other)
{
  static const char * const pieces[] = {
    "\"", "\\", "\\u0000", "\\ud800", "{", "}", "[", "]", ",", ":", "\n", "\r\n", "\xef\xbb\xbf",
    "\xff", "\xed\xa0\x80", "\xf0\x9f\x98\x80", "1e400", "-0", "9007199254740993", "null", "true",
    "\"id\"", "\"error\":", "\"$ref\":\"#\"", "%", "{+", "*", "#/", "\r", "\n\n", "data: ", "id: ",
    "event: ", "retry: 1",
  };
  guint at = g_rand_int_range (rand, 0, (gint32) input->len + 1);
  guint left = input->len - at;
  const char *piece;
  const guint8 *data;
  gsize size;
  guint n;

  switch (g_rand_int_range (rand, 0, 6))
    {
    case 0:
      if (left > 0)
        input->data[at] ^= (guint8) (1 << g_rand_int_range (rand, 0, 8));
      break;
    case 1:
      n = g_rand_int_range (rand, 1, 9);
      g_byte_array_remove_range (input, at, MIN (left, n));
      break;
    case 2:
      g_byte_array_set_size (input, at);
      break;
    case 3:
      data = g_bytes_get_data (other, &size);
      g_byte_array_set_size (input, at);
      n = g_rand_int_range (rand, 0, (gint32) size + 1);
      if (n < size)
        g_byte_array_append (input, data + n, size - n);
      break;
    default:
      piece = pieces[g_rand_int_range (rand, 0, G_N_ELEMENTS (pieces))];
      n = strlen (piece);
      g_byte_array_set_size (input, input->len + n);
      memmove (input->data + at + n, input->data + at, left);
      memcpy (input->data + at, piece, n);
    }
}

static void
test_mutations (void)
{
  g_autoptr (GPtrArray) files = load_corpus ();
  g_autoptr (GRand) rand = g_rand_new_with_seed (SEED);

  for (guint i = 0; i < N_MUTATIONS; i++)
    {
      g_autoptr (GByteArray) input = g_byte_array_new ();
      GBytes *file = files->pdata[i % files->len];
      GBytes *other = files->pdata[g_rand_int_range (rand, 0, (gint32) files->len)];
      gsize size;
      const guint8 *data = g_bytes_get_data (file, &size);

      if (size > 0)
        g_byte_array_append (input, data, size);
      for (gint32 n = g_rand_int_range (rand, 1, 5); n > 0; n--)
        mutate (rand, input, other);
      run (input->data, input->len);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  corpus_dir = argv[1];

  signal (SIGABRT, print_input);
  signal (SIGSEGV, print_input);
  signal (SIGTRAP, print_input);

  g_test_add_func ("/fuzz/corpus", test_corpus);
  g_test_add_func ("/fuzz/mutations", test_mutations);

  return g_test_run ();
}
