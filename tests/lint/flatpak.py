# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifests: of one mind with the project, and each permission explained."""
import json

KEYS = {'runtime': 'org.gnome.Platform', 'sdk': 'org.gnome.Sdk', 'command': 'sounder'}
# A hole of this size makes the sandbox a decoration.
FORBIDDEN = ('--filesystem=host', '--filesystem=home', '--socket=session-bus', '--socket=system-bus', '--device=all')


def check_source(path, source):
    if source.get('type') == 'dir':
        if not (path.parent / source.get('path', '')).joinpath('meson.build').exists():
            yield f'{path.name}: no meson.build in {source.get("path")}'
    elif source.get('type') == 'git':
        if not source.get('url', '').startswith('https://') or not source.get('tag'):
            yield f'{path.name}: a git source needs an https address and a tag'
    else:
        yield f'{path.name}: a source of type {source.get("type")}'


def check_manifest(tree, path, reasons):
    try:
        manifest = json.loads(path.read_text(encoding='utf-8'))
    except ValueError as error:
        yield f'{path.name}: {error}'
        return

    if manifest.get('id') != path.stem:
        yield f'{path.name}: the id is {manifest.get("id")}'
    for key, value in KEYS.items():
        if manifest.get(key) != value:
            yield f'{path.name}: {key} is {manifest.get(key)}, not {value}'
    if not str(manifest.get('runtime-version', '')).isdigit():
        yield f'{path.name}: no runtime version'

    for permission in manifest.get('finish-args', []):
        if permission.startswith(FORBIDDEN):
            yield f'{path.name}: {permission} is too wide'
        if f'`{permission}`' not in reasons:
            yield f'{path.name}: README.md does not say what {permission} is for'

    modules = [m for m in manifest.get('modules', []) if isinstance(m, dict)]
    if not any(m.get('name') == 'sounder' for m in modules):
        yield f'{path.name}: does not build sounder'
    for module in modules:
        for source in module.get('sources', []):
            yield from check_source(path, source)

    development = path.stem.endswith('.Devel')
    options = [o for m in modules for o in m.get('config-opts', [])]
    if development != ('-Dprofile=development' in options):
        yield f'{path.name}: the profile does not fit the name'


def check(tree):
    manifests = tree.files('.json', under='flatpak')
    if len(manifests) != 2:
        yield 'flatpak has not two manifests, the release and the development one'
    readme = tree.root / 'flatpak/README.md'
    reasons = readme.read_text(encoding='utf-8') if readme.exists() else ''
    for path in manifests:
        yield from check_manifest(tree, path, reasons)
