# SPDX-License-Identifier: GPL-3.0-or-later
#
# forms.py SOUNDER
#
# What people complain of in the forms of other inspectors, a tool for each: its arguments are filled in by keys alone, as
# they come from a keyboard, and sent; what the server got is compared byte for byte. `forms.py --serve FILE` is the server,
# which writes the lines that it gets to the file. Runs inside tests/support/with-display.
import json
import pathlib
import subprocess
import sys
import tempfile
import time

FIELD = ('text', 'entry')
BUTTON = ('push button', 'button', 'toggle button')
ITEM = ('list item',)
MENU_ITEM = ('menu item',)
# What a pane scrolls may have nothing to focus; then it has the focus itself.
ANY = ('text', 'entry', 'push button', 'button', 'toggle button', 'list item', 'menu item', 'scroll pane')

TREE = {'type': 'object', 'properties': {'v': {'type': 'integer'},
                                         'kids': {'type': 'array', 'items': {'$ref': '#/$defs/tree'}}}}


def nested(levels):
    """Objects in objects, and a number in the last."""
    schema = {'type': 'integer'}
    for _ in range(levels):
        schema = {'type': 'object', 'properties': {'n': schema}, 'required': ['n']}
    return schema


def nested_value(levels):
    return b'{"n":' * levels + b'7' + b'}' * levels


# A name, a schema, what is done, and the arguments as they are to be sent. Steps: write text; press a key, and have
# the focus where that leads; go to what is below, by Tab; go deeper, by Space, until there is a field.
COMPLAINTS = [
    ('nullable unions', {'properties': {'a': {'anyOf': [{'type': 'string'}, {'type': 'null'}]}, 'b': {'type': ['integer', 'null']}}},
     [('write', 'x'), ('press', 'alt+Return', MENU_ITEM, 'Absent'), ('press', 'Down', MENU_ITEM, 'Null'),
      ('press', 'Return', FIELD, 'a'), ('to', FIELD, 'b'), ('write', '7')],
     b'{"a":null,"b":7}'),
    ('optional enums', {'properties': {'e': {'enum': ['one', 'two']}, 'f': {'enum': ['three', 'four']}, 's': {'type': 'string'}}},
     [('press', ' ', ITEM, ''), ('press', 'Down', ITEM, ''), ('press', 'Down', ITEM, ''), ('press', 'Return', BUTTON, '')],
     b'{"e":"two"}'),
    ('nested arrays', {'properties': {'rows': {'type': 'array', 'items': {'type': 'array', 'items': {'type': 'integer'}}}}},
     [('press', ' ', BUTTON, 'Add Element'), ('press', ' ', BUTTON, 'Add Element'), ('press', ' ', FIELD, ''), ('write', '1'),
      ('to', BUTTON, 'Add Element'), ('press', ' ', FIELD, ''), ('write', '2')],
     b'{"rows":[[1,2]]}'),
    ('a root that is a $ref', {'$ref': '#/$defs/root', '$defs': {'root': {'type': 'object', 'properties': {'n': {'type': 'integer'}}}}},
     [('write', '-12')],
     b'{"n":-12}'),
    ('no arguments', {'properties': {}, 'additionalProperties': False},
     [],
     b'{}'),
    ('an empty object', {'properties': {'o': {'type': 'object', 'properties': {}, 'additionalProperties': False}}},
     [('press', ' ', BUTTON, '')],
     b'{"o":{}}'),
    ('exact numbers', {'properties': {name: {'type': 'number'} for name in 'pqrs'} | {'i': {'type': 'integer'}}},
     [('write', '1.10'), ('to', FIELD, 'q'), ('write', '1e400'), ('to', FIELD, 'r'), ('write', '-0.0'), ('to', FIELD, 's'),
      ('write', '0.1000000000000000055511151231257827'), ('to', FIELD, 'i'), ('write', '9007199254740993')],
     b'{"p":1.10,"q":1e400,"r":-0.0,"s":0.1000000000000000055511151231257827,"i":9007199254740993}'),
    ('empty strings', {'properties': {'s': {'type': 'string'}, 't': {'type': 'string'}}, 'required': ['s']},
     [('press', 'alt+Return', MENU_ITEM, 'Absent'), ('press', 'Down', MENU_ITEM, 'Value'),
      ('press', 'Return', FIELD, 's'), ('to', FIELD, 't'), ('write', 'x'), ('key', 'BackSpace')],
     b'{"s":"","t":""}'),
    ('Unicode keys', {'properties': {'n\u00e4me \ud55c\uae00 "\U0001f600"': {'type': 'string'}, 'a/b~c.d[0]': {'type': 'string'}}},
     [('write', 'x\\"'), ('to', FIELD, 'a/b~c.d[0]'), ('write', 'y')],
     '{"n\u00e4me \ud55c\uae00 \\"\U0001f600\\"":"x\\\\\\"","a/b~c.d[0]":"y"}'.encode()),
    ('64 levels', nested(64),
     [('deeper',), ('write', '7')],
     nested_value(64)),
    ('2,000 properties', {'properties': {f'field_{i}': {'type': 'integer'} for i in range(2000)}},
     [('press', 'shift+Tab', FIELD, 'Search'), ('write', 'field_1999'), ('to', FIELD, 'field_1999'), ('write', '7')],
     b'{"field_1999":7}'),
    ('recursive trees', {**TREE, '$defs': {'tree': TREE}},
     [('write', '1'), ('to', BUTTON, 'Add'), ('press', ' ', BUTTON, 'Add Element'), ('press', ' ', FIELD, 'v'), ('write', '2'),
      ('to', BUTTON, 'Add'), ('press', ' ', BUTTON, 'Open'), ('press', ' ', BUTTON, 'Add Element'), ('press', ' ', FIELD, 'v'),
      ('write', '3')],
     b'{"v":1,"kids":[{"v":2,"kids":[{"v":3}]}]}'),
]


