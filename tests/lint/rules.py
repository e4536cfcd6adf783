# SPDX-License-Identifier: GPL-3.0-or-later
"""The rules that findings name: each one reported is in the linter's table, and each one there is reported."""
import re

RULE = r'"([a-z]+\.[a-z-]+)"'
ROW = re.compile(r'^\s*\{\s*' + RULE + r',\s*MCP_SEVERITY_', re.M)
REPORT = re.compile(r'\bmcp_reporter_report\s*\([^;"]*' + RULE)
# A rule that exists for several channels is named without its family.
FOR_CHANNEL = re.compile(r'\bmcp_linter_rule_for\s*\([^"]*"([a-z-]+)"|\? what : "([a-z-]+)"')
# Without mcp_reporter_report() in front: some rules go through a table first.
NAMED = re.compile(RULE)


def check(tree):
    table = tree.root / 'src/session/lint/mcp-linter.c'
    if not table.exists():
        yield 'src/session/lint/mcp-linter.c does not exist'
        return

    rules = ROW.findall(table.read_text(encoding='utf-8'))
    if not rules:
        yield f'{tree.name(table)}: no table of rules'
    for rule in sorted({r for r in rules if rules.count(r) > 1}):
        yield f'{tree.name(table)}: {rule} is there twice'

    families = {rule.split('.')[0] for rule in rules}
    named = set()
    for_channel = set()
    # What is checked where one signs in is reported by the session.
    for path in [*tree.files('.c', under='src/session'), *tree.files('.c', under='src/auth')]:
        text = path.read_text(encoding='utf-8')
        named.update(NAMED.findall(ROW.sub('', text)))
        for_channel.update(name for pair in FOR_CHANNEL.findall(text) for name in pair if name)
        for rule in REPORT.findall(text):
            if rule not in rules:
                yield f'{tree.name(path)}: the table has no rule {rule}'
    for rule in rules:
        if rule not in named and rule.split('.')[1] not in for_channel:
            yield f'{tree.name(table)}: nothing reports {rule}'

    document = tree.root / 'docs/protocol.md'
    text = document.read_text(encoding='utf-8') if document.exists() else ''
    for family in sorted(families):
        if f'`{family}.*`' not in text:
            yield f'docs/protocol.md: nothing about the rules {family}.*'
