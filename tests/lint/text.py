# SPDX-License-Identifier: GPL-3.0-or-later
"""What every text file has: a licence, an end, no blanks at the ends of lines, a size one can know."""
import re

NEEDS_LICENCE = ('.c', '.h', '.ui', '.css', '.py', '.sh', '.svg', '.xml', '.in', '.yml', '.1', '.supp',
                 'meson.build', 'meson_options.txt', 'LINGUAS')
TEXT = NEEDS_LICENCE + ('.md', '.json', '.po', '.clang-format', '.editorconfig', '.gitignore')

# Bytes that stand for traffic: their oddities are their purpose.
FIXTURES = ('tests/fixtures/', 'tests/fuzz/corpus/', 'tests/interop/package-lock.json')

WARN_LINES = 700
MAX_LINES = 1000


def is_script(path):
    if '.' in path.name:
        return False
    with path.open('rb') as file:
        return file.read(2) == b'#!'


def check_licence(tree, path, lines):
    if not any('SPDX-License-Identifier:' in line for line in lines[:6]):
        yield f'{tree.name(path)}: no SPDX line at its head'
    if path.suffix in ('.c', '.h') and (not lines or lines[0] != f'/* {path.name}'):
        yield f'{tree.name(path)}: the first line is not "/* {path.name}"'


def check_lines(tree, path, text, lines):
    for number, line in enumerate(lines, 1):
        if line != line.rstrip():
            yield f'{tree.name(path)}:{number}: blanks at the end of the line'
        if '\t' in line and path.suffix in ('.c', '.h', '.py', '.ui'):
            yield f'{tree.name(path)}:{number}: a tab'
    if text and not text.endswith('\n'):
        yield f'{tree.name(path)}: no newline at the end'
    if text.endswith('\n\n'):
        yield f'{tree.name(path)}: blank lines at the end'


def check_hash(tree, path, text):
    """What a server may have chosen is hashed with a seed; the demo server chooses for itself."""
    for found in re.findall(r'\bg_(?:str|bytes)_hash\b(?!\(\))', text):
        yield f'{tree.name(path)}: {found} has no seed: mcp-hash.h has the same with one'


def check_domain(tree, path, lines):
    """A precompiled header has read GLib before the first line of a file."""
    for number, line in enumerate(lines, 1):
        if re.match(r'\s*#\s*define\s+G_LOG_DOMAIN\b', line):
            yield f'{tree.name(path)}:{number}: the log domain is that of the library, and meson.build defines it'


def check(tree):
    for path in tree.files():
        name = tree.name(path)
        if name.startswith(FIXTURES) or '/fixtures/' in name or '/corpus/' in name:
            continue

        script = is_script(path)
        if not script and not path.name.endswith(TEXT):
            continue

        try:
            text = path.read_text(encoding='utf-8')
        except UnicodeDecodeError as error:
            yield f'{name}: {error}'
            continue
        lines = text.split('\n')

        if script or path.name.endswith(NEEDS_LICENCE):
            yield from check_licence(tree, path, lines)
        if path.suffix != '.po':
            yield from check_lines(tree, path, text, lines)
        if path.suffix == '.c' and name.startswith('src/') and not name.startswith('src/demo/'):
            yield from check_hash(tree, path, text)
        if path.suffix in ('.c', '.h'):
            yield from check_domain(tree, path, lines)
        if path.suffix == '.c' and len(lines) > MAX_LINES:
            yield f'{name}: {len(lines)} lines, which is more than {MAX_LINES}: split it by verb'
        elif path.suffix == '.c' and len(lines) > WARN_LINES:
            print(f'{name}: {len(lines)} lines; above {WARN_LINES} there should be a reason')