def serve(path):
    tools = [{'name': f'{i:02} {name}', 'inputSchema': {'type': 'object', **schema}}
             for i, (name, schema, _, _) in enumerate(COMPLAINTS)]
    results = {
        'initialize': {'protocolVersion': '2025-11-25', 'capabilities': {'tools': {}},
                       'serverInfo': {'name': 'forms', 'version': '1'}},
        'tools/list': {'tools': tools},
        'tools/call': {'content': [{'type': 'text', 'text': 'done'}]},
        'ping': {},
    }
    with open(path, 'ab', buffering=0) as file:
        for line in sys.stdin.buffer:
            file.write(line)
            message = json.loads(line)
            if 'id' in message:
                found = {'result': results[message['method']]} if message.get('method') in results else \
                    {'error': {'code': -32601, 'message': 'not here'}}
                print(json.dumps({'jsonrpc': '2.0', 'id': message['id'], **found}), flush=True)


class Person:
    """Presses keys, and knows where the focus is."""

    def __init__(self):
        self.focus = None
        self.listener = Atspi.EventListener.new(self.focus_changed)
        self.listener.register('object:state-changed:focused')

    def focus_changed(self, event):
        if event.detail1:
            self.focus = event.source

    def where(self):
        while GLib.MainContext.default().iteration(False):
            pass
        try:
            return (self.focus.get_role_name(), self.focus.get_name() or '') if self.focus is not None else ('', '')
        except GLib.GError:
            # What had the focus is gone, and nobody has told yet who has it.
            return ('', '')

    def await_focus(self, roles, name, but=None):
        end = time.monotonic() + DEADLINE_SECONDS
        while time.monotonic() < end:
            role, has = self.where()
            if self.focus is not but and role in roles and name in has:
                return
            time.sleep(0.01)
        sys.exit(f'not ok the focus is at {self.where()}, not at {name} {roles}')

    def press(self, keys, roles, name):
        before = self.focus
        key(keys)
        self.await_focus(roles, name, but=before)

    def go(self, keys, roles, name):
        """Nobody presses Tab forever."""
        passed = []
        while not passed or self.where()[0] not in roles or name not in self.where()[1]:
            passed.append(self.where())
            if len(passed) > 20:
                sys.exit(f'not ok {keys} came to {passed}, not to {name} {roles}')
            self.press(keys, ANY, '')

    def to(self, roles, name):
        self.go('Tab', roles, name)

    def deeper(self):
        for _ in range(200):
            if self.where()[0] in FIELD:
                return
            self.press(' ', ANY, '')
        sys.exit('not ok there is no field below')

    def do(self, step):
        what, *arguments = step
        {'write': write, 'key': key, 'press': self.press, 'to': self.to, 'deeper': self.deeper}[what](*arguments)


def await_call(log, n_calls):
    """The line of that call, as it came to the server."""
    end = time.monotonic() + DEADLINE_SECONDS
    while time.monotonic() < end:
        lines = [line for line in log.read_bytes().split(b'\n') if b'"tools/call"' in line]
        if len(lines) >= n_calls:
            return lines[n_calls - 1]
        time.sleep(0.02)
    return b''


def main(sounder):
    with tempfile.TemporaryDirectory() as folder:
        log = pathlib.Path(folder) / 'log'
        app = subprocess.Popen([sounder, '--', sys.executable, __file__, '--serve', str(log)])
        try:
            person = Person()
            wait_for('it is connected', lambda: find('label', 'Connected'))
            # There is no window manager: keys are for the window that the pointer is over.
            Atspi.generate_mouse_event(60, 60, 'abs')

            person.press('ctrl+2', ITEM, '')
            for i, (name, _, steps, expected) in enumerate(COMPLAINTS):
                if i > 0:
                    person.go('shift+Tab', ITEM, '')
                    person.press('Down', ITEM, f'{i:02} {name}')
                person.press('Return', FIELD + BUTTON, '')
                for step in steps:
                    person.do(step)
                key('ctrl+Return')
                line = await_call(log, i + 1)
                if b'"arguments":' + expected + b',' not in line and b'"arguments":' + expected + b'}' not in line:
                    sys.exit(f'not ok {name}: {line}, not {expected}')
                print('ok', name, flush=True)
        finally:
            app.terminate()
            app.wait()


if __name__ == '__main__':
    if sys.argv[1] == '--serve':
        serve(sys.argv[2])
    else:
        from keyboard import key, write
        from scenario import DEADLINE_SECONDS, Atspi, GLib, find, wait_for
        main(sys.argv[1])
