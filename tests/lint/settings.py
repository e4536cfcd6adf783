# SPDX-License-Identifier: GPL-3.0-or-later
"""The settings schema compiles, each key says what it is for, and the code asks for no other key."""
import re
import xml.etree.ElementTree as ET

from lint import run_tool

USE = re.compile(r'\bg_settings_(?:get|set|bind|reset|create_action|is_writable)\w*\s*\(\s*[^,()]+(?:\([^()]*\))?[^,()]*,'
                 r'\s*"([^"]+)"')


def check(tree):
    schemas = tree.files('.gschema.xml', under='data')
    if not schemas:
        yield 'data has no schema'
        return

    # glib-compile-schemas hides in a private directory on some systems; pkg-config knows where.
    status, tool = run_tool('pkg-config', '--variable=glib_compile_schemas', 'gio-2.0')
    status, text = run_tool(tool if status == 0 and tool else 'glib-compile-schemas', '--strict', '--dry-run',
                            tree.root / 'data')
    if status != 0:
        yield f'glib-compile-schemas: {text}'
        return

    keys = set()
    for path in schemas:
        for key in ET.parse(path).iter('key'):
            keys.add(key.get('name'))
            if not (key.findtext('summary') or '').strip():
                yield f'{tree.name(path)}: {key.get("name")} has no summary'

    for path in tree.files('.c', under='src'):
        for key in USE.findall(path.read_text(encoding='utf-8')):
            if key not in keys:
                yield f'{tree.name(path)}: the schema has no key "{key}"'
