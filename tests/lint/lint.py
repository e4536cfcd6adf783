#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""lint.py CHECK [--root DIR] [--build DIR] [--program FILE]

Runs one check of this directory over the tree and prints what it found. Each check is a module
with a function check(tree) that yields problems as text; selftest.py proves that each of them
can fail. A tool that a check needs and that is missing makes the check fail.
"""
import argparse
import importlib
import os
import pathlib
import subprocess
import sys

SKIPPED = {'.git', '.cache', 'node_modules', '__pycache__', '.flatpak-builder', 'subprojects'}


class Tree:
    """What a check looks at: the sources, the build directory, perhaps a built program."""

    def __init__(self, root, build=None, program=None):
        self.root = pathlib.Path(root).resolve()
        self.build = pathlib.Path(build).resolve() if build else None
        self.program = program

    def _is_skipped(self, parent, name):
        if name in SKIPPED:
            return True
        # Build directories, by their names as .gitignore has them or by what Meson leaves in them.
        if name.startswith('_build') or (name.startswith('build') and name != 'build-aux'):
            return True
        return (pathlib.Path(parent) / name / 'meson-private').is_dir()

    def files(self, *suffixes, under='.'):
        """Every file below @under with one of the suffixes, or every file, sorted."""
        found = []
        for parent, directories, names in os.walk(self.root / under):
            directories[:] = [d for d in directories if not self._is_skipped(parent, d)]
            found += [pathlib.Path(parent) / n for n in names if not suffixes or n.endswith(suffixes)]
        return sorted(p for p in found if p.is_file() and not p.is_symlink())

    def name(self, path):
        return path.relative_to(self.root).as_posix()


def run_tool(*command, cwd=None):
    """Runs a tool of the system: (status, what it said). One that is missing has failed."""
    try:
        run = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True,
                             env={**os.environ, 'LC_ALL': 'C.UTF-8'})
    except FileNotFoundError:
        return 127, f'{command[0]} is missing; build-aux/packages names what the tests need'
    return run.returncode, (run.stdout + run.stderr).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('check')
    parser.add_argument('--root', default=pathlib.Path(__file__).resolve().parent.parent.parent)
    parser.add_argument('--build')
    parser.add_argument('--program')
    args = parser.parse_args()

    module = importlib.import_module(args.check)
    problems = list(module.check(Tree(args.root, args.build, args.program)))
    for problem in problems:
        print(problem)
    print(f'{args.check}: {len(problems)} problems')
    return 1 if problems else 0


if __name__ == '__main__':
    # No __pycache__ in the source tree.
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
    sys.modules['lint'] = sys.modules['__main__']
    sys.exit(main())
