#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""http-server.py PORT SECRET

The least MCP server with an address that wants a secret: 401 without it. Says on its output whether it came.
"""
import http.server
import json
import sys

RESULTS = {
    'initialize': {'protocolVersion': '2025-06-18', 'capabilities': {'tools': {}},
                   'serverInfo': {'name': 'guarded', 'title': 'Guarded Server', 'version': '1'}},
    'ping': {},
    'tools/list': {'tools': []},
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def answer(self, status, value=None):
        body = json.dumps(value).encode() if value is not None else b''
        self.send_response(status)
        self.send_header('Content-Type', 'application/json')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(405)

    do_DELETE = do_GET

    def do_POST(self):
        message = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        allowed = self.headers.get('Authorization') == sys.argv[2]
        print('allowed' if allowed else 'refused', message.get('method'), flush=True)
        if not allowed:
            self.answer(401)
        elif 'id' not in message:
            self.answer(202)
        elif message['method'] in RESULTS:
            self.answer(200, {'jsonrpc': '2.0', 'id': message['id'], 'result': RESULTS[message['method']]})
        else:
            error = {'code': -32601, 'message': 'Method not found'}
            self.answer(200, {'jsonrpc': '2.0', 'id': message['id'], 'error': error})

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Handler).serve_forever()
