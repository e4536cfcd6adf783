# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of docs: each is in the list and in the window, and each link leads somewhere, in the window too."""
import re

LINK = re.compile(r'(!?)\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)')
# What names a page to the window: an action with its target, and the table of its pages.
TOPICS = (r'win\.help", (?:"s", )?"([a-z-]{2,})"', r'win\.help::([a-z-]+)', r'win\.help</[^>]*>\s*<[^>]*>([a-z-]+)<',
          r'\{ "[a-z]+", "([a-z-]+)" \}')


def without_code(text):
    return re.sub(r'^```.*?^```$', '', text, flags=re.M | re.S)


def anchors(text):
    """Of the headings, as forges make them."""
    headings = re.findall(r'^#+ (.*)$', without_code(text), re.M)
    return {re.sub(r'[^\w -]', '', heading).lower().replace(' ', '-') for heading in headings}


def check_link(tree, path, target, is_picture, shown):
    if re.match('[a-z]+:', target):
        return
    place, _, anchor = target.partition('#')
    other = (path.parent / place).resolve() if place else path
    if not other.exists():
        yield f'{tree.name(path)}: {target} is not there'
    elif is_picture:
        if f'pictures/{other.name}' not in shown:
            yield f'{tree.name(path)}: the window does not have {target}'
    elif other.parent != path.parent:
        yield f'{tree.name(path)}: {target} is no page of the handbook; its https address opens in a browser'
    elif anchor and anchor not in anchors(other.read_text(encoding='utf-8')):
        yield f'{tree.name(path)}: {target} has no such heading'


def check_page(tree, path, shown):
    text = path.read_text(encoding='utf-8')
    plain = without_code(text)
    if not plain.startswith('# '):
        yield f'{tree.name(path)}: does not begin with its title'
    if re.search(r'\n\n    \S', plain):
        yield f'{tree.name(path)}: code is between fences, so that it is code in the window as well'
    for is_picture, target in LINK.findall(plain):
        yield from check_link(tree, path, target, is_picture, shown)


def check_topics(tree, listed):
    for path in tree.files('.c', '.ui', under='src/app'):
        text = path.read_text(encoding='utf-8')
        topics = TOPICS if path.name == 'sounder-help.c' else TOPICS[:3]
        for topic in {topic for expression in topics for topic in re.findall(expression, text)}:
            if f'{topic}.md' not in listed:
                yield f'{tree.name(path)}: the handbook has no page {topic}'


def check(tree):
    index = tree.root / 'docs/README.md'
    if not index.exists():
        yield 'docs/README.md: there is no list of the pages'
        return
    listed = re.findall(r'^- \[[^\]]+\]\(([a-z-]+\.md)\): ', index.read_text(encoding='utf-8'), re.M)
    resources = tree.root / 'src/app/sounder.gresource.xml'
    shown = set(re.findall(r'<file(?: [a-z]+="true")?(?: alias="([^"]+)")?>([^<]+)<', resources.read_text(encoding='utf-8')))
    shown = {alias or name for alias, name in shown}

    for path in tree.files('.md', under='docs'):
        if path != index and listed.count(path.name) != 1:
            yield f'docs/README.md: {path.name} is there {listed.count(path.name)} times'
        if path.name not in shown:
            yield f'sounder.gresource.xml: the window does not have {path.name}'
        yield from check_page(tree, path, shown)
    yield from check_topics(tree, listed)
