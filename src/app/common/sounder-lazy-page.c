/* sounder-lazy-page.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-lazy-page"

#include "config.h"

#include "mcp-workbench.h"
#include "sounder-adaptive-bin.h"
#include "sounder-lazy-page.h"

/**
 * SounderLazyPage:
 *
 * Stands in a stack for a page that is made when it is first seen. Most starts show one page or
 * two, and making them all was a third of the way to the first frame. It keeps what pages are
 * told, session, workbench and width class, and passes it on.
 */

struct _SounderLazyPage
{
  AdwBin             parent_instance;

  char              *page_type;
  McpSession        *session;
  McpWorkbench      *workbench;
  SounderWidthClass  width_class;
};

G_DEFINE_FINAL_TYPE (SounderLazyPage, sounder_lazy_page, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_PAGE_TYPE,
  PROP_SESSION,
  PROP_WORKBENCH,
  PROP_WIDTH_CLASS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
sounder_lazy_page_dispose (GObject *object)
{
  SounderLazyPage *self = SOUNDER_LAZY_PAGE (object);

  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_object (&self->session);
  g_clear_object (&self->workbench);

  G_OBJECT_CLASS (sounder_lazy_page_parent_class)->dispose (object);
}

static void
sounder_lazy_page_finalize (GObject *object)
{
  SounderLazyPage *self = SOUNDER_LAZY_PAGE (object);

  g_clear_pointer (&self->page_type, g_free);

  G_OBJECT_CLASS (sounder_lazy_page_parent_class)->finalize (object);
}

static void
sounder_lazy_page_get_property (GObject    *object,
                                guint       prop_id,
                                GValue     *value,
                                GParamSpec *pspec)
{
  SounderLazyPage *self = SOUNDER_LAZY_PAGE (object);

  switch (prop_id)
    {
    case PROP_PAGE_TYPE:
      g_value_set_string (value, self->page_type);
      break;

    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;

    case PROP_WORKBENCH:
      g_value_set_object (value, self->workbench);
      break;

    case PROP_WIDTH_CLASS:
      g_value_set_enum (value, self->width_class);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

/* Passes a property on to the page, if there is one yet. */
static void
pass_on (SounderLazyPage *self,
         const char      *name,
         const GValue    *value)
{
  GtkWidget *page = adw_bin_get_child (ADW_BIN (self));

  if (page != NULL && g_object_class_find_property (G_OBJECT_GET_CLASS (page), name) != NULL)
    g_object_set_property (G_OBJECT (page), name, value);
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

    case PROP_SESSION:
      g_set_object (&self->session, g_value_get_object (value));
      pass_on (self, "session", value);
      break;

    case PROP_WORKBENCH:
      g_set_object (&self->workbench, g_value_get_object (value));
      pass_on (self, "workbench", value);
      break;

    case PROP_WIDTH_CLASS:
      self->width_class = g_value_get_enum (value);
      pass_on (self, "width-class", value);
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

  object_class->dispose = sounder_lazy_page_dispose;
  object_class->finalize = sounder_lazy_page_finalize;
  object_class->get_property = sounder_lazy_page_get_property;
  object_class->set_property = sounder_lazy_page_set_property;
  widget_class->map = sounder_lazy_page_map;

  /**
   * SounderLazyPage:page-type:
   *
   * The name of the page's type, which must be registered.
   */
  properties[PROP_PAGE_TYPE] =
    g_param_spec_string ("page-type", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);
  properties[PROP_SESSION] =
    g_param_spec_object ("session", NULL, NULL, MCP_TYPE_SESSION,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_WORKBENCH] =
    g_param_spec_object ("workbench", NULL, NULL, MCP_TYPE_WORKBENCH,
                         G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  properties[PROP_WIDTH_CLASS] =
    g_param_spec_enum ("width-class", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE,
                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_lazy_page_init (SounderLazyPage *self)
{
  self->width_class = SOUNDER_WIDTH_WIDE;
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
  g_return_val_if_fail (g_type_is_a (type, GTK_TYPE_WIDGET), NULL);

  page = g_object_new (type, NULL);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "width-class") != NULL)
    g_object_set (page, "width-class", self->width_class, NULL);
  if (g_object_class_find_property (G_OBJECT_GET_CLASS (page), "workbench") != NULL)
    g_object_set (page, "workbench", self->workbench, NULL);
  g_object_set (page, "session", self->session, NULL);
  adw_bin_set_child (ADW_BIN (self), page);

  return page;
}
