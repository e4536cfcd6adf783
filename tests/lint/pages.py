# SPDX-License-Identifier: GPL-3.0-or-later
"""A page or view of the window shows one server as long as it lives: no other one is ever given to it."""
import re

NAMES = r'"(?:session|workbench|server)"'
SPEC = re.compile(r'g_param_spec_object\s*\(\s*' + NAMES + r'[^;]*;')
SETTER = re.compile(r'\b(?:g_object_set|g_object_set_property|g_object_bind_property(?:_full)?)\s*\([^;]*?' + NAMES + r'[^;]*;')
BOUND = re.compile(r'<property name=' + NAMES + r'[^>]*bind-source|<binding name=' + NAMES)


def line_of(text, match):
    return text.count('\n', 0, match.start()) + 1


def check(tree):
    for path in tree.files('.c', '.ui', under='src/app'):
        name = tree.name(path)
        text = path.read_text(encoding='utf-8')
        once = re.search(r'GParamFlags once =[^;]*G_PARAM_CONSTRUCT_ONLY', text) is not None

        for found in SPEC.finditer(text):
            if 'G_PARAM_CONSTRUCT_ONLY' not in found[0] and not (once and re.search(r'\bonce\b', found[0])):
                yield f'{name}:{line_of(text, found)}: not construct-only: a page shows one server as long as it lives'
        for found in [*SETTER.finditer(text), *BOUND.finditer(text)]:
            yield f'{name}:{line_of(text, found)}: a page is given another server'
