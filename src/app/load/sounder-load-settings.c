/* sounder-load-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "mcp-summary.h"
#include "sounder-load-settings.h"
#include "sounder-number-row.h"
#include "sounder-number.h"

/**
 * SounderLoadSettings:
 *
 * The plan of a run. Its signal “changed” is told after each edit.
 */

typedef enum {
  NUMBER_RATE,
  NUMBER_CONCURRENCY,
  NUMBER_DURATION,
  NUMBER_CALLS,
  NUMBER_WARMUP,
  NUMBER_STOP_FAILED,
  NUMBER_STOP_P99,
  N_NUMBERS,
} Number;

static const struct
{
  const char *title;
  const char *subtitle;
  double      lower;
  double      upper;
  guint       digits;
} numbers[N_NUMBERS] = {
  [NUMBER_RATE] = { N_("Rate"), N_("calls a second"), 0.1, MCP_LOAD_MAX_RATE, 1 },
  [NUMBER_CONCURRENCY] = { N_("Concurrency"), N_("calls under way at most"), 1, MCP_LOAD_MAX_CONCURRENCY, 0 },
  [NUMBER_DURATION] = { N_("Duration"), N_("seconds; 0 until all calls are made"), 0, MCP_LOAD_MAX_SECONDS, 1 },
  [NUMBER_CALLS] = { N_("Calls"), N_("at most; 0 until the time is over"), 0, MCP_LOAD_MAX_CALLS, 0 },
  [NUMBER_WARMUP] = { N_("Warm-up"), N_("seconds before it counts"), 0, 3600, 1 },
  [NUMBER_STOP_FAILED] = { N_("Stop on failures"), N_("percent of the calls; 0 never"), 0, 100, 2 },
  [NUMBER_STOP_P99] = { N_("Stop when slow"), N_("milliseconds of p99 in a second; 0 never"), 0, 3600000, 0 },
};

/* In the order of the row. */
enum {
  LOOP_CLOSED,
  LOOP_OPEN,
};

struct _SounderLoadSettings
{
  AdwPreferencesGroup  parent_instance;

  gboolean             is_filling;   /* the settings tell the widgets, not the other way round */
  AdwExpanderRow      *expander;
  AdwComboRow         *call;
  AdwComboRow         *loop;
  GtkWidget           *number_rows[N_NUMBERS];
  GtkSpinButton       *numbers[N_NUMBERS];
};

G_DEFINE_FINAL_TYPE (SounderLoadSettings, sounder_load_settings, ADW_TYPE_PREFERENCES_GROUP)

enum {
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static guint
get_msec (SounderLoadSettings *self,
          Number               number)
{
  return (guint) round (gtk_spin_button_get_value (self->numbers[number]) * 1000);
}

static void
append_part (GString *out,
             char    *text)   /* (transfer full) */
{
  if (out->len > 0)
    g_string_append (out, " · ");
  g_string_append (out, text);
  g_free (text);
}

/* "10 s", as it was entered. */
static char *
dup_seconds (guint msec)
{
  g_autofree char *number = sounder_number_print (msec / 1e3);

  /* Translators: seconds. */
  return g_strdup_printf (_("%s s"), number);
}

/* "8 at once, as fast as they are answered · for 10 s" */
static char *
dup_summary (const McpLoadPlan *plan)
{
  GString *out = g_string_new (NULL);
  g_autofree char *at_once = sounder_number_group (plan->concurrency);
  g_autofree char *n_calls = sounder_number_group (plan->n_calls);
  g_autofree char *rate = sounder_number_print (plan->rate);
  g_autofree char *duration = dup_seconds (plan->duration_msec);
  g_autofree char *warmup = dup_seconds (plan->warmup_msec);
  g_autofree char *failed = sounder_number_print (plan->stop_failed_percent);
  g_autofree char *p99 = mcp_format_duration (plan->stop_p99_msec * G_GINT64_CONSTANT (1000));

  append_part (out, plan->rate > 0 ? g_strdup_printf (_("%s a second, at most %s at once"), rate, at_once)
                                   : g_strdup_printf (_("%s at once, as fast as they are answered"), at_once));
  if (plan->n_calls > 0)
    append_part (out, g_strdup_printf (ngettext ("%s call", "%s calls", plan->n_calls), n_calls));
  if (plan->duration_msec > 0)
    append_part (out, g_strdup_printf (_("for %s"), duration));
  if (plan->warmup_msec > 0)
    append_part (out, g_strdup_printf (_("after %s of warm-up"), warmup));
  if (plan->stop_failed_percent >= 0)
    append_part (out, g_strdup_printf (_("until more than %s %% fail"), failed));
  if (plan->stop_p99_msec > 0)
    append_part (out, g_strdup_printf (_("until p99 is above %s"), p99));

  return g_string_free (out, FALSE);
}

static void
update (SounderLoadSettings *self)
{
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autofree char *summary = NULL;

  sounder_load_settings_read (self, &plan);
  summary = dup_summary (&plan);
  adw_expander_row_set_subtitle (self->expander, summary);
  gtk_widget_set_visible (self->number_rows[NUMBER_RATE], plan.rate > 0);
}

static void
edited_cb (SounderLoadSettings *self)
{
  if (self->is_filling)
    return;

  update (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Callers that wait are few; at a rate calls are not to wait for each other. */
static void
loop_cb (SounderLoadSettings *self)
{
  McpLoadPlan plan = { .rate = adw_combo_row_get_selected (self->loop) == LOOP_OPEN };

  if (self->is_filling)
    return;

  mcp_load_plan_settle (&plan);
  gtk_spin_button_set_value (self->numbers[NUMBER_CONCURRENCY], plan.concurrency);
  edited_cb (self);
}

/* --- The widget --- */

static AdwComboRow *
add_choice (SounderLoadSettings *self,
            const char          *title,
            const char *const   *names)
{
  AdwComboRow *row = ADW_COMBO_ROW (adw_combo_row_new ());
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (row, G_LIST_MODEL (list));
  adw_expander_row_add_row (self->expander, GTK_WIDGET (row));

  return row;
}

static void
add_number (SounderLoadSettings *self,
            Number               number)
{
  self->numbers[number] = sounder_number_spin_new (numbers[number].lower, numbers[number].upper,
                                                   numbers[number].digits);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->numbers[number]), 8);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->numbers[number]), 8);
  g_signal_connect_swapped (self->numbers[number], "value-changed", G_CALLBACK (edited_cb), self);
  self->number_rows[number] = sounder_control_row_new (_(numbers[number].title), _(numbers[number].subtitle),
                                                       GTK_WIDGET (self->numbers[number]));
  adw_expander_row_add_row (self->expander, self->number_rows[number]);
}

