# SPDX-License-Identifier: GPL-3.0-or-later
"""The icons: well-formed, of the right canvas, symbolic ones of fills only, and none that this system's theme lacks."""
import pathlib
import re
import xml.etree.ElementTree as ET

SVG = '{http://www.w3.org/2000/svg}'
THEME = pathlib.Path('/usr/share/icons/Adwaita')
USED = re.compile(r'[">]([a-z0-9-]+-symbolic)["<]')


def check_icon(name, root):
    if root.tag != SVG + 'svg':
        yield f'{name}: no SVG'
        return

    symbolic = name.endswith('-symbolic.svg')
    size = '16' if symbolic else '128'
    if root.get('width') != size or root.get('height') != size or root.get('viewBox') != f'0 0 {size} {size}':
        yield f'{name}: the canvas is not {size} by {size}'
    for element in root.iter():
        if element.tag in (SVG + 'image', SVG + 'text', SVG + 'script'):
            yield f'{name}: has {element.tag.removeprefix(SVG)}'
        # GTK recolours fills; a stroke would stay as it is and be filled besides.
        if symbolic and element.get('stroke') not in (None, 'none'):
            yield f'{name}: a symbolic icon has a stroke'


def check_used(tree):
    """Themes lose icons: run on newer systems as well, this tells which."""
    known = {path.stem for path in THEME.rglob('*-symbolic.svg')}
    if not known:
        return
    known |= {path.stem for path in tree.files('.svg')}
    for path in tree.files('.c', '.ui', under='src'):
        for name in sorted(set(USED.findall(path.read_text(encoding='utf-8'))) - known):
            yield f'{tree.name(path)}: {name} is in neither this source nor {THEME}'


def check(tree):
    icons = tree.files('.svg', under='data')
    if len(icons) < 2:
        yield 'data lacks the icon or its symbolic form'
    for path in icons + tree.files('.svg', under='src'):
        try:
            root = ET.parse(path).getroot()
        except ET.ParseError as error:
            yield f'{tree.name(path)}: {error}'
            continue
        if path.is_relative_to(tree.root / 'data/icons/hicolor'):
            yield from check_icon(tree.name(path), root)
    yield from check_used(tree)
