# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers: what each folder of src/ may include, and what it may not do."""
import re

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)

# Folder: the folders whose headers it may include beside its own.
MAY_USE = {
    'wire': set(),
    'journal': {'wire'},
    'transport': {'wire'},
    'auth': {'wire'},
    'session': {'wire', 'journal', 'transport', 'auth'},
    'demo': {'wire'},
    'cli': {'wire', 'journal', 'transport', 'auth', 'session'},
    'app': {'wire', 'journal', 'transport', 'auth', 'session'},
}
BELOW_PROGRAMS = {'wire', 'journal', 'transport', 'auth', 'session'}

# First part of a system header's path: the folders that may include it.
TOOLKIT = {'app'}
FORBIDDEN_ELSEWHERE = {
    'gtk': TOOLKIT, 'gdk': TOOLKIT, 'gsk': TOOLKIT, 'adwaita.h': TOOLKIT, 'gtksourceview': TOOLKIT, 'pango': TOOLKIT,
    'cairo.h': TOOLKIT, 'graphene.h': TOOLKIT, 'cairo': TOOLKIT,
    'libsoup': {'transport', 'auth', 'session', 'demo'},
    'libsecret': {'auth'},
    'gio': set(MAY_USE) - {'wire'},
}

METHOD_NAME = re.compile(r'"(?:initialize|ping|(?:tools|resources|prompts|notifications|completion|logging|roots|'
                         r'sampling|elicitation|tasks|server)/[A-Za-z_/]+)"')
PRINTS = re.compile(r'(?<![\w.>])(g_print|g_printerr|printf|puts|putchar|exit|_exit|abort)\s*\(')


def check_include(layer, bracket, path, owners):
    if bracket == '"':
        owner = owners.get(path)
        if owner is not None and owner != layer and owner not in MAY_USE[layer]:
            return f'{layer} may not include {path} of {owner}'
        return None
    allowed = FORBIDDEN_ELSEWHERE.get(path.split('/')[0])
    if allowed is not None and layer not in allowed:
        return f'{layer} may not include <{path}>'
    return None


def check(tree):
    sources = [p for p in tree.files('.c', '.h', under='src')]
    owners = {p.name: p.relative_to(tree.root / 'src').parts[0] for p in sources if p.suffix == '.h'}

    for path in sources:
        layer = path.relative_to(tree.root / 'src').parts[0]
        if layer not in MAY_USE:
            yield f'{tree.name(path)}: no layer is called {layer}'
            continue

        text = COMMENT.sub('', path.read_text(encoding='utf-8'))
        for bracket, included in INCLUDE.findall(text):
            problem = check_include(layer, bracket, included, owners)
            if problem:
                yield f'{tree.name(path)}: {problem}'

        if layer == 'transport':
            for match in METHOD_NAME.finditer(text):
                yield f'{tree.name(path)}: a transport knows no method, but names {match[0]}'
        if layer in BELOW_PROGRAMS:
            for match in PRINTS.finditer(text):
                # The child between fork and exec has nobody to return to.
                if match[1] != '_exit':
                    yield f'{tree.name(path)}: only programs print or exit, but it calls {match[1]}()'