static void
sounder_load_settings_class_init (SounderLoadSettingsClass *klass)
{
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", SOUNDER_TYPE_LOAD_SETTINGS, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
}

static void
sounder_load_settings_init (SounderLoadSettings *self)
{
  const char *const none[] = { NULL };
  const char *const loops[] = { _("As Fast as It Answers"), _("At a Fixed Rate"), NULL };
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;

  self->is_filling = TRUE;
  self->expander = ADW_EXPANDER_ROW (adw_expander_row_new ());
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->expander), _("Plan"));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), GTK_WIDGET (self->expander));

  self->call = add_choice (self, _("Call"), none);
  g_signal_connect_swapped (self->call, "notify::selected", G_CALLBACK (edited_cb), self);
  /* Translators: how a load is made: as fast as it answers, or at a fixed rate. */
  self->loop = add_choice (self, _("Load"), loops);
  g_signal_connect_swapped (self->loop, "notify::selected", G_CALLBACK (loop_cb), self);
  for (guint i = 0; i < N_NUMBERS; i++)
    add_number (self, i);

  mcp_load_plan_settle (&plan);
  sounder_load_settings_load (self, &plan);
}

/**
 * sounder_load_settings_set_calls:
 * @names: what can be called, for people
 *
 * Sets what there is to choose from; the first is chosen.
 */
void
sounder_load_settings_set_calls (SounderLoadSettings *self,
                                 const char *const   *names)
{
  g_autoptr (GtkStringList) list = gtk_string_list_new (names);

  g_return_if_fail (SOUNDER_IS_LOAD_SETTINGS (self));

  adw_combo_row_set_model (self->call, G_LIST_MODEL (list));
}

guint
sounder_load_settings_get_call (SounderLoadSettings *self)
{
  g_return_val_if_fail (SOUNDER_IS_LOAD_SETTINGS (self), 0);

  return adw_combo_row_get_selected (self->call);
}

void
sounder_load_settings_load (SounderLoadSettings *self,
                            const McpLoadPlan   *plan)
{
  const double values[N_NUMBERS] = {
    [NUMBER_RATE] = plan->rate > 0 ? plan->rate : 100,
    [NUMBER_CONCURRENCY] = plan->concurrency,
    [NUMBER_DURATION] = plan->duration_msec / 1e3,
    [NUMBER_CALLS] = plan->n_calls,
    [NUMBER_WARMUP] = plan->warmup_msec / 1e3,
    [NUMBER_STOP_FAILED] = MAX (plan->stop_failed_percent, 0),
    [NUMBER_STOP_P99] = plan->stop_p99_msec,
  };

  g_return_if_fail (SOUNDER_IS_LOAD_SETTINGS (self));

  self->is_filling = TRUE;
  adw_combo_row_set_selected (self->loop, plan->rate > 0 ? LOOP_OPEN : LOOP_CLOSED);
  for (guint i = 0; i < N_NUMBERS; i++)
    gtk_spin_button_set_value (self->numbers[i], values[i]);
  self->is_filling = FALSE;
  edited_cb (self);
}

void
sounder_load_settings_read (SounderLoadSettings *self,
                            McpLoadPlan         *plan)
{
  double stop_failed;

  g_return_if_fail (SOUNDER_IS_LOAD_SETTINGS (self));

  stop_failed = gtk_spin_button_get_value (self->numbers[NUMBER_STOP_FAILED]);
  plan->rate = adw_combo_row_get_selected (self->loop) == LOOP_OPEN
                 ? gtk_spin_button_get_value (self->numbers[NUMBER_RATE]) : 0;
  plan->concurrency = (guint) gtk_spin_button_get_value_as_int (self->numbers[NUMBER_CONCURRENCY]);
  plan->duration_msec = get_msec (self, NUMBER_DURATION);
  plan->n_calls = (guint) gtk_spin_button_get_value_as_int (self->numbers[NUMBER_CALLS]);
  plan->warmup_msec = get_msec (self, NUMBER_WARMUP);
  plan->stop_failed_percent = stop_failed > 0 ? stop_failed : -1;
  plan->stop_p99_msec = (guint) gtk_spin_button_get_value_as_int (self->numbers[NUMBER_STOP_P99]);
  mcp_load_plan_settle (plan);
}

void
sounder_load_settings_set_open (SounderLoadSettings *self,
                                gboolean             is_open)
{
  g_return_if_fail (SOUNDER_IS_LOAD_SETTINGS (self));

  adw_expander_row_set_expanded (self->expander, is_open);
}
