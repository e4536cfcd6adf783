# SPDX-License-Identifier: GPL-3.0-or-later
"""A type has a name of its own: two of one name, in two rooms, are read for each other."""
import re

TYPE = re.compile(r'^\} ((?:Mcp|Sounder|Cli|Demo)\w+);', re.M)


def check(tree):
    where = {}
    for path in tree.files('.c', '.h', under='src'):
        for name in TYPE.findall(path.read_text(encoding='utf-8')):
            where.setdefault(name, []).append(tree.name(path))
    for name, places in sorted(where.items()):
        if len(places) > 1:
            yield f'{name}: defined in {" and in ".join(places)}'
