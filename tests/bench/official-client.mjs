// SPDX-License-Identifier: GPL-3.0-or-later
//
// official-client.mjs SDK MODE COUNT -- COMMAND ARGS…
//
// What the official TypeScript client needs for the same work: MODE "flood" waits for the answer
// of one call and counts the notifications before it; "ping" sends COUNT pings one after another.
// Prints seconds.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [sdk, mode, count, , command, ...args] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(sdk, 'dist', 'esm', name)));
const { Client } = await load('client/index.js');
const { StdioClientTransport } = await load('client/stdio.js');

const client = new Client({ name: 'bench', version: '1' });
let received = 0;
client.fallbackNotificationHandler = async () => { received++; };
await client.connect(new StdioClientTransport({ command, args, stderr: 'ignore', env: process.env }));

const start = process.hrtime.bigint();
if (mode === 'flood') {
  await client.callTool({ name: 'flood', arguments: {} });
  if (received !== Number(count)) throw new Error(`${received} notifications, not ${count}`);
} else {
  for (let i = 0; i < Number(count); i++) await client.ping();
}
console.log(Number(process.hrtime.bigint() - start) / 1e9);
process.exit(0);
