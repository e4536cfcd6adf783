# SPDX-License-Identifier: GPL-3.0-or-later
"""Eras and revisions: who may name one. Everybody else asks for a feature (mcp-revision.h)."""
import re

WORD = re.compile(r'\b(?:MCP_ERA_(?:CHOICE_)?(?:LEGACY|MODERN)|MCP_VERSION_(?:20\w+|NEWEST\w*)|mcp_version_is_modern)\b')
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)

# Where the eras are told apart, and why there.
MAY_NAME = (
    'src/wire/mcp-version.',               # the list of revisions
    'src/session/protocol/',               # what each of them has
    'src/session/model/mcp-negotiation.',  # what a handshake comes to
    'src/session/connection/mcp-dialect.',
    'src/session/connection/mcp-legacy-dialect.',
    'src/session/connection/mcp-modern-dialect.',
    'src/session/connection/mcp-session-era.',  # finds out which era a server is of
    'src/session/profile/mcp-profile.h',   # the era that a user chose
    'src/session/profile/mcp-profile-era.',
    'src/session/tools/mcp-comparison.',   # one server as both
    'src/session/probe/',                  # plays clients of each revision, and judges servers by it
    'src/session/probe/',                  # rules, each with the revisions that have it
    'src/app/timeline/sounder-compare-window.',
    'src/app/shell/sounder-protocol-settings.',
    'src/demo/',                           # a server: the other side
)

# How many are left elsewhere. A number only goes down.
LEFT = {
    'src/cli/cli-connection-fail.c': 1,
    'src/session/doctor/mcp-server-text.c': 1,  # what a refusal of initialize names
}


def check(tree):
    for path in tree.files('.c', '.h', under='src'):
        name = tree.name(path)
        if name.startswith(MAY_NAME):
            continue
        words = WORD.findall(COMMENT.sub('', path.read_text(encoding='utf-8')))
        if len(words) != LEFT.get(name, 0):
            yield (f'{name}: names eras or revisions {len(words)} times, not {LEFT.get(name, 0)} ({", ".join(words)}): '
                   'ask mcp_session_has_feature(), or lower the number in tests/lint/eras.py')
