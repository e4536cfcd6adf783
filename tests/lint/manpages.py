# SPDX-License-Identifier: GPL-3.0-or-later
"""The manual pages are read without a warning, have the sections a reader looks for, and tell what the programs know."""
import re

from lint import run_tool

SECTIONS = ('NAME', 'SYNOPSIS', 'DESCRIPTION', 'OPTIONS', 'SEE ALSO')

# A row of the table of options of sounder-cli, and one of its commands.
OPTION = re.compile(r'^\s*\{ "([a-z][a-z0-9-]*)", (?:0|\'(.)\'), CLI_OPTION_', re.M)
COMMAND = re.compile(r'^\s*\{ "([a-z]+)", (?:NULL|"([a-z]+)"), (?:NULL|N_ ?\(|")', re.M)
# A variable of the environment that is read; those of the system are nothing that one sets for us.
VARIABLE = re.compile(r'getenv \("([A-Z_]+)"|"((?:SOUNDER|OTEL)_[A-Z_]+)"')
SYSTEM = {'PATH', 'TERM', 'HOST_XDG_CONFIG_HOME', 'SOUNDER_PATH'}

# Of each program: where its usage is printed, and whose variables it reads.
PROGRAMS = {
    'sounder-cli.1': (None, None, ('src/cli', 'src/session', 'src/auth')),
    'sounder.1': ('src/app/shell/sounder-command-line.c', 'sounder_command_line_dup_help', ('src/app', 'src/session/profile')),
    'sounder-demo-server.1': ('src/demo/main.c', 'print_usage', ('src/demo',)),
}


def heads(text):
    """What the paragraphs of a page are about: the lines behind .TP and .TQ, without their fonts."""
    found = re.findall(r'^\.T[PQ](?: \d+)?\n(.*)$', text, re.M)
    plain = [re.sub(r'\\f.|"', '', re.sub(r'^\.[A-Z]+ ', '', head)).replace('\\-', '-') for head in found]
    return [re.sub(r'\s+', ' ', head) for head in plain]


def check_options(tree, name, about, known):
    """Every option that the program knows is in its page, and no other."""
    told = set()
    for head in about:
        told |= set(re.findall(r'(?<![\w-])--?[a-zA-Z][a-z0-9-]*', head))
    for option in sorted(known - told):
        yield f'{name}: {option} is missing'
    for option in sorted(told - known):
        yield f'{name}: {option} is no option'


def read_cli(tree):
    """The options and the commands of sounder-cli, by its two tables."""
    options, commands = set(), set()
    for table in tree.files('.c', under='src/cli'):
        text = table.read_text(encoding='utf-8')
        for word, letter in OPTION.findall(text):
            options |= {f'--{word}'} | ({f'-{letter}'} if letter else set())
        if table.name == 'cli-commands.c':
            commands |= {' '.join(filter(None, words)) for words in COMMAND.findall(text)}
    return options, commands


def read_usage(tree, path, function):
    """The options in the text that a function prints, those of other programs aside."""
    file = tree.root / path
    text = file.read_text(encoding='utf-8') if file.exists() else ''
    body = re.search(rf'^{function} \(.*?^}}', text, re.M | re.S)
    printed = ''.join(re.findall(r'"((?:[^"\\]|\\.)*)"', body[0])) if body else ''
    printed = re.sub(r'sounder-cli --?[a-z-]+', '', printed.replace('\\n', '\n'))
    return set(re.findall(r'(?<![\w-])--?[a-zA-Z][a-z0-9-]*', printed))


def check_variables(tree, name, text, folders):
    read = set()
    for folder in folders:
        for path in tree.files('.c', under=folder):
            read |= {a or b for a, b in VARIABLE.findall(path.read_text(encoding='utf-8'))}
    for variable in sorted(read - SYSTEM):
        if variable not in text:
            yield f'{name}: {variable} is missing'


def check_program(tree, page):
    usage, function, folders = PROGRAMS[page.name]
    name = tree.name(page)
    text = page.read_text(encoding='utf-8')
    about = heads(text)
    if page.name == 'sounder-cli.1':
        known, commands = read_cli(tree)
        if not known or not commands:
            yield f'{name}: no table of options or of commands was found in src/cli'
        for command in sorted(commands):
            if not any(re.match(rf'{command}\b', head) for head in about):
                yield f'{name}: the command {command} is missing'
    else:
        known = read_usage(tree, usage, function)
        if not known:
            yield f'{name}: no usage was found in {usage}'
    yield from check_options(tree, name, about, known)
    yield from check_variables(tree, name, text, folders)


def check(tree):
    pages = tree.files('.1', under='docs')
    if not pages:
        yield 'docs has no manual page'
    for path in pages:
        name = tree.name(path)
        status, text = run_tool('groff', '-man', '-Tutf8', '-ww', '-z', '-K', 'utf8', path)
        if status != 0 or text:
            yield f'{name}: {text}'
        source = path.read_text(encoding='utf-8')
        for section in SECTIONS:
            if f'\n.SH {section}\n' not in source and f'\n.SH "{section}"\n' not in source:
                yield f'{name}: no section {section}'
        title = re.search(r'^\.TH (\S+)', source, re.M)
        if title is None or title[1].lower() != path.stem:
            yield f'{name}: the title is not {path.stem}'
        if path.name in PROGRAMS:
            yield from check_program(tree, path)
