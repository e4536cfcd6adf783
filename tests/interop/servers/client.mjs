// SPDX-License-Identifier: GPL-3.0-or-later
//
// client.mjs SDK -- COMMAND ARGS…
// client.mjs SDK -- URL
//
// The official TypeScript client: connects, lists everything, calls two tools, and prints all that
// it was told.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [sdk, , command, ...args] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(sdk, 'dist', 'esm', name)));
const { Client } = await load('client/index.js');

async function makeTransport() {
  if (/^https?:/.test(command)) {
    const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
    return new StreamableHTTPClientTransport(new URL(command));
  }
  const { StdioClientTransport } = await load('client/stdio.js');
  return new StdioClientTransport({ command, args, stderr: 'ignore', env: process.env });
}

const client = new Client({ name: 'interop', version: '1' });
const seen = [];
await client.connect(await makeTransport());
seen.push(client.getServerVersion(), client.getServerCapabilities(), client.getInstructions());
seen.push(await client.listTools());
seen.push(await client.listPrompts());
seen.push(await client.listResources());
seen.push(await client.callTool({ name: 'echo', arguments: { message: 'h\u00e9llo' } }));
// Progress that comes in one piece with the answer gets lost in this client: it is not compared.
seen.push(await client.callTool(
  { name: 'trigger-long-running-operation', arguments: { duration: 0.4, steps: 2 } }, undefined,
  { onprogress: () => {} }));
await client.close();
console.log(JSON.stringify(seen));
