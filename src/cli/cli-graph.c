/* cli-graph.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-graph.h"
#include "cli-text.h"
#include "mcp-summary.h"

/*
 * Round trips as bars of text: one a sample, or, when there are more than columns, one for equally
 * many each, up to their median, with a light bar from there to the longest. What got no answer is
 * a cross on the axis. Where the terminal does not know Unicode it is drawn with ASCII.
 */

#define N_ROWS 5
/* Of a row, how many steps it can be filled to. */
#define STEPS  8
/* Between labels and bars. */
#define MARGIN 2

typedef struct
{
  const char *fills[STEPS + 1];
  const char *spread;  /* from the median to the longest */
  const char *top;
  const char *side;
  const char *corner;
  const char *axis;
  const char *lost;
} Drawing;

static const Drawing unicode = {
  { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" }, "░", "┤", "│", "┼", "─", "×",
};

static const Drawing ascii = {
  { " ", ".", ".", ":", ":", ":", "#", "#", "#" }, "|", "+", "|", "+", "-", "x",
};

/* A bar, in steps from the axis. */
typedef struct
{
  guint    median;
  guint    longest;
  gboolean has_lost;
} Bar;

static const Drawing *
get_drawing (void)
{
  return g_get_charset (NULL) ? &unicode : &ascii;
}

/**
 * cli_graph_dup_duration:
 * @usec: a time in microseconds, -1 for none
 *
 * Writes a time as mcp_format_duration() does, in ASCII where there is nothing else.
 *
 * Returns: (transfer full): text
 */
char *
cli_graph_dup_duration (gint64 usec)
{
  g_autofree char *text = mcp_format_duration (usec);
  GString *plain;

  if (g_get_charset (NULL))
    return g_steal_pointer (&text);

  plain = g_string_new (text);
  g_string_replace (plain, "µ", "u", 0);
  g_string_replace (plain, "–", "-", 0);

  return g_string_free (plain, FALSE);
}

/* As many steps as a value deserves; one that was measured is never invisible. */
static guint
steps_of (gint64 usec,
          gint64 max_usec)
{
  if (usec < 0)
    return 0;

  return MAX (1, (guint) ((double) usec / (double) MAX (max_usec, 1) * N_ROWS * STEPS + 0.5));
}

static Bar *
make_bars (McpSampleStore *samples,
           guint           first,
           guint           n_bars,
           gint64          max_usec)
{
  Bar *bars = g_new0 (Bar, n_bars);
  guint64 n = mcp_sample_store_get_end (samples) - first;

  for (guint i = 0; i < n_bars; i++)
    {
      McpHealthStatistics statistics;

      mcp_sample_store_summarize (samples, first + (guint) (i * n / n_bars),
                                  first + (guint) ((i + 1) * n / n_bars), MCP_SAMPLES_ALL,
                                  &statistics);
      bars[i].median = steps_of (statistics.median_usec, max_usec);
      bars[i].longest = steps_of (statistics.max_usec, max_usec);
      bars[i].has_lost = statistics.received < statistics.sent;
    }

  return bars;
}

static void
append_row (CliOutput     *output,
            GString       *out,
            const Drawing *drawing,
            const Bar     *bars,
            guint          n_bars,
            guint          row)
{
  g_autoptr (GString) line = g_string_new (NULL);
  guint bottom = (N_ROWS - 1 - row) * STEPS;

  for (guint i = 0; i < n_bars; i++)
    if (bars[i].median > bottom)
      g_string_append (line, drawing->fills[MIN (bars[i].median - bottom, STEPS)]);
    else
      g_string_append (line, bars[i].longest > bottom ? drawing->spread : " ");

  g_strchomp (line->str);
  cli_output_style (output, out, CLI_STYLE_BLUE, line->str);
  g_string_append_c (out, '\n');
}

static void
append_axis (CliOutput     *output,
             GString       *out,
             const Drawing *drawing,
             const Bar     *bars,
             guint          n_bars)
{
  for (guint i = 0; i < n_bars; i++)
    if (bars[i].has_lost)
      cli_output_style (output, out, CLI_STYLE_RED, drawing->lost);
    else
      g_string_append (out, drawing->axis);
  g_string_append_c (out, '\n');
}

static void
append_label (GString    *out,
              const char *text,
              guint       width,
              const char *side)
{
  guint length = cli_text_width (text);

  g_string_append_printf (out, "%*s%s %s", (int) (width - MIN (length, width)), "", text, side);
}

/**
 * cli_graph_draw:
 * @output: where it will be printed: it tells whether there are colours
 * @samples: what to draw
 * @columns: how wide it may be
 * @only_recent: whether to draw only as many of the last ones as there are columns, not all
 * @n_lines: (out) (optional): how many lines it has
 *
 * Draws round trips, the oldest on the left, from 0 to the longest.
 *
 * Returns: (transfer full): lines of text
 */
char *
cli_graph_draw (CliOutput      *output,
                McpSampleStore *samples,
                guint           columns,
                gboolean        only_recent,
                guint          *n_lines)
{
  const Drawing *drawing = get_drawing ();
  GString *out = g_string_new (NULL);
  guint end = mcp_sample_store_get_end (samples);
  guint first = end - MIN (mcp_sample_store_get_n_samples (samples),
                           only_recent ? columns : G_MAXUINT);
  g_autofree char *label = NULL;
  g_autofree Bar *bars = NULL;
  McpHealthStatistics shown;
  guint n_bars;
  guint width;

  mcp_sample_store_summarize (samples, first, end, MCP_SAMPLES_ALL, &shown);
  label = cli_graph_dup_duration (shown.max_usec);
  width = cli_text_width (label);
  n_bars = MIN (end - first, columns > width + MARGIN ? columns - width - MARGIN : 1);
  if (only_recent)
    first = end - n_bars;
  bars = make_bars (samples, first, n_bars, shown.max_usec);

  for (guint row = 0; row < N_ROWS; row++)
    {
      append_label (out, row == 0 ? label : "", width, row == 0 ? drawing->top : drawing->side);
      append_row (output, out, drawing, bars, n_bars, row);
    }
  append_label (out, "0", width, drawing->corner);
  append_axis (output, out, drawing, bars, n_bars);

  if (n_lines != NULL)
    *n_lines = N_ROWS + 1;

  return g_string_free (out, FALSE);
}
