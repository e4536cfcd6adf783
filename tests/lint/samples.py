# SPDX-License-Identifier: GPL-3.0-or-later
"""For each check a small tree it must accept, and changes to it that it must refuse.

GOOD[check] is {path: content}. SAMPLES are (check, {path: content or None to remove}, what it must say, options…);
the option `without-tools` runs the check where no tool is installed.
"""
import json

C_HEAD = '/* {} \n *\n * SPDX-License-Identifier: GPL-3.0-or-later\n */\n'


def c_file(name, body=''):
    return C_HEAD.format(name).replace(' \n', '\n', 1) + body


APP = 'org.example.App'
TRIM = '<?xml version="1.0" encoding="UTF-8"?>\n'


def ui(body):
    return TRIM + f'<interface>{body}</interface>\n'


def button(inner):
    return ui(f'<template class="W" parent="GtkBox"><child><object class="GtkButton">{inner}</object></child></template>')


def svg(size, attributes='', canvas=None):
    canvas = canvas or f'0 0 {size} {size}'
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="{canvas}">'
            f'<path d="M 0 0 H 1 V 1 Z"{attributes}/></svg>\n')


ICONS = 'data/icons/hicolor/'
SCHEMA = (TRIM + '<schemalist><schema id="org.example.App" path="/org/example/App/"><key name="width" type="i">'
          '<default>{}</default>{}</key></schema></schemalist>\n')
SUMMARY = '<summary>Width</summary>'

ENTRY = ('[Desktop Entry]\nType=Application\nName=App\nExec=app\nIcon=org.example.App\nDBusActivatable=true\n'
         'Keywords=app;\nCategories=Development;\n')
SERVICE = '[D-BUS Service]\nName=org.example.App\nExec=/usr/bin/app --gapplication-service\n'
SEARCH = '[Shell Search Provider]\nDesktopId=org.example.App.desktop\nBusName=org.example.App\nVersion=2\n'
METAINFO = (TRIM + '<component type="desktop-application"><id>org.example.App</id>'
            '<metadata_license>CC0-1.0</metadata_license><project_license>GPL-3.0-or-later</project_license>'
            '<name>App</name><summary>An example</summary><description><p>An example that is long enough to be one, '
            'with words in it.</p></description><developer_name>Somebody</developer_name>'
            '<url type="homepage">https://example.org/</url>'
            '<launchable type="desktop-id">org.example.App.desktop</launchable>'
            '<screenshots><screenshot type="default"><caption>{}</caption>'
            '<image type="source" width="1280" height="800">https://example.org/a.png</image></screenshot></screenshots>'
            '<content_rating type="oars-1.1"/>'
            '<releases><release version="0.1" date="2026-01-02"><description><p>First.</p></description></release>'
            '</releases></component>\n')


def manifest(app_id, development=False, **changes):
    source = {'type': 'dir', 'path': '..'} if development else {
        'type': 'git', 'url': 'https://example.org/sounder.git', 'tag': 'v1'}
    return json.dumps({
        'id': app_id, 'runtime': 'org.gnome.Platform', 'runtime-version': '51', 'sdk': 'org.gnome.Sdk',
        'command': 'sounder', 'separate-locales': False, 'finish-args': ['--socket=wayland'],
        'modules': [{'name': 'sounder', 'sources': [source],
                     'config-opts': ['-Dprofile=development'] if development else []}],
        **changes})


def with_archive(**changes):
    """A release manifest with a library of its own."""
    made = json.loads(manifest(APP))
    source = {'type': 'archive', 'url': 'https://example.org/a.tar.gz', 'sha256': '0' * 64, **changes}
    made['modules'].insert(0, {'name': 'a', 'sources': [source]})
    return json.dumps(made)


PO_HEAD = ('msgid ""\nmsgstr ""\n"Project-Id-Version: sounder\\n"\n"Language: ko\\n"\n'
           '"PO-Revision-Date: 2026-01-01 00:00+0000\\n"\n"Last-Translator: A <a@example.org>\\n"\n'
           '"Language-Team: Korean\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
           '"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\n')
PO = PO_HEAD + 'msgid "Hello"\nmsgstr "안녕"\n'
MESSAGES = {
    'src/a.c': c_file('a.c', 'const char *text = _("Hello");\n'),
    'po/POTFILES.in': 'src/a.c\n',
    'po/LINGUAS': 'ko\n',
    'po/ko.po': PO,
}

