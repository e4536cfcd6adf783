# SPDX-License-Identifier: GPL-3.0-or-later
"""The scripts parse, are executable, and use Debian's Python rather than the first one found."""
import os

from lint import run_tool


def check_script(tree, path, shebang):
    name = tree.name(path)
    if not os.access(path, os.X_OK):
        yield f'{name}: not executable'
    if shebang == '#!/usr/bin/make -f':
        # debian/rules; whoever builds the package has make.
        return
    if 'python' in shebang:
        # Another Python on the path lacks the bindings that Debian's has.
        if shebang != '#!/usr/bin/python3':
            yield f'{name}: starts with {shebang}, not #!/usr/bin/python3'
        status, text = run_tool('/usr/bin/python3', '-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', path)
    elif 'bash' in shebang:
        status, text = run_tool('bash', '-n', path)
    else:
        status, text = run_tool('sh', '-n', path)
    if status != 0:
        yield f'{name}: {text}'


def check(tree):
    for path in tree.files():
        with path.open('rb') as file:
            first = file.readline(200)
        # A text has it to be shown.
        if first.startswith(b'#!') and path.suffix != '.txt':
            yield from check_script(tree, path, first.decode(errors='replace').strip())

    ci = (tree.root / '.ci/run')
    lines = ci.read_text().splitlines() if ci.exists() else []
    if not lines or not lines[-1].endswith('build-aux/check'):
        yield '.ci/run does not end with build-aux/check'
