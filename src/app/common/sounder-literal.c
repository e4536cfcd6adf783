/* sounder-literal.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-literal"

#include "config.h"

#include "sounder-literal.h"

/*
 * Where a word is wider than its line, Pango breaks it and puts a hyphen there, which is then read
 * as part of a command, a path or a name. Nothing here is hyphenated, and words of prose fit: so
 * that no label can be forgotten, all of them, those inside of libadwaita's rows too.
 */

static gboolean
has_hyphens_set (PangoAttribute *attribute,
                 gpointer        user_data)
{
  gboolean *found = user_data;

  *found = *found || attribute->klass->type == PANGO_ATTR_INSERT_HYPHENS;

  return FALSE;
}

static void
update (GtkLabel *label)
{
  PangoAttrList *given = gtk_label_get_attributes (label);
  g_autoptr (PangoAttrList) attributes = given != NULL ? pango_attr_list_copy (given)
                                                       : pango_attr_list_new ();
  gboolean found = FALSE;

  /* Nothing is taken out, so that there is no list of what was. */
  pango_attr_list_filter (attributes, has_hyphens_set, &found);
  if (found)
    return;

  pango_attr_list_insert (attributes, pango_attr_insert_hyphens_new (FALSE));
  gtk_label_set_attributes (label, attributes);
}

static gboolean
realized_cb (GSignalInvocationHint *hint,
             guint                  n_values,
             const GValue          *values,
             gpointer               user_data)
{
  GObject *widget = g_value_get_object (&values[0]);

  if (GTK_IS_LABEL (widget))
    update (GTK_LABEL (widget));

  return TRUE;
}

/**
 * sounder_literal_install:
 *
 * From now on no label that is shown gets hyphens that are not in its text.
 */
void
sounder_literal_install (void)
{
  static gsize installed = 0;

  if (!g_once_init_enter (&installed))
    return;

  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("realize", GTK_TYPE_WIDGET), 0, realized_cb, NULL,
                              NULL);
  g_once_init_leave (&installed, 1);
}
