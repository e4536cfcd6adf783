# SPDX-License-Identifier: GPL-3.0-or-later
#
# scenario.py SOUNDER DEMO-SERVER
#
# Drives the window through the accessibility bus, as a person with a screen reader would: adds a server by its
# command, sees it connect, sees what it can do, calls a tool, sees the result and the rows of the call, disconnects,
# and opens a recording the way a file manager does, over the session bus. Runs inside tests/support/with-display.
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, Gio, GLib  # noqa: E402

# Only what fails waits that long.
DEADLINE_SECONDS = 300 * int(os.environ.get('SOUNDER_TEST_PATIENCE', '1'))

RECORDING = '''{"mcprec":1,"created":"2026-11-20T05:02:11Z","generator":"scenario","profile":{"name":"Aufnahme"},"redacted":true}
{"t":8310,"ch":"stdio","dir":"out","raw":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}"}
{"t":9127,"ch":"stdio","dir":"in","raw":"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"result\\":{}}"}
'''


def children(node):
    """All at once: GTK 4.24 dies of a question for a window that has gone since they were counted."""
    found = [node.get_child_at_index(i) for i in range(node.get_child_count())]
    return [child for child in found if child is not None]


def descend(node):
    yield node
    for child in children(node):
        yield from descend(child)


def application():
    for candidate in children(Atspi.get_desktop(0)):
        if 'sounder' in (candidate.get_name() or '').lower() and candidate.get_child_count() > 0:
            return candidate
    return None


def find(role, name):
    root = application()
    if root is None:
        return None
    for node in descend(root):
        if node.get_role_name() == role and name in (node.get_name() or ''):
            return node
    return None


def wait_for(what, look):
    """Asks until there is an answer; what comes and goes while it looks is no error.

    Each time anew: the library keeps what it has seen, also what it saw half made.
    """
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        Atspi.get_desktop(0).clear_cache()
        try:
            found = look()
        except (GLib.GError, AttributeError):
            found = None
        if found:
            print('ok', what, flush=True)
            return found
        time.sleep(0.3)
    sys.exit(f'not ok {what}')


def press(*names):
    """Presses the first button that has one of these names; versions of GTK make them up differently."""
    def look():
        root = application()
        for node in descend(root) if root else []:
            if node.get_role_name() in ('push button', 'button') and (node.get_name() or '').startswith(names) \
               and node.get_n_actions() > 0:
                return node
        return None

    node = wait_for(f'there is a button {names[0]}', look)
    assert Atspi.Action.do_action(node, 0)


def find_any(name, but):
    """Something that has these words in its name, whatever it is, but for what was typed into."""
    for node in descend(application()):
        if name in (node.get_name() or '') and node.get_role_name() != but:
            return node
    return None


def show_page(name):
    assert Atspi.Action.do_action(wait_for(f'the page {name}', lambda: find('page tab', name)), 0)


def entries():
    """The text fields of the dialog, in its order."""
    for window in children(application()):
        if window.get_name() == 'Add Server':
            return [node for node in descend(window) if node.get_role_name() == 'text']
    return []


def open_file(path):
    """What a file manager does with a program whose desktop file says DBusActivatable."""
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    names = bus.call_sync('org.freedesktop.DBus', '/', 'org.freedesktop.DBus', 'ListNames', None, None, 0, -1).unpack()[0]
    name = next(name for name in names if name.startswith('io.github.mcp_sounder.'))
    bus.call_sync(name, '/' + name.replace('.', '/'), 'org.freedesktop.Application', 'Open',
                  GLib.Variant('(asa{sv})', ([pathlib.Path(path).as_uri()], {})), None, 0, -1)


def main():
    sounder, demo_server = sys.argv[1:3]
    app = subprocess.Popen([sounder])
    try:
        wait_for('the window', lambda: find('frame', 'Sounder'))
        press('Add a Server…')
        fields = wait_for('the dialog', entries)
        assert Atspi.EditableText.set_text_contents(fields[0], demo_server)
        assert Atspi.EditableText.set_text_contents(fields[1], 'Épreuve')
        press('Add and Connect')
        # The dialog first: GTK 4.8 loses its way when it is asked about what is just going.
        wait_for('the dialog closes', lambda: [w.get_name() for w in children(application())] == ['Épreuve'])
        wait_for('the row of the server', lambda: find('list item', 'Épreuve'))
        wait_for('it is connected', lambda: find('label', 'Connected'))
        wait_for('who it is', lambda: find('label', 'Demo Server'))
        wait_for('what it can do', lambda: find('list item', 'Tools, declared, server'))
        show_page('Tools')
        assert Atspi.EditableText.set_text_contents(
            wait_for('the argument of the first tool', lambda: find('text', 'message')), 'Grüße')
        press('Call')
        wait_for('the result', lambda: find_any('Grüße', but='text'))
        wait_for('the row of the call', lambda: find_any('tools/call', but='text'))
        press('Disconnect')
        wait_for('it is not connected', lambda: find('label', 'Not connected'))
        with tempfile.NamedTemporaryFile('w', suffix='.mcprec') as file:
            file.write(RECORDING)
            file.flush()
            open_file(file.name)
            name = pathlib.Path(file.name).stem
            wait_for('the row of a recording', lambda: find('list item', name))
    finally:
        app.terminate()
        app.wait()
    if app.returncode != 0:
        sys.exit(f'not ok the end: status {app.returncode}')


if __name__ == '__main__':
    main()
