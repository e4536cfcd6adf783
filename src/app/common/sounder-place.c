/* sounder-place.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "sounder-place.h"

/**
 * SounderPlace:
 *
 * A tree of them belongs to a server: the view's own, one for each page, one for each list or item in it.
 */

struct _SounderPlace
{
  GObject     parent_instance;

  char       *chosen;   /* (nullable) */
  char       *text;     /* (nullable) */
  double      position; /* how far it is scrolled, in pixels */
  GHashTable *places;   /* name to SounderPlace */
  GHashTable *values;   /* name of a property to GValue */
};

G_DEFINE_FINAL_TYPE (SounderPlace, sounder_place, G_TYPE_OBJECT)

static void
sounder_place_finalize (GObject *object)
{
  SounderPlace *self = SOUNDER_PLACE (object);

  g_free (self->chosen);
  g_free (self->text);
  g_hash_table_unref (self->places);
  g_hash_table_unref (self->values);

  G_OBJECT_CLASS (sounder_place_parent_class)->finalize (object);
}

static void
sounder_place_class_init (SounderPlaceClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_place_finalize;
}

static void
free_value (gpointer data)
{
  g_value_unset (data);
  g_free (data);
}

static void
sounder_place_init (SounderPlace *self)
{
  self->places = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_object_unref);
  self->values = g_hash_table_new_full (mcp_str_hash, g_str_equal, NULL, free_value);
}

SounderPlace *
sounder_place_new (void)
{
  return g_object_new (SOUNDER_TYPE_PLACE, NULL);
}

SounderPlace *
sounder_place_get (SounderPlace *self,
                   const char   *name)
{
  SounderPlace *place;

  g_return_val_if_fail (SOUNDER_IS_PLACE (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  place = g_hash_table_lookup (self->places, name);
  if (place == NULL)
    {
      place = sounder_place_new ();
      g_hash_table_insert (self->places, g_strdup (name), place);
    }

  return place;
}

char *
sounder_place_dup_chosen (SounderPlace *self)
{
  g_return_val_if_fail (SOUNDER_IS_PLACE (self), NULL);

  return g_strdup (self->chosen);
}

char *
sounder_place_dup_text (SounderPlace *self)
{
  g_return_val_if_fail (SOUNDER_IS_PLACE (self), NULL);

  return g_strdup (self->text);
}

void
sounder_place_set_chosen (SounderPlace *self,
                          const char   *chosen)
{
  g_return_if_fail (SOUNDER_IS_PLACE (self));

  g_free (self->chosen);
  self->chosen = g_strdup (chosen);
}

void
sounder_place_set_text (SounderPlace *self,
                        const char   *text)
{
  g_return_if_fail (SOUNDER_IS_PLACE (self));

  g_free (self->text);
  self->text = g_strdup (text);
}

/* --- Properties of widgets --- */

static void
changed_cb (GObject      *object,
            GParamSpec   *pspec,
            SounderPlace *self)
{
  GValue *value = g_hash_table_lookup (self->values, pspec->name);

  /* What a widget says while it goes is nobody's choice. */
  if (GTK_IS_WIDGET (object) && gtk_widget_in_destruction (GTK_WIDGET (object)))
    return;

  if (value == NULL)
    {
      value = g_new0 (GValue, 1);
      g_value_init (value, pspec->value_type);
      g_hash_table_insert (self->values, (gpointer) pspec->name, value);
    }
  g_object_get_property (object, pspec->name, value);
}

/**
 * sounder_place_keep:
 * @object: a widget, or a part of one
 * @property: the name of its property
 * @...: names of further properties, and %NULL
 *
 * Gives the object the values that were kept of these properties, in this order, and keeps those that they
 * have from now on. One object at a time is kept by a place.
 */
void
sounder_place_keep (SounderPlace *self,
                    gpointer      object,
                    const char   *property,
                    ...)
{
  va_list names;

  g_return_if_fail (SOUNDER_IS_PLACE (self));
  g_return_if_fail (G_IS_OBJECT (object));

  va_start (names, property);
  for (const char *name = property; name != NULL; name = va_arg (names, const char *))
    {
      g_autofree char *detailed = g_strconcat ("notify::", name, NULL);
      const GValue *value = g_hash_table_lookup (self->values, name);

      if (value != NULL)
        g_object_set_property (object, name, value);
      g_signal_connect_object (object, detailed, G_CALLBACK (changed_cb), self, 0);
    }
  va_end (names);
}

/* --- Scrolling --- */

static void
scrolled_cb (GtkAdjustment *adjustment,
             SounderPlace  *self)
{
  /* Before there is anything to scroll, the value says nothing. */
  if (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment))
    self->position = gtk_adjustment_get_value (adjustment);
}

static void
return_cb (GtkAdjustment *adjustment,
           SounderPlace  *self)
{
  double last = gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment);

  if (last < self->position)
    return;

  g_signal_handlers_disconnect_by_func (adjustment, return_cb, self);
  gtk_adjustment_set_value (adjustment, self->position);
  g_signal_connect_object (adjustment, "value-changed", G_CALLBACK (scrolled_cb), self, 0);
}

/**
 * sounder_place_keep_scroll:
 * @window: what scrolls
 *
 * Scrolls to where it was, as soon as there is that much to scroll, and remembers from then on.
 */
void
sounder_place_keep_scroll (SounderPlace      *self,
                           GtkScrolledWindow *window)
{
  GtkAdjustment *adjustment;

  g_return_if_fail (SOUNDER_IS_PLACE (self));
  g_return_if_fail (GTK_IS_SCROLLED_WINDOW (window));

  adjustment = gtk_scrolled_window_get_vadjustment (window);
  g_signal_connect_object (adjustment, "changed", G_CALLBACK (return_cb), self, 0);
}
