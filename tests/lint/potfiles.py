# SPDX-License-Identifier: GPL-3.0-or-later
"""po/POTFILES.in lists exactly the files that have messages."""
import pathlib

from lint import run_tool


def update_po():
    return pathlib.Path(__file__).resolve().parent.parent.parent / 'build-aux/update-po'


def check(tree):
    status, text = run_tool(update_po(), '--check', '--potfiles', '--root', tree.root)
    if status != 0:
        yield text
