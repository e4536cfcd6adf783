# SPDX-License-Identifier: GPL-3.0-or-later
"""The Flatpak manifests: of one mind with the project, and each permission explained."""
import json
import re

KEYS = {'runtime': 'org.gnome.Platform', 'sdk': 'org.gnome.Sdk', 'command': 'sounder'}
# A hole of this size makes the sandbox a decoration.
FORBIDDEN = ('--filesystem=host', '--filesystem=home', '--socket=session-bus', '--socket=system-bus', '--device=all')


def project_version(tree):
    meson = tree.root / 'meson.build'
    found = re.search(r"^\s*version: '([^']+)'", meson.read_text(encoding='utf-8') if meson.exists() else '', re.M)
    return found.group(1) if found else None


def check_git(path, source, version):
    if not source.get('url', '').startswith('https://'):
        yield f'{path.name}: a git source needs an https address'
    # Whoever releases a version changes both.
    if source.get('tag') != f'v{version}':
        yield f'{path.name}: the tag is {source.get("tag")}, and the version in meson.build {version}'
    # A tag can be moved; a release names what it stood for.
    if 'commit' in source and not re.fullmatch('[0-9a-f]{40}', str(source['commit'])):
        yield f'{path.name}: {source["commit"]} is not a commit'


def check_archive(path, source):
    addresses = [source.get('url', '')] + source.get('mirror-urls', [])
    if not all(address.startswith('https://') for address in addresses):
        yield f'{path.name}: an archive needs https addresses'
    if not re.fullmatch('[0-9a-f]{64}', str(source.get('sha256'))):
        yield f'{path.name}: an archive needs its SHA-256'


def check_source(path, source, version):
    if source.get('type') == 'dir':
        if not (path.parent / source.get('path', '')).joinpath('meson.build').exists():
            yield f'{path.name}: no meson.build in {source.get("path")}'
    elif source.get('type') == 'git':
        yield from check_git(path, source, version)
    elif source.get('type') == 'archive':
        yield from check_archive(path, source)
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
            yield f'{path.name}: docs/flatpak.md does not say what {permission} is for'

    modules = [m for m in manifest.get('modules', []) if isinstance(m, dict)]
    if not any(m.get('name') == 'sounder' for m in modules):
        yield f'{path.name}: does not build sounder'
    for module in modules:
        for source in module.get('sources', []):
            yield from check_source(path, source, project_version(tree))

    if manifest.get('separate-locales', True):
        yield f'{path.name}: a bundle would be without translations; separate-locales has to be false'

    development = path.stem.endswith('.Devel')
    options = [o for m in modules for o in m.get('config-opts', [])]
    if development != ('-Dprofile=development' in options):
        yield f'{path.name}: the profile does not fit the name'


def check_metainfo(tree):
    version = project_version(tree)
    for path in tree.files('.metainfo.xml.in', under='data'):
        releases = re.findall(r'<release version="([^"]+)"', path.read_text(encoding='utf-8'))
        if releases[:1] != [version]:
            yield f'{path.name}: the newest release is {releases[:1]}, and the version in meson.build {version}'


def check(tree):
    yield from check_metainfo(tree)
    manifests = tree.files('.json', under='flatpak')
    if len(manifests) != 2:
        yield 'flatpak has not two manifests, the release and the development one'
    document = tree.root / 'docs/flatpak.md'
    reasons = document.read_text(encoding='utf-8') if document.exists() else ''
    for path in manifests:
        yield from check_manifest(tree, path, reasons)
