#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""window.py SCENE APP FOLDER [ARGUMENTS…]

Drives the window of a Flatpak through the accessibility bus, within the desktop that the script session makes. Each step
that happened is a line “ok      …”, the first that did not ends the scene with “not ok  …”.
"""
import ctypes
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / 'app'))
sys.dont_write_bytecode = True
import scenario  # noqa: E402
from scenario import Atspi, descend, find, find_any, press, show_page, wait_for  # noqa: E402

scenario.DEADLINE_SECONDS = 60
# Only what is claimed here is a line; what is missing on the way there still is one.
scenario.print = lambda *_, **__: None


def check(words, good):
    print('ok     ' if good else 'not ok ', words, flush=True)
    if not good:
        sys.exit(1)


def processes(words):
    """Those of the whole session whose command line is, or begins with, these words."""
    found = []
    for entry in pathlib.Path('/proc').glob('[0-9]*'):
        try:
            command = (entry / 'cmdline').read_bytes().decode(errors='replace').rstrip('\0').split('\0')
        except OSError:
            continue
        if command[:len(words)] == words:
            found.append(int(entry.name))
    return sorted(found)


def see(words, look):
    """Waits for something in the window."""
    wait_for(words, look)
    check(words, True)


def wait(words, look, seconds=60):
    """As wait_for(), for what is not in the window."""
    end = time.monotonic() + seconds
    found = look()
    while not found and time.monotonic() < end:
        time.sleep(0.1)
        found = look()
    check(words, found)
    return found


def picture(folder, name):
    subprocess.run(['import', '-window', 'root', f'{folder}/{name}.png'], check=False)


def look_away():
    """Takes the focus from every window: without a window manager the newest has it, and the one below the pointer."""
    subprocess.run(['xdotool', 'mousemove', '1380', '880'], check=True)
    x11 = ctypes.CDLL('libX11.so.6')
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XSetInputFocus.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_ulong]
    x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x11.XOpenDisplay(None)
    x11.XSetInputFocus(display, 0, 0, 0)
    x11.XCloseDisplay(display)


class Window:
    """The application in its sandbox."""

    all = []

    def __init__(self, app, folder, *arguments, permissions=()):
        self.all.append(self)
        self.app = app
        self.folder = pathlib.Path(folder)
        self.log = (self.folder / 'window.log').open('a')
        self.process = subprocess.Popen(['flatpak', '--user', 'run', *permissions, app, *arguments],
                                        stdout=self.log, stderr=self.log, cwd='/')

    def programs(self):
        return processes(['sounder']) or processes(['/app/bin/sounder'])

    def keys(self, *names):
        """Presses keys in the newest window that is seen."""
        ids = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', '.*'], capture_output=True, text=True)
        subprocess.run(['xdotool', 'windowfocus', '--sync', ids.stdout.split()[-1]], check=True)
        subprocess.run(['xdotool', 'key', '--delay', '60', *names], check=True)

    def type(self, text):
        subprocess.run(['xdotool', 'type', '--delay', '40', text], check=True)

    def picture(self, name):
        picture(self.folder, name)

    def close(self):
        self.keys('ctrl+w')
        wait('the window closes', lambda: self.process.poll() is not None)
        check('with status 0', self.process.returncode == 0)

    def kill(self):
        for pid in self.programs():
            os.kill(pid, signal.SIGKILL)
        wait('it is killed', lambda: self.process.poll() is not None)


def keepers():
    """The shells beside servers of the host, see mcp-host-process.c."""
    found = []
    for pid in processes(['/bin/sh', '-c']):
        try:
            words = pathlib.Path(f'/proc/{pid}/cmdline').read_bytes().split(b'\0')
        except OSError:
            continue
        found += [pid] if words[3:4] == [b'sounder'] else []
    return found


def calls(folder, method):
    """What the portals were asked."""
    lines = (pathlib.Path(folder) / 'calls').read_text(encoding='utf-8').splitlines()
    return [call['parameters'] for call in map(json.loads, lines) if call['method'] == method]


def choose(folder, path):
    """What the next file dialog is answered."""
    (pathlib.Path(folder) / 'chosen').write_text(f'{path}\n', encoding='utf-8')


def texts():
    """The fields to type into, in their order, with their names."""
    return [node for node in descend(scenario.application()) if node.get_role_name() in ('text', 'password text')]


def write(name, value):
    def look():
        return [node for node in texts() if name in (node.get_name() or '')]

    assert Atspi.EditableText.set_text_contents(wait_for(f'the field {name}', look)[0], value)


def connected(words='the server answers'):
    see(words, lambda: find('label', 'Connected'))


def is_left(words, *command):
    wait(words, lambda: not processes(list(command)) and not keepers())


def everything(app, folder, *server):
    """A server of the host: its errors, Restart, and the end of the window."""
    window = Window(app, folder, '--', *server)
    connected('a server of npm answers')
    first = wait('it runs on the host', lambda: processes(list(server)))
    show_page('Console')
    see('what it says on stderr is shown', lambda: find_any('Starting default', but=''))
    window.picture('console')
    press('Restart')
    wait('it is started anew', lambda: processes(list(server)) not in ([], first))
    connected('and answers again')
    window.close()
    is_left('closing the window leaves nobody on the host', *server)


def kill(app, folder, *server):
    """Sounder gone without a word."""
    window = Window(app, folder, '--', *server)
    connected()
    wait('it runs on the host', lambda: processes(list(server)))
    window.kill()
    is_left('killing Sounder leaves nobody on the host', *server)


def recording(app, folder, server):
    """Saved through the dialog of the portal, opened from a command and from a file manager."""
    path = pathlib.Path(folder) / 'home/Aufnahme.mcprec'
    choose(folder, path)
    window = Window(app, folder, '--', server)
    connected()
    window.keys('ctrl+k')
    window.type('Save Recording')
    window.keys('Return')
    press('Save', '_Save')
    see('it says that the recording is saved', lambda: find_any('Recording saved', but=''))
    check('the portal was asked where', calls(folder, 'SaveFile'))
    check('the file is there, outside', '"mcprec":1' in path.read_text(encoding='utf-8')[:20])
    window.close()

    window = Window(app, folder, '@@', str(path), '@@', permissions=['--file-forwarding'])
    see('it opens from the document portal', lambda: find('label', 'Recording'))
    window.close()

    window = Window(app, folder)
    wait_for('the window', lambda: find('frame', 'Sounder'))
    desktop = f'{os.environ["FLATPAK_USER_DIR"]}/exports/share/applications/{app}.desktop'
    scenario.Gio.DesktopAppInfo.new_from_filename(desktop).launch([scenario.Gio.File.new_for_path(str(path))])
    see('it opens from a file manager', lambda: find('label', 'Recording'))
    window.close()


def add_server(name, address):
    press('Add a Server…', 'Add a server Add', 'Add a server')
    wait_for('the dialog', lambda: find('frame', 'Add Server') or find('dialog', 'Add Server'))
    write('Name', name)
    write('Command or URL', address)


def guard():
    """A server that wants a secret: its address, and the secret."""
    value = 'Bearer Geheimnis-4711'
    server = pathlib.Path(__file__).with_name('http-server.py')
    subprocess.Popen([str(server), '18392', value], stdout=subprocess.DEVNULL)
    return 'http://127.0.0.1:18392/mcp', value


def secret(app, folder):
    """A header that goes into the keyring, and out of it when the program runs again."""
    address, value = guard()
    window = Window(app, folder)
    wait_for('the window', lambda: find('frame', 'Sounder'))
    add_server('Guarded', address)
    press('Add a header')
    write('Name of the header', 'Authorization')
    write('Value of the header', value)
    press('Add and connect', 'Add and Connect')
    connected('a server that wants a secret answers')
    window.close()

    window = Window(app, folder)
    row = wait_for('the server was kept', lambda: find('list item', 'Guarded'))
    Atspi.Selection.select_child(row.get_parent(), row.get_index_in_parent())
    press('Connect')
    connected('the secret is read again')
    window.close()
    # The journal is another matter: it has what crossed.
    files = [path for part in ('config', 'data') for path in pathlib.Path(folder, 'home/.var/app', app, part).rglob('*')
             if path.is_file()]
    check('libsecret keeps it in a file of the sandbox', any('keyrings' in path.parts for path in files))
    check('and no file that the application keeps has it as it is',
          not any(value.encode() in path.read_bytes() for path in files))


def no_keyring(app, folder):
    """Without the portal for secrets: that is said, and the value is not lost before the window closes."""
    address, value = guard()
    window = Window(app, folder)
    wait_for('the window', lambda: find('frame', 'Sounder'))
    add_server('Unkept', address)
    press('Add a header')
    write('Name of the header', 'Authorization')
    write('Value of the header', value)
    press('Add and connect', 'Add and Connect')
    see('it says that there is no keyring', lambda: find_any('There is no keyring', but=''))
    window.picture('no-keyring')
    press('Keep Until Closed', '_Keep Until Closed')
    connected('the server answers all the same')
    window.close()


def desktop(app, folder, server):
    """Notifications and links."""
    clicks = pathlib.Path(folder) / 'clicks'
    clicks.write_text(f'{pathlib.Path(server).name}\n', encoding='utf-8')
    window = Window(app, folder, '--', server)
    connected()
    press('https://', 'Open https://', 'Website')
    visited = pathlib.Path(folder) / 'visited'
    wait('a link is opened outside', lambda: 'https://' in visited.read_text(encoding='utf-8'))
    look_away()
    for pid in processes([server]):
        os.kill(pid, signal.SIGKILL)
    wait('a server that is lost is a notification', lambda: calls(folder, 'AddNotification'))
    wait('and a click on it comes back', lambda: calls(folder, 'clicked'))
    window.close()


def refused(app, folder, server):
    """Without the permission."""
    window = Window(app, folder, '--', server, permissions=['--no-talk-name=org.freedesktop.Flatpak'])
    see('it says what would help', lambda: find_any('flatpak override --user --talk-name=org.freedesktop.Flatpak',
                                                         but=''))
    window.picture('refused')
    window.close()


def directory(app, folder, server):
    """A working directory from the dialog of the portal is the one on the host."""
    project = pathlib.Path(folder) / 'home/project'
    project.mkdir(exist_ok=True)
    (project / 'marker').touch()
    choose(folder, project)
    window = Window(app, folder)
    wait_for('the window', lambda: find('frame', 'Sounder'))
    add_server('Placed', server)
    press('Choose the working directory')
    wait_for('a folder is chosen', lambda: [node for node in texts() if node.get_role_name() == 'text'
                                            and '/project' in Atspi.Text.get_text(node, 0, node.get_character_count())])
    press('Add and connect', 'Add and Connect')
    connected()
    pid = wait('it runs on the host', lambda: processes([server]))[0]
    check('in that directory', pathlib.Path(f'/proc/{pid}/cwd/marker').exists())
    window.close()


def dump(app, folder, *arguments):
    window = Window(app, folder, *arguments)
    wait_for('the window', lambda: find('frame', ''))
    time.sleep(5)
    for node in descend(scenario.application()):
        print(node.get_role_name(), '|', node.get_name(), '|', node.get_n_actions())
    window.picture('dump')
    window.close()


SCENES = {scene.__name__: scene for scene in (
    desktop, directory, dump, everything, kill, no_keyring, recording, refused, secret)}

if __name__ == '__main__':
    try:
        SCENES[sys.argv[1]](*sys.argv[2:])
    except BaseException:
        for window in Window.all:
            if window.process.poll() is not None:
                print(f'(the application has ended with status {window.process.returncode})', flush=True)
        picture(sys.argv[3], sys.argv[1] + '-failed')
        raise
