// SPDX-License-Identifier: GPL-3.0-or-later
//
// chromium-visit.mjs URL
//
// Opens URL in Debian's Chromium, types a name and a password into each form that asks for them, clicks its button, and
// ends well when the browser has come back to the redirect_uri of URL and shows what the client has to say there.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const url = process.argv[2];
const redirect = new URL(url).searchParams.get('redirect_uri');
const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
const chromium = spawn('chromium', [
  '--remote-debugging-port=0', `--user-data-dir=${profile}`, '--no-first-run', '--no-default-browser-check',
  '--password-store=basic', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking',
  // Its own sandbox wants what containers do not give.
  '--no-sandbox', 'about:blank',
], { stdio: ['ignore', 'ignore', 'pipe'], detached: true });

const ended = new Promise((resolve) => chromium.on('exit', resolve));
const finish = async (status, error) => {
  if (error)
    console.error(error);
  // Its helpers write to the profile until they are gone, too.
  try { process.kill(-chromium.pid, 'SIGKILL'); } catch { /* it never started, or went by itself */ }
  await ended;
  for (let i = 0; i < 100; i++) {
    try {
      rmSync(profile, { recursive: true, force: true });
      break;
    } catch { await sleep(50); }
  }
  process.exit(status);
};
// Who waits for us decides for how long.
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'])
  process.on(signal, () => finish(1, `Ended by ${signal}`));
process.on('uncaughtException', (error) => finish(1, error));

const address = await new Promise((resolve, reject) => {
  let said = '';
  chromium.stderr.setEncoding('utf8').on('data', (text) => {
    said += text;
    const found = said.match(/DevTools listening on (ws:\S+)/);
    if (found)
      resolve(found[1]);
  });
  chromium.on('exit', () => reject(new Error(`Chromium ended: ${said}`)));
  chromium.on('error', reject);
});

// The DevTools protocol: numbered commands to one page.
const socket = new WebSocket(address);
await new Promise((resolve, reject) => { socket.onopen = resolve; socket.onerror = reject; });
const waiting = new Map();
let number = 0;
socket.onmessage = ({ data }) => {
  const { id, result, error } = JSON.parse(data);
  const call = waiting.get(id);
  waiting.delete(id);
  if (call)
    error ? call.reject(new Error(error.message)) : call.resolve(result);
};
const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
  waiting.set(++number, { resolve, reject });
  socket.send(JSON.stringify({ id: number, method, params, sessionId }));
});

const { targetInfos } = await send('Target.getTargets');
const { targetId } = targetInfos.find(({ type }) => type === 'page');
const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
const tell = (method, params) => send(method, params, sessionId);
const look = async (expression) => {
  // Between two pages there is nothing to look at.
  const { result } = await tell('Runtime.evaluate', { expression, returnByValue: true }).catch(() => ({ result: {} }));
  return result.value;
};
const click = async ({ x, y }) => {
  for (const type of ['mousePressed', 'mouseReleased'])
    await tell('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
};
const middle = (selector) => look(`(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  if (!element) return null;
  element.scrollIntoView();
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
})()`);

await tell('Page.navigate', { url });
for (let page = 0; page < 10; page++) {
  // A page that was clicked on already is the old one.
  while (!(await look('document.readyState === "complete" && location.href !== "about:blank" && !window.clicked')))
    await sleep(50);
  const here = await look('location.href');
  if (here.startsWith(redirect)) {
    const title = await look('document.title');
    console.log(title);
    await finish(title === 'Back to Sounder' ? 0 : 1);
  }

  for (const [selector, text] of [['input[name=login]', 'pilot'], ['input[name=password]', 'pilot-pilot']]) {
    const place = await middle(selector);
    if (place) {
      await click(place);
      await tell('Input.insertText', { text });
    }
  }
  const button = await middle('form [type=submit]');
  if (!button)
    throw new Error(`Nothing to click at ${here}: ${await look('document.body.innerText')}`);
  await look('window.clicked = true');
  await click(button);
}
throw new Error('Too many pages');
