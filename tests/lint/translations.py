# SPDX-License-Identifier: GPL-3.0-or-later
"""Every language of po/LINGUAS is complete: no message missing, fuzzy, untranslated or malformed."""
from lint import run_tool
from potfiles import update_po


def check(tree):
    status, text = run_tool(update_po(), '--check', '--root', tree.root)
    if status != 0:
        yield text