PAGE = ('.TH APP 1 2026-01-01 "App 1" "User Commands"\n.SH NAME\napp \\- an example\n.SH SYNOPSIS\napp\n'
        '.SH DESCRIPTION\nAn example.\n.SH OPTIONS\nNone.\n.SH "SEE ALSO"\nOthers.\n')
OPTIONS = '  { "raw", \'r\', CLI_OPTION_FLAG, 0, NULL, "", NULL },\n'
COMMANDS = '  { "tools", "list", NULL,\n  { "info", NULL, NULL,\n'
CLI_PAGE = PAGE.replace('APP', 'SOUNDER-CLI').replace('None.', '.TP\n.BR \\-r ", " \\-\\-raw\nNothing.\n'
                        '.TP\n.B info\nWho.\n.TQ\n.B tools list\nWhat.\n.TP\n.B NO_COLOR\nNone.')
USAGE = 'static int\nprint_usage (FILE *file)\n{\n  fprintf (file, "Usage: [--http PORT], as sounder-cli --demo does\\n");\n}\n'
DEMO_PAGE = PAGE.replace('APP', 'SOUNDER-DEMO-SERVER').replace('None.', '.TP\n.B \\-\\-http\nServe.')

TABLE = '  { "json.invalid", MCP_SEVERITY_ERROR, "here" },\n'

BUILD_OPTIONS = json.dumps([{'name': 'app', 'value': True}, {'name': 'demo', 'value': True},
                            {'name': 'profile', 'value': 'default'}, {'name': 'prefix', 'value': '/opt'}])
INSTALLED = ('{"/src/sounder": "/opt/bin/sounder", "/src/cli": "/opt/bin/sounder-cli", %s'
             '"/src/_cli": "/opt/share/zsh/site-functions/_cli"}\n')

