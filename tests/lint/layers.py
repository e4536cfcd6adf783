# SPDX-License-Identifier: GPL-3.0-or-later
"""The layers: what each folder of src/ may include, and what it may not do."""
import re

INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)

# Folder: the folders whose headers it may include beside its own.
MAY_USE = {
    'wire': set(),
    'journal': {'wire'},
    'listen': {'wire'},
    'transport': {'wire', 'listen'},
    'auth': {'wire', 'listen', 'transport'},
    'session': {'wire', 'journal', 'listen', 'transport', 'auth'},
    'demo': {'wire', 'listen'},
    'cli': {'wire', 'journal', 'transport', 'auth', 'session'},
    'app': {'wire', 'journal', 'transport', 'auth', 'session'},
}
BELOW_PROGRAMS = {'wire', 'journal', 'listen', 'transport', 'auth', 'session'}

# First part of a system header's path: the folders that may include it.
TOOLKIT = {'app'}
FORBIDDEN_ELSEWHERE = {
    'gtk': TOOLKIT, 'gdk': TOOLKIT, 'gsk': TOOLKIT, 'adwaita.h': TOOLKIT, 'gtksourceview': TOOLKIT, 'pango': TOOLKIT,
    'cairo.h': TOOLKIT, 'graphene.h': TOOLKIT, 'cairo': TOOLKIT,
    'libsoup': {'listen', 'transport', 'auth', 'session', 'demo'},
    'libsecret': {'auth'},
    'gnutls': {'auth', 'demo'},
    'gio': set(MAY_USE) - {'wire'},
}

METHOD_NAME = re.compile(r'"(?:initialize|ping|(?:tools|resources|prompts|notifications|completion|logging|roots|'
                         r'sampling|elicitation|tasks|server|skills)/[A-Za-z_/]+)"')
PRINTS = re.compile(r'(?<![\w.>])(g_print|g_printerr|printf|puts|putchar|exit|_exit|abort)\s*\(')


# The table of rooms in a layer's meson.build: ['room', ['room that it may use', …]], from the ground up.
ROOMS = re.compile(r'_rooms = \[\n(.*?)^\]', re.S | re.M)
ROOM = re.compile(r"^\s*\['([\w-]+)', \[(.*?)\]\]", re.S | re.M)
NAME = re.compile(r"'([\w-]+)'")

# What McpSession is made of.
SESSION_INSIDE = 'mcp-session-private.h'


def read_rooms(tree, layer):
    """Room: all rooms whose headers it may include. Empty for a layer that has none."""
    build = tree.root / 'src' / layer / 'meson.build'
    table = ROOMS.search(build.read_text(encoding='utf-8')) if build.exists() else None
    rooms = {}
    for name, uses in ROOM.findall(table[1]) if table else []:
        rooms[name] = {name}
        for used in NAME.findall(uses):
            rooms[name] |= rooms.get(used, {None})
    return rooms


def check_include(place, bracket, path, owners, rooms):
    layer, room = place
    if bracket == '"':
        owner, owner_room = owners.get(path, place)
        if owner != layer and owner not in MAY_USE[layer]:
            return f'{layer} may not include {path} of {owner}'
        if path == SESSION_INSIDE and place != ('session', 'connection'):
            return f'only the room connection may include {path}'
        if owner == layer and room is not None and owner_room not in rooms[layer].get(room, {owner_room}):
            return f'{room} may not include {path} of {owner_room}'
        return None
    allowed = FORBIDDEN_ELSEWHERE.get(path.split('/')[0])
    if allowed is not None and layer not in allowed:
        return f'{layer} may not include <{path}>'
    return None


def find_place(tree, path, rooms):
    """The layer, and the room where there are any: None for a file beside them."""
    layer, *folders = path.relative_to(tree.root / 'src').parts[:-1] or ('',)
    return layer, folders[0] if folders and rooms.get(layer) else None


def check_test_rooms(tree, rooms):
    """Tests lie as the sources do: a folder for each room, and no test beside them."""
    for path in tree.files('.c', under='tests'):
        layer, *folders = path.relative_to(tree.root / 'tests').parts[:-1]
        if rooms.get(layer) and path.name.startswith('test-') and (folders or [None])[0] not in rooms[layer]:
            yield f'{tree.name(path)}: a test of {layer} belongs into a folder of the room it tests'


def check(tree):
    sources = [p for p in tree.files('.c', '.h', under='src')]
    rooms = {layer: read_rooms(tree, layer) for layer in MAY_USE}
    places = {path: find_place(tree, path, rooms) for path in sources}
    owners = {path.name: place for path, place in places.items() if path.suffix == '.h'}

    for layer, table in rooms.items():
        for room, uses in table.items():
            if None in uses:
                yield f'src/{layer}/meson.build: {room} uses a room that does not stand above it in the table'

    yield from check_test_rooms(tree, rooms)

    for path, (layer, room) in places.items():
        if layer not in MAY_USE:
            yield f'{tree.name(path)}: no layer is called {layer}'
            continue
        if room is not None and room not in rooms[layer]:
            yield f'{tree.name(path)}: {layer} has no room called {room}'
            continue

        text = COMMENT.sub('', path.read_text(encoding='utf-8'))
        for bracket, included in INCLUDE.findall(text):
            problem = check_include((layer, room), bracket, included, owners, rooms)
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
