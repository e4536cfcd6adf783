# SPDX-License-Identifier: GPL-3.0-or-later
#
# keyboard.py SOUNDER DEMO-SERVER [LOCALE-DIRECTORY]
#
# The first minute by keys alone, as they come from a keyboard: adds a server by its command, calls a tool, looks at
# the message, saves a recording of all that crossed the wire and quits. The accessibility bus only tells what is there and where the focus is. With the directory of
# the installed translations it is looked for in the language of the locale. Runs inside tests/support/with-display.
import gettext
import os
import pathlib
import subprocess
import sys
import tempfile
import time

from scenario import Atspi, application, children, descend, find, find_any, wait_for

# What an X server of the tests calls them.
MODIFIERS = {'ctrl': 37, 'shift': 50, 'alt': 64}
KEYS = {'Return': 0xff0d, 'Tab': 0xff09, 'Escape': 0xff1b, 'Down': 0xff54, 'End': 0xff57, 'Home': 0xff50,
        'BackSpace': 0xff08}


def key(name):
    """Presses a key, or several, such as "ctrl+n"."""
    *held, last = name.split('+')
    for modifier in held:
        Atspi.generate_keyboard_event(MODIFIERS[modifier], None, Atspi.KeySynthType.PRESS)
    Atspi.generate_keyboard_event(KEYS.get(last) or ord(last), None, Atspi.KeySynthType.SYM)
    for modifier in reversed(held):
        Atspi.generate_keyboard_event(MODIFIERS[modifier], None, Atspi.KeySynthType.RELEASE)


def write(text):
    for character in text:
        Atspi.generate_keyboard_event(ord(character), None, Atspi.KeySynthType.SYM)


def focused(role, name=''):
    """What has the focus, when it is that."""
    for node in descend(application()):
        if node.get_state_set().contains(Atspi.StateType.FOCUSED) and node.get_role_name() == role \
           and name in (node.get_name() or ''):
            return node
    return None


def says(name, text):
    """The field of that name, when that is what is in it."""
    for node in descend(application()):
        if node.get_role_name() == 'text' and name in (node.get_name() or '') \
           and Atspi.Text.get_text(node, 0, Atspi.Text.get_character_count(node)) == text:
            return node
    return None


def windows():
    return [window.get_name() for window in children(application())]


def save_recording(_):
    """From the timeline, into a folder that it names; the recording says what was called."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'by keys.mcprec'
        key('ctrl+s')
        wait_for('what is in the recording', lambda: len(windows()) == 2)
        key('Return')
        wait_for('the name of the file', lambda: focused('text'))
        key('ctrl+a')
        write(str(path))
        key('Return')
        wait_for('the recording', lambda: path.exists() and 'by keys alone' in path.read_text(encoding='utf-8'))
        wait_for('the window is alone again', lambda: len(windows()) == 1)


def main():
    sounder, demo_server, *locales = sys.argv[1:]
    _ = gettext.translation('sounder', locales[0], ['ko']).gettext if locales else lambda text: text

    # GTK's file chooser leaks; what leaks of our own is looked for without it in scenario.py.
    app = subprocess.Popen([sounder], env={**os.environ, 'ASAN_OPTIONS': os.environ.get('ASAN_OPTIONS', '') + ':detect_leaks=0'})
    try:
        wait_for('the window', lambda: find('frame', 'Sounder'))
        # There is no window manager: keys are for the window that the pointer is over, and all begin in this corner.
        Atspi.generate_mouse_event(60, 60, 'abs')
        wait_for('a button has the focus', lambda: focused('push button') or focused('button'))

        key('ctrl+n')
        wait_for('the dialog', lambda: _('Add Server') in windows())
        write(demo_server)
        wait_for('the command', lambda: says(_('Command or URL'), demo_server))
        key('Return')
        wait_for('the dialog closes', lambda: len(windows()) == 1)
        wait_for('it is connected', lambda: find('label', _('Connected')))

        key('ctrl+2')
        wait_for('the list of tools has the focus', lambda: focused('list item'))
        key('Home')
        wait_for('the first tool has it', lambda: focused('list item', 'Echo'))
        key('Return')
        wait_for('its form has it', lambda: find('text', 'message') and not focused('list item'))
        write('by keys alone')
        wait_for('the argument', lambda: says('message', 'by keys alone'))
        key('ctrl+Return')
        wait_for('the result', lambda: find_any('by keys alone', but='text'))

        key('ctrl+7')
        wait_for('the messages have the focus', lambda: focused('list item'))
        key('End')
        wait_for('the last one is open', lambda: find('page tab', _('Exchange')))
        key('Escape')
        wait_for('the messages have the focus again', lambda: focused('list item'))

        save_recording(_)
        key('ctrl+q')
        end = time.monotonic() + 60
        while app.poll() is None and time.monotonic() < end:
            time.sleep(0.1)
        if app.poll() is None:
            sys.exit('not ok it ends')
        print('ok it ends')
    finally:
        app.terminate()
        app.wait()
    if app.returncode != 0:
        sys.exit(f'not ok the end: status {app.returncode}')


if __name__ == '__main__':
    main()
