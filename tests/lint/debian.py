# SPDX-License-Identifier: GPL-3.0-or-later
"""The Debian package: its version is ours, and each file that is installed is in one of its parts."""
import fnmatch
import json
import re

from flatpak import project_version


def check_version(tree, version):
    text = (tree.root / 'debian/changelog').read_text(encoding='utf-8')
    found = re.match(r'sounder \(([^)]+)-[0-9]\S*\) \w+; urgency=\w+\n', text)
    if found is None:
        yield 'debian/changelog: the first line is not that of a release'
    elif found[1] != version:
        yield f'debian/changelog: the newest release is {found[1]}, and the version in meson.build {version}'


def check_needs(tree):
    """What is needed to build stands in build-aux/packages; the package has its libraries, too."""
    packages = (tree.root / 'build-aux/packages').read_text(encoding='utf-8').split('packages_to_check=')[0]
    control = (tree.root / 'debian/control').read_text(encoding='utf-8')
    build_depends = control.split('\nStandards-Version:')[0]
    for name in re.findall(r'^  (lib\S+-dev|meson)$', packages, re.M):
        if name != 'libc6-dev' and not re.search(rf'^ {re.escape(name)}\b', build_depends, re.M):
            yield f'debian/control: {name} is not in Build-Depends, and is in build-aux/packages'


def read_parts(tree):
    """What each of the packages takes, by its file of patterns."""
    parts = {}
    for path in tree.files('.install', under='debian'):
        lines = path.read_text(encoding='utf-8').split('\n')
        parts[path.name] = [line.split()[0] for line in lines if line]
    return parts


def is_in(file, pattern):
    return fnmatch.fnmatch(file, pattern) or file.startswith(pattern + '/')


def check_files(tree, parts):
    info = tree.build / 'meson-info/intro-installed.json'
    options = json.loads((tree.build / 'meson-info/intro-buildoptions.json').read_text(encoding='utf-8'))
    options = {option['name']: option['value'] for option in options}
    if not options['app'] or not options['demo'] or options['profile'] != 'default':
        return
    prefix = options['prefix'].rstrip('/')
    files = {'usr' + place[len(prefix):] for place in json.loads(info.read_text(encoding='utf-8')).values()}
    for file in sorted(files):
        places = [name for name, patterns in parts.items() if any(is_in(file, pattern) for pattern in patterns)]
        if len(places) != 1:
            yield f'debian: {file} is in {", ".join(places) or "none"} of the packages'
    for name, patterns in parts.items():
        for pattern in patterns:
            if not any(is_in(file, pattern) for file in files):
                yield f'debian/{name}: {pattern} is not installed'


def check(tree):
    yield from check_version(tree, project_version(tree))
    yield from check_needs(tree)
    yield from check_files(tree, read_parts(tree))
