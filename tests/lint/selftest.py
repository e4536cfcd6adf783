#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Feeds each check a small tree that is wrong in one way, and expects it to say so.

A check that cannot fail proves nothing: each one has at least one sample here, and each has a
sample without a defect that it must accept.
"""
import importlib
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import lint  # noqa: E402
from samples import GOOD, SAMPLES  # noqa: E402


def write_tree(root, files):
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding='utf-8')
        if name.startswith(('build-aux/', '.ci/')):
            path.chmod(0o755)


def compile_program(root, source):
    """A program for the check of symbols; the toolkit it needs is made up."""
    program = root / 'program'
    (root / 'program.c').write_text(source)
    subprocess.run(['cc', '-o', program, root / 'program.c'], check=True)
    return program


def problems_of(check, files, without_tools=False):
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch)
        files = dict(files)
        source = files.pop('PROGRAM', None)
        write_tree(root, files)
        program = compile_program(root, source) if source else None
        path = os.environ['PATH']
        if without_tools:
            os.environ['PATH'] = str(root / 'nothing')
        try:
            # The samples put built files in out/, so that the walk over sources sees them too where that is the point.
            tree = lint.Tree(root, root / 'out', program)
            return list(importlib.import_module(check).check(tree))
        finally:
            os.environ['PATH'] = path


def main():
    failed = []
    checks = {p.stem for p in HERE.glob('*.py')} - {'lint', 'selftest', 'samples'}

    for check in sorted(checks):
        if check not in GOOD:
            failed.append(f'{check}: no sample without a defect')
            continue
        if problems := problems_of(check, GOOD[check]):
            failed.append(f'{check}: refuses the good sample: {problems}')
        if not any(sample[0] == check for sample in SAMPLES):
            failed.append(f'{check}: no bad sample')

    for check, change, expected, *options in SAMPLES:
        files = {name: content for name, content in {**GOOD[check], **change}.items() if content is not None}
        problems = problems_of(check, files, 'without-tools' in options)
        if not any(expected in problem for problem in problems):
            failed.append(f'{check}: did not say "{expected}", but {problems}')

    for line in failed:
        print(line)
    print(f'{len(checks)} checks, {len(SAMPLES)} bad samples, {len(failed)} not as expected')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
