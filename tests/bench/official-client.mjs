// SPDX-License-Identifier: GPL-3.0-or-later
//
// official-client.mjs SDK MODE COUNT -- COMMAND ARGS…
// official-client.mjs SDK http-N COUNT -- URL
//
// What the official TypeScript client needs for the same work: MODE "flood" waits for the answer
// of one call and counts the notifications before it; "ping" sends COUNT pings one after another, "ping-N"
// N of them at once; "http-N" sends COUNT pings over HTTP, N of them at once; "http-flood" waits for COUNT
// notifications on the stream of GET. Prints seconds, and those of the processor.
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [sdk, mode, count, , command, ...args] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(join(sdk, 'dist', 'esm', name)));
const { Client } = await load('client/index.js');

async function makeTransport() {
  if (mode.startsWith('http-')) {
    const { StreamableHTTPClientTransport } = await load('client/streamableHttp.js');
    return new StreamableHTTPClientTransport(new URL(command));
  }
  const { StdioClientTransport } = await load('client/stdio.js');
  return new StdioClientTransport({ command, args, stderr: 'ignore', env: process.env });
}

// Keeps `atOnce` pings on their way until `total` are answered.
async function pings(total, atOnce) {
  let left = total;
  const one = async () => { while (left-- > 0) await client.ping(); };
  await Promise.all(Array.from({ length: atOnce }, one));
}

const client = new Client({ name: 'bench', version: '1' });
let received = 0;
let allReceived;
client.fallbackNotificationHandler = async () => {
  if (++received === Number(count)) allReceived?.();
};
await client.connect(await makeTransport());

const atOnce = Number(/^(?:http|ping)-(\d+)$/.exec(mode)?.[1] ?? 1);
// What is compiled while it runs has been by then.
if (/-\d+$/.test(mode)) await pings(Number(count) / 5, atOnce);

const begun = process.cpuUsage();
const start = process.hrtime.bigint();
if (mode === 'flood') {
  await client.callTool({ name: 'flood', arguments: {} });
  if (received !== Number(count)) throw new Error(`${received} notifications, not ${count}`);
} else if (mode === 'http-flood') {
  const all = new Promise((resolve) => { allReceived = resolve; });
  await client.notification({ method: 'notifications/go', params: { count: Number(count), rate: 0 } });
  await all;
} else {
  await pings(Number(count), atOnce);
}
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const used = process.cpuUsage(begun);
console.log(seconds, (used.user + used.system) / 1e6);
process.exit(0);