GOOD = {
    'words': {
        'src/a.c': 'f (ngettext ("%u call", "%u calls", n), _("more than %u calls"), _("%u goes on"));\n'
                   'g (_("Not JSON: %s"), text);\n',
        'src/app/w.ui': ui('<object class="GtkButton"><property name="label">_Save…</property>'
                           '<property name="tooltip-text">Write it into a file</property></object>'),
    },
    'rules': {
        'src/session/lint/mcp-linter.c': TABLE,
        'src/session/mcp-b.c': 'mcp_reporter_report (self, serial, "json.invalid", "%s", text);\n',
        'docs/protocol.md': '`json.*`\n',
    },
    'eras': {
        'src/session/protocol/mcp-revision.c': 'since = MCP_VERSION_2025_06_18;\n',
        'src/cli/a.c': '/* not MCP_ERA_MODERN */\nif (mcp_session_has_feature (s, MCP_FEATURE_PING)) return;\n',
        'src/cli/cli-connection-fail.c': 'x = MCP_ERA_CHOICE_MODERN;\n',
    },
    'typenames': {
        'src/wire/mcp-a.h': 'typedef struct\n{\n  int a;\n} McpA;\n',
        'src/app/b.c': 'typedef struct\n{\n  McpA a;\n} Row;\n',
        'src/app/c.c': 'typedef struct\n{\n  int b;\n} Row;\n',
    },
    'layers': {
        'src/wire/mcp-a.h': '#include <glib-object.h>\n',
        'src/session/meson.build': "mcp_session_rooms = [\n  ['model', []],\n  ['connection', ['model']],\n]\n",
        'src/session/model/mcp-m.h': '',
        'src/session/connection/mcp-b.c': '#include <gio/gio.h>\n#include "mcp-a.h"\n#include "mcp-m.h"\n'
                                          '/* #include <gtk/gtk.h> and printf () */\n',
        'src/app/window.c': '#include <gtk/gtk.h>\n#include "mcp-a.h"\n',
    },
    'pages': {
        'src/app/a.c': 'p = g_param_spec_object ("session", NULL, NULL, T, G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY);\n'
                       'w = g_object_new (T, "session", session, NULL);\n',
        'src/app/b.c': 'GParamFlags once = G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY;\n'
                       'p = g_param_spec_object ("server", NULL, NULL, T, once);\n',
    },
    'symbols': {'PROGRAM': 'int main (void) { return 0; }\n'},
    'text': {
        'src/a.c': c_file('a.c', 'int a;\n'),
        'meson.build': '# SPDX-License-Identifier: GPL-3.0-or-later\n',
        'tests/fixtures/odd.json': 'blanks  \n\n\n',
    },
    'ui': {
        'src/app/w.ui': button('<property name="icon-name">x-symbolic</property><accessibility>'
                               '<property name="label" translatable="yes">Close</property></accessibility>'),
        'src/app/w.c': '\n',
        'src/app/s.gresource.xml': '<gresources><gresource><file>w.ui</file></gresource></gresources>\n',
    },
    'desktop': {
        f'out/data/{APP}.desktop': ENTRY,
        f'out/data/{APP}.service': SERVICE,
        f'out/data/{APP}.search-provider.ini': SEARCH,
        f'out/data/{APP}.metainfo.xml': METAINFO.format('A picture'),
    },
    'settings': {
        'data/org.example.App.gschema.xml': SCHEMA.format('1', SUMMARY),
        'src/app/w.c': 'int w = g_settings_get_int (settings, "width");\n',
    },
    'icons': {
        ICONS + 'scalable/apps/a.svg': svg(128),
        ICONS + 'symbolic/apps/a-symbolic.svg': svg(16),
    },
    'flatpak': {
        'meson.build': "project('sounder', 'c',\n  version: '1',\n)\n",
        'data/org.example.App.metainfo.xml.in': '<release version="1"/><release version="0"/>\n',
        'flatpak/org.example.App.json': manifest('org.example.App'),
        'flatpak/org.example.App.Devel.json': manifest('org.example.App.Devel', True),
        'docs/flatpak.md': '`--socket=wayland` shows the window\n',
    },
    'potfiles': MESSAGES,
    'translations': MESSAGES,
    'debian': {
        'meson.build': "project('sounder', 'c',\n  version: '1',\n)\n",
        'build-aux/packages': 'packages_to_run=(\n  libone-dev\n  meson\n)\npackages_to_check=(\n  libtwo-dev\n)\n',
        'debian/changelog': 'sounder (1-1) unstable; urgency=medium\n',
        'debian/control': 'Build-Depends:\n libone-dev (>= 1),\n meson,\nStandards-Version: 4\n',
        'debian/sounder.install': 'usr/bin/sounder\n',
        'debian/sounder-cli.install': 'usr/bin/sounder-cli\nusr/share/zsh usr/share/other\n',
        'out/meson-info/intro-buildoptions.json': BUILD_OPTIONS,
        'out/meson-info/intro-installed.json': INSTALLED % '',
    },
    'handbook': {
        'docs/README.md': '# The handbook\n\n- [One](one.md): the first\n',
        'docs/one.md': '# One\n\n[Here](#other-words) and [there](https://example.org/)\n\n![A picture](../data/p.png)\n\n'
                       '## “Other” words\n\n```sh\n[no](link)\n\n    code\n```\n',
        'data/p.png': '',
        'src/app/sounder.gresource.xml': '<file compressed="true">README.md</file><file>one.md</file>'
                                         '<file alias="pictures/p.png">p.png</file>\n',
        'src/app/shell/sounder-help.c': '{ "tools", "one" },\n',
        'src/app/w.ui': '<attribute name="action">win.help</attribute>\n<attribute name="target">one</attribute>\n',
    },
    'manpages': {
        'docs/app.1': PAGE,
        'docs/sounder-cli.1': CLI_PAGE,
        'docs/sounder-demo-server.1': DEMO_PAGE,
        'src/cli/cli-option-table.c': OPTIONS,
        'src/cli/cli-commands.c': COMMANDS,
        'src/cli/cli-output.c': 'g_getenv ("NO_COLOR"); g_getenv ("TERM");\n',
        'src/demo/main.c': USAGE,
    },
    'scripts': {
        'build-aux/check': '#!/bin/bash\ntrue\n',
        'build-aux/rules': '#!/usr/bin/make -f\n%:\n\tdh $@ $(if)\n',
        '.ci/run': '#!/bin/bash\nexec build-aux/check\n',
    },
}

