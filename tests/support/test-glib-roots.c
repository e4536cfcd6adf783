/* test-glib-roots.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

/*
 * GLib leaves its first table of quarks behind, on purpose, when there are more than 2048: other
 * threads may be reading it. A program with GTK and GtkSourceView gets that far, and
 * LeakSanitizer reports 16 KiB, with nothing in the trace by which to suppress it, because GLib
 * makes the table before the sanitizer can look at stacks.
 *
 * So what GLib points to before main() stays referenced: a copy of its variables is kept. A leak
 * that a test makes is not touched by that.
 */

#ifdef __SANITIZE_ADDRESS__

#include <link.h>
#include <stdlib.h>
#include <string.h>

/*
 * LeakSanitizer guesses how big the storage of a thread's variables is, and guesses wrong for
 * libraries that are loaded later: where GnuTLS was, it reads beyond the end and dies.
 */
const char *__asan_default_options (void);

const char *
__asan_default_options (void)
{
  return "intercept_tls_get_addr=0";
}

static void *glib_variables[8];
static unsigned n_glib_variables;

static int
keep_variables_cb (struct dl_phdr_info *info,
                   size_t               size,
                   void                *user_data)
{
  if (strstr (info->dlpi_name, "libglib-2.0.so") == NULL)
    return 0;

  for (int i = 0; i < info->dlpi_phnum && n_glib_variables < 8; i++)
    {
      const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
      const char *start = (const char *) info->dlpi_addr + segment->p_vaddr;
      char *copy;

      if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) == 0)
        continue;

      copy = malloc (segment->p_memsz);
      /* By hand: the padding between variables is poisoned for memcpy() in an instrumented GLib. */
      for (size_t word = 0; word + sizeof (void *) <= segment->p_memsz; word += sizeof (void *))
        *(void **) (copy + word) = *(void * const *) (start + word);
      glib_variables[n_glib_variables++] = copy;
    }

  return 1;
}

__attribute__ ((constructor))
static void
keep_glib_roots (void)
{
  dl_iterate_phdr (keep_variables_cb, NULL);
}

#endif
