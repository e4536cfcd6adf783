# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages are read without a warning, and have the sections a reader looks for."""
import re

from lint import run_tool

SECTIONS = ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'SEE ALSO')

# A row of the table of options of sounder-cli.
OPTION = re.compile(r'^\s*\{ "([a-z][a-z-]*)", (?:0|\'.\'), CLI_OPTION_', re.M)


def check_options(tree, page):
    """Every option that the program knows is in its page."""
    text = page.read_text(encoding='utf-8')
    options = []
    for table in tree.files('.c', under='src/cli'):
        options += OPTION.findall(table.read_text(encoding='utf-8'))
    if not options:
        yield f'{tree.name(page)}: no table of options was found in src/cli'
    for option in options:
        if '\\-\\-' + option.replace('-', '\\-') not in text:
            yield f'{tree.name(page)}: --{option} is missing'


def check(tree):
    pages = tree.files('.1', under='docs')
    if not pages:
        yield 'docs has no manual page'
    for path in pages:
        name = tree.name(path)
        status, text = run_tool('groff', '-man', '-Tutf8', '-ww', '-z', '-K', 'utf8', path)
        if status != 0 or text:
            yield f'{name}: {text}'
        source = path.read_text(encoding='utf-8')
        for section in SECTIONS:
            if f'\n.SH {section}\n' not in source and f'\n.SH "{section}"\n' not in source:
                yield f'{name}: no section {section}'
        title = re.search(r'^\.TH (\S+)', source, re.M)
        if title is None or title[1].lower() != path.stem:
            yield f'{name}: the title is not {path.stem}'
        if path.name == 'sounder-cli.1':
            yield from check_options(tree, path)
