// SPDX-License-Identifier: GPL-3.0-or-later
//
// sdk-server.mjs DIRECTORY PORT
//
// A server on the TypeScript SDK, version 2, from DIRECTORY/node_modules, on 127.0.0.1:PORT/mcp. Its tools do what
// the servers from npm do not: they ask the client while they run, send beside the call, cut their own event stream,
// and forget the session.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

const [directory, port] = process.argv.slice(2);
const require = createRequire(join(directory, 'package.json'));
const { McpServer, fromJsonSchema } = require('@modelcontextprotocol/server');
const { NodeStreamableHTTPServerTransport } = require('@modelcontextprotocol/node');

// Session id to its transport.
const sessions = new Map();
const nothing = fromJsonSchema({ type: 'object', properties: {} });
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const wait = (msec) => new Promise((resolve) => setTimeout(resolve, msec));

// Every event since the start, so that any stream can be resumed behind any of them.
class Events {
  #events = [];

  async storeEvent(stream, message) {
    this.#events.push({ stream, message });
    return String(this.#events.length);
  }

  async getStreamIdForEventId(id) {
    return this.#events[id - 1]?.stream;
  }

  async replayEventsAfter(id, { send }) {
    const { stream } = this.#events[id - 1];
    for (let i = Number(id); i < this.#events.length; i++) {
      const event = this.#events[i];
      if (event.stream === stream && Object.keys(event.message).length > 0) await send(String(i + 1), event.message);
    }
    return stream;
  }
}

function addTools(server, forget) {
  const tool = (name, description, schema, run) =>
    server.registerTool(name, { description, inputSchema: schema ?? nothing }, run);

  tool('lead', 'Lowers the lead; tells how far it is', fromJsonSchema({
    type: 'object', properties: { fathoms: { type: 'integer', minimum: 1, default: 4 } },
  }), async ({ fathoms = 4 }, ctx) => {
    const token = ctx.mcpReq._meta?.progressToken;
    for (let progress = 1; token !== undefined && progress <= fathoms; progress++) {
      await ctx.mcpReq.notify({
        method: 'notifications/progress', params: { progressToken: token, progress, total: fathoms },
      });
      await wait(20);
    }
    return text(`${fathoms} fathoms`);
  });

  tool('hail', 'Asks the client for its roots while the call runs', null, async (_, ctx) => {
    const answer = await ctx.mcpReq.send({ method: 'roots/list' });
    return text(answer.roots.map((root) => root.uri).join(' ') || 'no roots');
  });

  tool('signal', 'Logs beside the call, on the stream of GET', null, async () => {
    await server.server.notification({
      method: 'notifications/message', params: { level: 'info', logger: 'mast', data: 'by flag' },
    });
    return text('signalled');
  });

  tool('cut', 'Closes its own event stream, and answers when it is resumed', null, async (_, ctx) => {
    ctx.http.closeSSE();
    await wait(50);
    return text('spliced');
  });

  tool('sessions', 'Counts the sessions that are open', null, async () => text(sessions.size));

  tool('forget', 'Answers, and knows nothing of the session any more', null, async () => {
    forget();
    return text('who?');
  });
}

function open() {
  let transport = null;
  const server = new McpServer({ name: 'sdk-server', version: '1.0.0', title: 'Sounding line ⚓' },
    { capabilities: { logging: {}, tools: {} }, instructions: 'Lower away.' });
  addTools(server, () => sessions.delete(transport.sessionId));
  transport = new NodeStreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    eventStore: new Events(),
    retryInterval: 100,
    onsessioninitialized: (id) => sessions.set(id, transport),
    onsessionclosed: (id) => sessions.delete(id),
  });
  return server.connect(transport).then(() => transport);
}

createServer(async (request, response) => {
  const id = request.headers['mcp-session-id'];
  const transport = id === undefined ? await open() : sessions.get(id);

  if (new URL(request.url, 'http://localhost').pathname !== '/mcp' || transport === undefined) {
    response.writeHead(404, { 'Content-Type': 'application/json' });
    response.end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}');
    return;
  }
  await transport.handleRequest(request, response);
}).listen(Number(port), '127.0.0.1');
