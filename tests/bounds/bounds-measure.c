/* bounds-measure.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <malloc.h>
#include <stdlib.h>
#include <time.h>

#include "bounds.h"

/*
 * Processor time, which others on the machine do not change much, and the most memory that was
 * there at once, which they do not change at all: the allocator of the C library is asked behind a
 * count. Sanitizers have allocators of their own; with them only the time counts.
 */

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define BOUNDS_NO_COUNT
#endif
#endif
#else
#define BOUNDS_NO_COUNT
#endif

#ifndef BOUNDS_NO_COUNT

void *__libc_malloc (size_t size);
void *__libc_calloc (size_t n, size_t size);
void *__libc_realloc (void *block, size_t size);
void __libc_free (void *block);

static gint64 n_now;
static gint64 n_peak;

static void
count (gint64 n)
{
  gint64 now = __atomic_add_fetch (&n_now, n, __ATOMIC_RELAXED);
  gint64 peak = __atomic_load_n (&n_peak, __ATOMIC_RELAXED);

  while (now > peak
         && !__atomic_compare_exchange_n (&n_peak, &peak, now, TRUE, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED))
    ;
}

void *
malloc (size_t size)
{
  void *block = __libc_malloc (size);

  count (malloc_usable_size (block));

  return block;
}

void *
calloc (size_t n,
        size_t size)
{
  void *block = __libc_calloc (n, size);

  count (malloc_usable_size (block));

  return block;
}

void *
realloc (void   *block,
         size_t  size)
{
  gint64 before = malloc_usable_size (block);
  void *moved = __libc_realloc (block, size);

  if (moved != NULL || size == 0)
    count ((gint64) malloc_usable_size (moved) - before);

  return moved;
}

void
free (void *block)
{
  count (-(gint64) malloc_usable_size (block));
  __libc_free (block);
}

static gint64
begin_count (void)
{
  gint64 now = __atomic_load_n (&n_now, __ATOMIC_RELAXED);

  __atomic_store_n (&n_peak, now, __ATOMIC_RELAXED);

  return now;
}

static gint64
end_count (gint64 before)
{
  return __atomic_load_n (&n_peak, __ATOMIC_RELAXED) - before;
}

#else

static gint64
begin_count (void)
{
  return 0;
}

static gint64
end_count (gint64 before)
{
  return 0;
}

#endif

static gint64
get_cpu_usec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);

  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

BoundsCost
bounds_measure (BoundsTargetFunc  run,
                const char       *data,
                gsize             length)
{
  BoundsCost cost;
  gint64 before = begin_count ();

  cost.cpu_usec = get_cpu_usec ();
  run (data, length);
  cost.cpu_usec = get_cpu_usec () - cost.cpu_usec;
  cost.peak_bytes = end_count (before);

  return cost;
}