SAMPLES = [
    ('words', {'src/a.c': 'f (_("has %u messages"), n);\n'}, 'no singular'),
    ('words', {'src/a.c': 'f (_("has %" PRId64\n "characters and %" PRId64 " items"), n);\n'}, 'no singular'),
    ('words', {'src/a.c': 'f (N_("%s calls"), n);\n'}, 'no singular'),
    ('words', {'src/a.c': 'f (_("The text is no JSON: %s"), error->message);\n'}, 'so does the error'),
    ('words', {'src/app/w.ui': ui('<object class="GtkButton"><property name="label">_Save…</property>'
                                  '<property name="tooltip-text">Save…</property></object>')}, 'no more than its label'),
    ('rules', {'src/session/mcp-b.c': 'mcp_reporter_report (self, 1, "json.other", "x");\n'}, 'the table has no rule json.other'),
    ('rules', {'src/session/mcp-b.c': '\n'}, 'nothing reports json.invalid'),
    ('rules', {'src/session/lint/mcp-linter.c': TABLE + TABLE}, 'json.invalid is there twice'),
    ('rules', {'src/session/lint/mcp-linter.c': '\n'}, 'no table of rules'),
    ('rules', {'docs/protocol.md': '\n'}, 'nothing about the rules json.*'),

    ('typenames', {'src/session/model/mcp-b.h': 'typedef enum {\n  MCP_A,\n} McpA;\n'},
     'McpA: defined in src/session/model/mcp-b.h and in src/wire/mcp-a.h'),

    ('eras', {'src/app/health/a.c': 'return mcp_session_get_era (s) == MCP_ERA_MODERN;\n'}, 'a.c: names eras or revisions 1 times'),
    ('eras', {'src/session/lint/a.c': 'if (version < MCP_VERSION_2025_06_18) return;\n'}, 'a.c: names eras or revisions 1 times'),
    ('eras', {'src/cli/a.c': 'return mcp_version_is_modern (version);\n'}, 'mcp_version_is_modern'),
    ('eras', {'src/cli/cli-connection-fail.c': 'return;\n'}, 'names eras or revisions 0 times, not 1'),

    ('layers', {'src/wire/mcp-a.h': '#include <gio/gio.h>\n'}, 'wire may not include <gio/gio.h>'),
    ('layers', {'src/session/connection/mcp-b.c': '#include <gtk/gtk.h>\n'}, 'session may not include <gtk/gtk.h>'),
    ('layers', {'src/session/connection/mcp-c.h': '', 'src/session/model/mcp-m.c': '#include "mcp-c.h"\n'},
     'model may not include mcp-c.h of connection'),
    ('layers', {'src/session/connection/mcp-session-private.h': '', 'src/cli/a.c': '#include "mcp-session-private.h"\n'},
     'only the room connection may include mcp-session-private.h'),
    ('layers', {'src/session/meson.build': "mcp_session_rooms = [\n  ['connection', ['model']],\n  ['model', []],\n]\n"},
     'connection uses a room that does not stand above it in the table'),
    ('layers', {'src/session/other/mcp-o.c': '\n'}, 'session has no room called other'),
    ('layers', {'tests/session/test-o.c': '\n'}, 'belongs into a folder of the room'),
    ('layers', {'src/cli/main.c': '#include <adwaita.h>\n'}, 'cli may not include <adwaita.h>'),
    ('layers', {'src/transport/mcp-t.c': '#include <gnutls/abstract.h>\n'},
     'transport may not include <gnutls/abstract.h>'),
    ('layers', {'src/journal/mcp-j.h': '', 'src/transport/mcp-t.c': '#include "mcp-j.h"\n'},
     'transport may not include mcp-j.h of journal'),
    ('layers', {'src/session/mcp-s.h': '', 'src/demo/d.c': '#include "mcp-s.h"\n'},
     'demo may not include mcp-s.h of session'),
    ('layers', {'src/transport/mcp-t.c': 'call ("tools/list");\n'}, 'a transport knows no method'),
    ('layers', {'src/journal/mcp-j.c': 'g_print ("x");\n'}, 'only programs print or exit'),
    ('layers', {'src/other/a.c': '\n'}, 'no layer is called other'),

    ('pages', {'src/app/c.c': 'p = g_param_spec_object ("session", NULL, NULL, T, G_PARAM_READWRITE);\n'},
     'c.c:1: not construct-only'),
    ('pages', {'src/app/c.c': 'p = g_param_spec_object ("workbench", NULL, NULL, T, flags);\n'}, 'not construct-only'),
    ('pages', {'src/app/c.c': 'g_object_set (page, "width", 1, "session", other, NULL);\n'}, 'is given another server'),
    ('pages', {'src/app/c.c': 'g_object_bind_property (a, "server", b, "server", 0);\n'}, 'is given another server'),
    ('pages', {'src/app/c.ui': '<property name="session" bind-source="a" bind-property="session"/>\n'},
     'is given another server'),

    ('symbols', {'PROGRAM': 'int gtk_init (void) { return 0; }\nint main (void) { return gtk_init (); }\n'},
     'uses gtk_init'),
    ('symbols', {'PROGRAM': None}, 'no program was given'),
    ('symbols', {}, 'nm is missing', 'without-tools'),

    ('text', {'src/a.c': '/* a.c */\nint a;\n'}, 'no SPDX line'),
    ('text', {'src/a.c': c_file('b.c')}, 'the first line is not "/* a.c"'),
    ('text', {'src/a.c': c_file('a.c', 'int a; \n')}, 'a.c:5: blanks at the end'),
    ('text', {'src/a.c': c_file('a.c', 'int\ta;\n')}, 'a tab'),
    ('text', {'src/a.c': c_file('a.c', 'int a;')}, 'no newline at the end'),
    ('text', {'src/a.c': c_file('a.c', 'int a;\n\n')}, 'blank lines at the end'),
    ('text', {'src/a.c': c_file('a.c', 'int a;\n' * 1001)}, 'split it by verb'),
    ('text', {'src/a.c': c_file('a.c', 'int a = g_str_hash ("");\n')}, 'has no seed'),
    ('text', {'src/a.c': c_file('a.c', '#define G_LOG_DOMAIN "a"\n')}, 'a.c:5: the log domain is'),
    ('text', {'src/a.c': b'\xff\n'}, "can't decode"),
    ('text', {'build-aux/tool': '#!/bin/sh\n'}, 'build-aux/tool: no SPDX line'),
    ('text', {'src/w.css': 'a {}\n'}, 'src/w.css: no SPDX line'),

    ('ui', {'src/app/w.ui': '<interface>\n'}, 'no element found'),
    ('ui', {'src/app/s.gresource.xml': '<gresources/>\n'}, 'in no gresource.xml'),
    ('ui', {'src/app/w.c': None}, 'has no w.c beside it'),
    ('ui', {'src/app/w.ui': button('<property name="icon-name">x</property>')}, 'has an icon and no accessible label'),
    ('ui', {'src/app/w.ui': button('<child><object class="GtkImage"/></child>')}, 'has an icon and no accessible label'),
    ('ui', {'src/app/w.ui': button('<property name="label">Close</property>')}, 'not marked as translatable'),
    ('ui', {'src/app/w.ui': ui('<object class="GtkSearchEntry"/>')}, 'has no accessible label'),
    ('ui', {'src/app/w.ui': ui('<object class="GtkTreeView"/>')}, 'of a deprecated class'),
    ('ui', {'src/app/w.ui': ui('<template class="W" parent="AdwDialog"/>')}, 'that the oldest supported libraries lack'),

    ('desktop', {f'out/data/{APP}.desktop': ENTRY.replace('Type=Application\n', '')}, 'desktop-file-validate'),
    ('desktop', {f'out/data/{APP}.desktop': ENTRY.replace('Icon=org.example.App', 'Icon=app')}, 'the icon is app'),
    ('desktop', {f'out/data/{APP}.desktop': ENTRY.replace('true', 'false')}, 'not activated over D-Bus'),
    ('desktop', {f'out/data/{APP}.desktop': ENTRY.replace('Keywords=app;\n', '')}, 'no keywords'),
    ('desktop', {f'out/data/{APP}.service': SERVICE.replace('.App', '.Other')}, 'the name is org.example.Other'),
    ('desktop', {f'out/data/{APP}.service': SERVICE.replace('/usr/bin/', '')}, 'not an absolute path'),
    ('desktop', {f'out/data/{APP}.metainfo.xml': METAINFO.format('').replace('<summary>An example</summary>', '')},
     'appstreamcli'),
    ('desktop', {f'out/data/{APP}.metainfo.xml': METAINFO.format('A picture').replace('<id>org.example.App<',
                                                                                     '<id>org.example.Other<')},
     'the id is org.example.Other'),
    ('desktop', {f'out/data/{APP}.search-provider.ini': SEARCH.replace('Name=org.example.App', 'Name=org.example.Other')},
     'the name is org.example.Other'),
    ('desktop', {f'out/data/{APP}.search-provider.ini': SEARCH.replace('App.desktop', 'Other.desktop')},
     'the desktop entry is org.example.Other.desktop'),
    ('desktop', {f'out/data/{APP}.service': None}, 'has not one *.service'),
    ('desktop', {}, 'appstreamcli is missing', 'without-tools'),
    ('desktop', {}, 'desktop-file-validate is missing', 'without-tools'),

    ('settings', {'data/org.example.App.gschema.xml': SCHEMA.format('"x"', SUMMARY)}, 'glib-compile-schemas'),
    ('settings', {'data/org.example.App.gschema.xml': SCHEMA.format('1', '')}, 'width has no summary'),
    ('settings', {'src/app/w.c': 'g_settings_bind (self->settings, "height", self, "height", 0);\n'},
     'the schema has no key "height"'),
    ('settings', {'data/org.example.App.gschema.xml': None}, 'data has no schema'),
    ('settings', {}, 'glib-compile-schemas is missing', 'without-tools'),

    ('icons', {ICONS + 'scalable/apps/a.svg': '<svg'}, 'a.svg: '),
    ('icons', {ICONS + 'scalable/apps/a.svg': svg(64)}, 'the canvas is not 128 by 128'),
    ('icons', {ICONS + 'symbolic/apps/a-symbolic.svg': svg(16, ' stroke="#000"')}, 'a symbolic icon has a stroke'),
    ('icons', {'src/app/a.ui': '<property name="icon-name">never-drawn-symbolic</property>'}, 'never-drawn-symbolic is in neither'),
    ('icons', {ICONS + 'symbolic/apps/a-symbolic.svg': None}, 'lacks the icon or its symbolic form'),

    ('flatpak', {'flatpak/org.example.App.json': '{,}'}, 'org.example.App.json: '),
    ('flatpak', {'flatpak/org.example.App.json': manifest('org.example.Other')}, 'the id is org.example.Other'),
    ('flatpak', {'flatpak/org.example.App.json': manifest(APP, runtime='org.kde.Platform')}, 'runtime is org.kde'),
    ('flatpak', {'flatpak/org.example.App.json': manifest(APP, **{'finish-args': ['--filesystem=host']})}, 'too wide'),
    ('flatpak', {'flatpak/org.example.App.json': manifest(APP, **{'finish-args': ['--share=ipc']})},
     'does not say what --share=ipc is for'),
    ('flatpak', {'meson.build': None}, 'no meson.build in ..'),
    ('flatpak', {'flatpak/org.example.App.json': manifest(APP, True)}, 'the profile does not fit'),
    ('flatpak', {'meson.build': "project('sounder', 'c',\n  version: '2',\n)\n"}, 'the tag is v1, and the version'),
    ('flatpak', {'data/org.example.App.metainfo.xml.in': '<release version="0"/>\n'}, "the newest release is ['0']"),
    ('flatpak', {'flatpak/org.example.App.json': manifest(APP).replace('"tag"', '"commit": "abc", "tag"')},
     'abc is not a commit'),
    ('flatpak', {'flatpak/org.example.App.json': with_archive(sha256='abc')}, 'needs its SHA-256'),
    ('flatpak', {'flatpak/org.example.App.json': with_archive(url='http://example.org/a.tar.gz')}, 'needs https addresses'),
    ('flatpak', {'flatpak/org.example.App.json': manifest(APP, **{'separate-locales': True})}, 'separate-locales'),
    ('flatpak', {'flatpak/org.example.App.Devel.json': None}, 'has not two manifests'),

    ('potfiles', {'src/b.c': c_file('b.c', 'x (_("B"));\n')}, 'src/b.c has messages and is not listed'),
    ('potfiles', {'src/b.ui': ui('<property name="label" translatable="yes">B</property>')},
     'src/b.ui has messages and is not listed'),
    ('potfiles', {'src/a.c': c_file('a.c', '/* _("Hello") */\n')}, 'is listed and has no messages'),

    ('translations', {'po/ko.po': PO_HEAD + 'msgid "Hello"\nmsgstr ""\n'}, '1 untranslated'),
    ('translations', {'po/ko.po': PO_HEAD + '#, fuzzy\nmsgid "Hello"\nmsgstr "안녕"\n'}, '1 fuzzy'),
    ('translations', {'po/ko.po': PO_HEAD}, 'not in step'),
    ('translations', {'po/ko.po': PO_HEAD + '#, c-format\nmsgid "Hello"\nmsgstr "%s"\n'}, 'po/ko.po: '),
    ('translations', {'src/a.c': c_file('a.c', 'printf (_("%" G_GUINT64_FORMAT " bytes"), n);\n')}, 'format string'),
    ('translations', {}, 'xgettext', 'without-tools'),

    ('debian', {'meson.build': "project('sounder', 'c',\n  version: '2',\n)\n"}, 'the newest release is 1, and the version'),
    ('debian', {'debian/changelog': 'sounder (1) unstable\n'}, 'not that of a release'),
    ('debian', {'build-aux/packages': '  libnew-dev\n'}, 'libnew-dev is not in Build-Depends'),
    ('debian', {'out/meson-info/intro-installed.json': INSTALLED % '"/src/new": "/opt/bin/new", '}, 'usr/bin/new is in none of'),
    ('debian', {'debian/sounder.install': 'usr/bin\n'}, 'sounder-cli is in sounder-cli.install, sounder.install of'),
    ('debian', {'debian/sounder.install': 'usr/bin/sounder\nusr/lib\n'}, 'usr/lib is not installed'),

    ('handbook', {'docs/README.md': None}, 'there is no list'),
    ('handbook', {'docs/README.md': '# The handbook\n'}, 'one.md is there 0 times'),
    ('handbook', {'docs/two.md': '# Two\n'}, 'the window does not have two.md'),
    ('handbook', {'docs/one.md': 'One\n'}, 'does not begin with its title'),
    ('handbook', {'docs/one.md': '# One\n\n    code\n'}, 'between fences'),
    ('handbook', {'docs/one.md': '# One\n\n[a](two.md)\n'}, 'two.md is not there'),
    ('handbook', {'docs/one.md': '# One\n\n[a](#two)\n'}, '#two has no such heading'),
    ('handbook', {'docs/one.md': '# One\n\n[a](../data/p.png)\n'}, 'no page of the handbook'),
    ('handbook', {'docs/one.md': '# One\n\n![a](../data/q.png)\n', 'data/q.png': ''}, 'the window does not have ../data/q.png'),
    ('handbook', {'src/app/shell/sounder-help.c': '{ "tools", "two" },\n'}, 'the handbook has no page two'),
    ('handbook', {'src/app/a.c': '/* help */ run ("win.help::two");\n'}, 'the handbook has no page two'),

    ('manpages', {'docs/app.1': PAGE + '.FOO\n'}, 'FOO'),
    ('manpages', {'docs/app.1': PAGE.replace('.SH OPTIONS\n', '')}, 'no section OPTIONS'),
    ('manpages', {'docs/app.1': PAGE.replace('.TH APP', '.TH OTHER')}, 'the title is not app'),
    ('manpages', {'docs/app.1': None, 'docs/sounder-cli.1': None, 'docs/sounder-demo-server.1': None}, 'no manual page'),
    ('manpages', {'docs/sounder-cli.1': CLI_PAGE.replace(' ", " \\-\\-raw', '')}, '--raw is missing'),
    ('manpages', {'docs/sounder-cli.1': CLI_PAGE.replace('\\-r ", " ', '')}, '-r is missing'),
    ('manpages', {'src/cli/cli-option-table.c': OPTIONS.replace('raw', 'cooked')}, '--raw is no option'),
    ('manpages', {'src/cli/cli-option-table.c': None, 'src/cli/cli-commands.c': None}, 'no table of options'),
    ('manpages', {'docs/sounder-cli.1': CLI_PAGE.replace('tools list', 'tools')}, 'the command tools list is missing'),
    ('manpages', {'docs/sounder-cli.1': CLI_PAGE.replace('NO_COLOR', 'COLOR')}, 'NO_COLOR is missing'),
    ('manpages', {'src/cli/a.c': 'name = "OTEL_NEW";\n'}, 'OTEL_NEW is missing'),
    ('manpages', {'src/demo/main.c': USAGE.replace('--http', '--ftp')}, '--ftp is missing'),
    ('manpages', {'src/demo/main.c': None}, 'no usage was found in src/demo/main.c'),
    ('manpages', {}, 'groff is missing', 'without-tools'),

    ('scripts', {'build-aux/check': '#!/bin/bash\nif\n'}, 'syntax error'),
    ('scripts', {'build-aux/check': '#!/usr/bin/env python3\n'}, 'not #!/usr/bin/python3'),
    ('scripts', {'tests/tool': '#!/bin/sh\n'}, 'not executable'),
    ('scripts', {'.ci/run': '#!/bin/bash\ntrue\n'}, 'does not end with build-aux/check'),
]
