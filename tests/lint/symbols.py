# SPDX-License-Identifier: GPL-3.0-or-later
"""sounder-cli needs no toolkit: neither a symbol nor a library of it is in the built program."""
import re

from lint import run_tool

TOOLKIT_SYMBOL = re.compile(r'\b((?:gtk|gdk|gsk|adw|gtk_source)_\w+)')
TOOLKIT_LIBRARY = re.compile(r'\[(lib(?:gtk|adwaita|gtksourceview|pango|cairo)[^\]]*)\]')


def check(tree):
    if not tree.program:
        yield 'no program was given'
        return

    status, text = run_tool('nm', tree.program)
    if status != 0:
        yield f'nm {tree.program}: {text}'
    for symbol in sorted(set(TOOLKIT_SYMBOL.findall(text))):
        yield f'{tree.program} uses {symbol}'

    status, text = run_tool('readelf', '--dynamic', '--wide', tree.program)
    if status != 0:
        yield f'readelf {tree.program}: {text}'
    for library in TOOLKIT_LIBRARY.findall(text):
        yield f'{tree.program} is linked with {library}'
