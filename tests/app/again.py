# SPDX-License-Identifier: GPL-3.0-or-later
#
# again.py SOUNDER
#
# Sounder is quit while its server ignores the end of its input, and started again at once: there is a window. And
# after each orderly end, by its own action or by a signal, the next start offers no session to recover. Runs inside
# tests/support/with-display.
import signal
import subprocess
import sys

from scenario import Atspi, Gio, GLib, application, descend, find, wait_for

# Never answers, and ends by SIGKILL alone.
STUBBORN = ['sh', '-c', 'trap "" TERM HUP; exec 3<&0; while :; do sleep 0.1; done']


def activate(action):
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    names = bus.call_sync('org.freedesktop.DBus', '/', 'org.freedesktop.DBus', 'ListNames', None, None, 0, -1).unpack()[0]
    name = next(name for name in names if name.startswith('io.github.mcp_sounder.'))
    bus.call_sync(name, '/' + name.replace('.', '/'), 'org.freedesktop.Application', 'ActivateAction',
                  GLib.Variant('(sava{sv})', (action, [], {})), None, 0, -1)


def is_offered():
    return any('not closed' in (node.get_name() or '') for node in descend(application()))


def is_connecting():
    return find('label', 'Connecting') or find('label', 'Still starting')


def is_busy():
    return any(node.get_role_name() == 'label' and node.get_state_set().contains(Atspi.StateType.SHOWING)
               and any(word in (node.get_name() or '') for word in ('Connecting', 'Still starting', 'Closing'))
               for node in descend(application()))


def start(sounder, *command):
    app = subprocess.Popen([sounder, *(['--', *command] if command else [])])
    wait_for('the window', lambda: find('frame', '') and application())
    return app


def end(app, how):
    how()
    if app.wait() != 0:
        sys.exit(f'not ok the end: status {app.returncode}')
    wait_for('it is gone', lambda: application() is None)


def main():
    sounder = sys.argv[1]
    app = start(sounder, *STUBBORN)
    try:
        wait_for('it connects', is_connecting)
        activate('quit')
        again = subprocess.Popen([sounder])
        # The first shows its window again, or has ended by now and the second has one.
        wait_for('the second start is taken', lambda: again.poll() is not None or app.poll() is not None)
        if again.poll() is None:
            app = again
        elif again.returncode != 0:
            sys.exit(f'not ok the second start: status {again.returncode}')
        wait_for('the server has ended', lambda: find('frame', '') and not is_busy())
        if app.poll() is not None:
            sys.exit('not ok there is no window any more')

        for command, how in ((STUBBORN, lambda: activate('quit')), (STUBBORN, lambda: app.send_signal(signal.SIGTERM)),
                             ((), lambda: app.send_signal(signal.SIGINT)), ((), lambda: activate('quit'))):
            end(app, how)
            app = start(sounder, *command)
            if command:
                wait_for('it connects', is_connecting)
            if is_offered():
                sys.exit('not ok an end in order is taken for a crash')
    finally:
        app.terminate()
        app.wait()


if __name__ == '__main__':
    main()
