/* sounder-lazy-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-lazy-page.h"

/**
 * SounderLazyPage:
 *
 * Stands in a stack for a page that is made when it is first seen. Most starts show one page or
 * two, and making them all was a third of the way to the first frame.
 */

struct _SounderLazyPage
{
  SounderPage  base;

  char        *page_type;
};

G_DEFINE_FINAL_TYPE (SounderLazyPage, sounder_lazy_page, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_PAGE_TYPE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
sounder_lazy_page_finalize (GObject *object)
{
  SounderLazyPage *self = SOUNDER_LAZY_PAGE (object);

  g_clear_pointer (&self->page_type, g_free);

  G_OBJECT_CLASS (sounder_lazy_page_parent_class)->finalize (object);
}

static void
sounder_lazy_page_set_property (GObject      *object,
                                guint         prop_id,
                                const GValue *value,
                                GParamSpec   *pspec)
{
  SounderLazyPage *self = SOUNDER_LAZY_PAGE (object);

  switch (prop_id)
    {
    case PROP_PAGE_TYPE:
      self->page_type = g_value_dup_string (value);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_lazy_page_map (GtkWidget *widget)
{
  sounder_lazy_page_ensure (SOUNDER_LAZY_PAGE (widget));

  GTK_WIDGET_CLASS (sounder_lazy_page_parent_class)->map (widget);
}

static void
sounder_lazy_page_class_init (SounderLazyPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = sounder_lazy_page_finalize;
  object_class->set_property = sounder_lazy_page_set_property;
  widget_class->map = sounder_lazy_page_map;

  /**
   * SounderLazyPage:page-type:
   *
   * The name of the page's type, which must be registered.
   */
  properties[PROP_PAGE_TYPE] =
    g_param_spec_string ("page-type", NULL, NULL, NULL,
                         G_PARAM_WRITABLE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_lazy_page_init (SounderLazyPage *self)
{
}

/**
 * sounder_lazy_page_ensure:
 * @self: a page that may not be there yet
 *
 * Makes the page unless it is there.
 *
 * Returns: (transfer none): the page itself
 */
GtkWidget *
sounder_lazy_page_ensure (SounderLazyPage *self)
{
  GtkWidget *page;
  GType type;

  g_return_val_if_fail (SOUNDER_IS_LAZY_PAGE (self), NULL);

  page = adw_bin_get_child (ADW_BIN (self));
  if (page != NULL)
    return page;

  type = g_type_from_name (self->page_type);
  g_return_val_if_fail (g_type_is_a (type, SOUNDER_TYPE_PAGE), NULL);

  page = g_object_new (type, "part-of", self, NULL);
  adw_bin_set_child (ADW_BIN (self), page);

  return page;
}
