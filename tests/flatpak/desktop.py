#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""desktop.py serve FOLDER | visit FILE ADDRESS

What of a desktop asks a person, without the person: stands behind xdg-desktop-portal, chooses the file that the newest
line of FOLDER/chosen names, clicks each notification whose id is a line of FOLDER/clicks, and writes what it was asked
into FOLDER/calls, a JSON object in each line. As a browser it writes down the address.
"""
import json
import pathlib
import sys

import gi

gi.require_version('Gio', '2.0')
from gi.repository import Gio, GLib  # noqa: E402

NAME = 'org.freedesktop.impl.portal.desktop.sounder_check'
PATH = '/org/freedesktop/portal/desktop'
CHOOSE = '''<arg type='o' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>
  <arg type='{}' direction='in'/><arg type='a{{sv}}' direction='in'/>
  <arg type='u' direction='out'/><arg type='a{{sv}}' direction='out'/>'''
INTERFACES = f'''<node>
<interface name='org.freedesktop.impl.portal.FileChooser'>
  <method name='OpenFile'>{CHOOSE.format('s')}</method>
  <method name='SaveFile'>{CHOOSE.format('s')}</method>
</interface>
<interface name='org.freedesktop.impl.portal.AppChooser'>
  <method name='ChooseApplication'>{CHOOSE.format('as')}</method>
</interface>
<interface name='org.freedesktop.impl.portal.Notification'>
  <method name='AddNotification'>
    <arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='a{{sv}}' direction='in'/>
  </method>
  <method name='RemoveNotification'><arg type='s' direction='in'/><arg type='s' direction='in'/></method>
  <signal name='ActionInvoked'><arg type='s'/><arg type='s'/><arg type='s'/><arg type='av'/></signal>
</interface>
</node>'''


class Desktop:
    def __init__(self, folder):
        self.folder = folder

    def write_down(self, method, parameters):
        with (self.folder / 'calls').open('a', encoding='utf-8') as file:
            file.write(json.dumps({'method': method, 'parameters': parameters}, ensure_ascii=False, default=repr) + '\n')

    def choose_file(self):
        chosen = (self.folder / 'chosen').read_text(encoding='utf-8').splitlines()
        uris = [pathlib.Path(chosen[-1]).as_uri()]
        return GLib.Variant('(ua{sv})', (0, {'uris': GLib.Variant('as', uris), 'writable': GLib.Variant('b', True)}))

    def click(self, bus, app, notification):
        """As GTK's portal does it: the default action of the application itself."""
        action = notification['default-action'].removeprefix('app.')
        target = notification['default-action-target']
        bus.call(app, '/' + app.replace('.', '/').replace('-', '_'), 'org.freedesktop.Application', 'ActivateAction',
                 GLib.Variant('(sava{sv})', (action, [GLib.Variant('s', target)], {})), None, 0, -1, None,
                 lambda bus, result: self.write_down('clicked', [action, bus.call_finish(result).unpack()]))

    def called(self, bus, sender, path, interface, method, parameters, invocation):
        values = parameters.unpack()
        self.write_down(method, values)
        if method in ('OpenFile', 'SaveFile'):
            # Nobody chooses before the caller knows that it is asked; GTK would stumble.
            GLib.timeout_add(300, lambda: invocation.return_value(self.choose_file()))
        elif method == 'ChooseApplication':
            invocation.return_value(GLib.Variant('(ua{sv})', (0, {'choice': GLib.Variant('s', values[3][0])})))
        else:
            invocation.return_value(None)
            clicks = self.folder / 'clicks'
            if method == 'AddNotification' and clicks.exists() and values[1] in clicks.read_text('utf-8').splitlines():
                self.click(bus, values[0], values[2])


def serve(folder):
    desktop = Desktop(folder)
    bus = Gio.bus_get_sync(Gio.BusType.SESSION)
    for interface in Gio.DBusNodeInfo.new_for_xml(INTERFACES).interfaces:
        bus.register_object(PATH, interface, desktop.called, None, None)
    Gio.bus_own_name_on_connection(bus, NAME, Gio.BusNameOwnerFlags.NONE, lambda *_: print('ready', flush=True),
                                   lambda *_: sys.exit('somebody else is the desktop'))
    GLib.MainLoop().run()


def main():
    if len(sys.argv) == 3 and sys.argv[1] == 'serve':
        serve(pathlib.Path(sys.argv[2]))
    elif len(sys.argv) == 4 and sys.argv[1] == 'visit':
        with open(sys.argv[2], 'a', encoding='utf-8') as file:
            file.write(sys.argv[3] + '\n')
    else:
        sys.exit(__doc__)


main()
