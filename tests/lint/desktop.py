# SPDX-License-Identifier: GPL-3.0-or-later
"""The built desktop entry, D-Bus service and metainfo: valid, and of one mind about the name."""
import configparser
import xml.etree.ElementTree as ET

from lint import run_tool


def only_file(tree, pattern):
    found = sorted((tree.build / 'data').glob(pattern))
    return found[0] if len(found) == 1 else None


def read_keys(path, group):
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str
    parser.read(path, encoding='utf-8')
    return dict(parser[group]) if group in parser else {}


def check_entry(path):
    status, text = run_tool('desktop-file-validate', path)
    if status != 0 or text:
        yield f'desktop-file-validate: {text}'
    keys = read_keys(path, 'Desktop Entry')
    if keys.get('Icon') != path.stem:
        yield f'{path.name}: the icon is {keys.get("Icon")}, not {path.stem}'
    if keys.get('DBusActivatable') != 'true':
        yield f'{path.name}: not activated over D-Bus'
    if not keys.get('Keywords'):
        yield f'{path.name}: no keywords to find it by'


def check_service(path):
    keys = read_keys(path, 'D-BUS Service')
    if keys.get('Name') != path.stem:
        yield f'{path.name}: the name is {keys.get("Name")}, not {path.stem}'
    words = keys.get('Exec', '').split()
    if len(words) != 2 or not words[0].startswith('/') or words[1] != '--gapplication-service':
        yield f'{path.name}: Exec is "{keys.get("Exec")}", not an absolute path and --gapplication-service'


def check_search(path):
    keys = read_keys(path, 'Shell Search Provider')
    app_id = path.name.removesuffix('.search-provider.ini')
    if keys.get('BusName') != app_id:
        yield f'{path.name}: the name is {keys.get("BusName")}, not {app_id}'
    if keys.get('DesktopId') != app_id + '.desktop':
        yield f'{path.name}: the desktop entry is {keys.get("DesktopId")}'


def check_metainfo(path):
    status, text = run_tool('appstreamcli', 'validate', '--no-net', path)
    if status != 0:
        yield f'appstreamcli: {text}'
        return
    root = ET.parse(path).getroot()
    app_id = path.name.removesuffix('.metainfo.xml')
    if root.findtext('id') != app_id:
        yield f'{path.name}: the id is {root.findtext("id")}, not {app_id}'
    if root.findtext('launchable') != app_id + '.desktop':
        yield f'{path.name}: launches {root.findtext("launchable")}'
    if any(not (s.findtext('caption') or '').strip() for s in root.iter('screenshot')):
        yield f'{path.name}: a screenshot has no caption'


def check(tree):
    if tree.build is None:
        yield 'no build directory was given'
        return
    for pattern, check_one in (('*.desktop', check_entry), ('*.service', check_service),
                               ('*.search-provider.ini', check_search), ('*.metainfo.xml', check_metainfo)):
        path = only_file(tree, pattern)
        if path is None:
            yield f'{tree.build}/data has not one {pattern}'
        else:
            yield from check_one(path)
