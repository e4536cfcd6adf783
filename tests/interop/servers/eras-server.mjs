// SPDX-License-Identifier: GPL-3.0-or-later
//
// eras-server.mjs DIRECTORY [--port PORT] [--modern-only]
//
// A server on the TypeScript SDK, version 2, from DIRECTORY/node_modules, over stdio or on 127.0.0.1:PORT/mcp. It
// speaks 2026-07-28 and, unless --modern-only, the revisions before it too. What the two eras do in different ways is
// here: asking while a call runs, progress, changed lists, arguments in headers.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values: options, positionals: [directory] } = parseArgs({
  options: { port: { type: 'string' }, 'modern-only': { type: 'boolean', default: false } }, allowPositionals: true,
});
const require = createRequire(join(directory, 'package.json'));
const { McpServer, acceptedContent, createMcpHandler, fromJsonSchema, inputRequired } =
  require('@modelcontextprotocol/server');
const { serveStdio } = require('@modelcontextprotocol/server/stdio');
const { toNodeHandler } = require('@modelcontextprotocol/node');

const nothing = fromJsonSchema({ type: 'object', properties: {} });
const text = (value) => ({ content: [{ type: 'text', text: String(value) }] });
const wait = (msec) => new Promise((resolve) => setTimeout(resolve, msec));
// Tells whoever listens that the tools changed.
let tellTools = () => {};

function addTools(server) {
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

  tool('pilot', 'Asks for a depth, and then for the roots', null, async (_, ctx) => {
    const schema = { type: 'object', properties: { depth: { type: 'integer', default: 12 } }, required: ['depth'] };
    const depth = acceptedContent(ctx.mcpReq.inputResponses, 'depth')?.depth ?? ctx.mcpReq.requestState();
    if (depth === undefined) {
      return inputRequired({
        inputRequests: { depth: inputRequired.elicit({ message: 'How deep is it?', requestedSchema: schema }) },
      });
    }
    const roots = ctx.mcpReq.inputResponses?.roots?.roots;
    if (roots === undefined) {
      return inputRequired({ inputRequests: { roots: inputRequired.listRoots() }, requestState: String(depth) });
    }
    return text(`${depth} fathoms at ${roots.map((root) => root.uri).join(' ')}`);
  });

  tool('steer', 'Tells which header the argument came in', fromJsonSchema({
    type: 'object', properties: { course: { type: 'string', 'x-mcp-header': 'Course' } }, required: ['course'],
  }), async ({ course }, ctx) => text(`${course} ${ctx.http?.req?.headers.get('mcp-param-course') ?? 'no header'}`));

  tool('hoist', 'Says that the tools changed', null, async () => {
    tellTools();
    return text('hoisted');
  });
}

function make() {
  const server = new McpServer({ name: 'eras-server', version: '1.0.0', title: 'Sounding line ⚓' },
    { capabilities: { tools: { listChanged: true } }, instructions: 'Lower away.' });
  addTools(server);
  server.registerResource('chart', 'chart:///reef', { title: 'The reef', mimeType: 'text/plain' },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'by the deep four' }] }));
  server.registerPrompt('hail', { description: 'Hails a ship' },
    async () => ({ messages: [{ role: 'user', content: { type: 'text', text: 'What ship?' } }] }));
  if (options.port === undefined) tellTools = () => server.server.sendToolListChanged();
  return server;
}

if (options.port === undefined) {
  serveStdio(make, { legacy: options['modern-only'] ? 'reject' : 'serve' });
} else {
  const handler = createMcpHandler(make, { legacy: options['modern-only'] ? 'reject' : 'stateless' });
  const serve = toNodeHandler(handler);
  tellTools = () => handler.notify.toolsChanged();
  createServer((request, response) => {
    if (new URL(request.url, 'http://localhost').pathname === '/mcp') return serve(request, response);
    response.writeHead(404);
    return response.end();
  }).listen(Number(options.port), '127.0.0.1');
}
