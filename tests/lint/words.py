# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for people: counts with a singular, errors that say a thing once, tooltips that say more than the label."""
import re
import xml.etree.ElementTree as ET

# A message with all its pieces, and macros such as PRId64 between them.
MESSAGE = re.compile(r'(?<![\w.])(?:_|N_|C_) ?\(((?:\s|"(?:[^"\\]|\\.)*"|\b(?:PRI\w+|G_GU?INT\w+|G_GS?SIZE\w+)\b)+)')
PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"|(PRI\w+|G_G\w+)')
# “%u messages”; of “%s calls” the number was formatted. Bytes and pixels are never few.
NUMBER = r'%(?:\d+\$)?[-\'0-9.]*(?:(?:z|l|ll|h)?[ud]|@)'
COUNT = re.compile(NUMBER + r' (?:more )?(?!bytes|pixels|bits|others|less|goes|has|is|needs|was|belongs)[a-z]{3,}s\b'
                   r'|%(?:\d+\$)?s (?:calls|characters|items|messages|rows|times)\b')
# Of what is said only when there are several, or of a limit of ours.
SEVERAL = re.compile(r'[Mm]ore than |[Ll]onger than |'
                     + '|'.join(map(re.escape, (
                         ' · @ times', ', @ times', '@ of @ values', 'which of its @ servers?', 'one file for @ connections',
                         'restarted @ times in a row', '@ answers to one request', 'no end after @ pages',
                         '@ values: there may be 100', 'no “endpoint” in @ seconds', 'did not end in @ seconds',
                         'only the first @ are', '@ requests of connection'))))
TWICE = re.compile(r'_ ?\("[^"]*\bJSON: %s[^"]*"\),\s*\w+->message')


def text_of(pieces):
    return ''.join(text if not macro else '@' for text, macro in PIECE.findall(pieces))


def plain(text):
    return re.sub(r'[_…\s]', '', text or '').casefold()


def check_source(name, source):
    for match in MESSAGE.finditer(source):
        text = text_of(match[1])
        if COUNT.search(text) and not SEVERAL.search(re.sub(NUMBER, '@', text)) and not SEVERAL.search(text):
            yield f'{name}: “{text}” has a count and no singular: ngettext()'
    for match in TWICE.finditer(source):
        yield f'{name}: {match[0].split(chr(34))[1]!r} says JSON, and so does the error behind it'


def check(tree):
    for path in tree.files('.c', under='src'):
        yield from check_source(tree.name(path), path.read_text(encoding='utf-8'))
    for path in tree.files('.ui', under='src/app'):
        for element in ET.parse(path).iter('object'):
            own = {p.get('name', '').replace('_', '-'): p.text for p in element.findall('property')}
            if own.get('label') and plain(own['label']) == plain(own.get('tooltip-text')):
                yield f'{tree.name(path)}: the tooltip of “{own["label"]}” says no more than its label'
