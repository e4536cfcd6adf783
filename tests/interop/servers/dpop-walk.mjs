// SPDX-License-Identifier: GPL-3.0-or-later
//
// dpop-walk.mjs DIRECTORY URL
//
// Shows that oidc-server.mjs at URL takes tokens that are bound to a key, and refuses them otherwise (RFC 9449). Ends
// with 0 when that is so; asks for nonces when it is asked to.
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [directory, url] = process.argv.slice(2);
const require = createRequire(join(directory, 'package.json'));
const jose = await import(pathToFileURL(require.resolve('jose')));

const { privateKey, publicKey } = await jose.generateKeyPair('ES256');
const jwk = await jose.exportJWK(publicKey);
const prove = (htu, claims) => new jose.SignJWT({ htm: 'POST', htu, jti: randomUUID(), ...claims })
  .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk }).setIssuedAt().sign(privateKey);

const metadata = await fetch(new URL('/.well-known/oauth-protected-resource/mcp', url));
const [issuer] = (await metadata.json()).authorization_servers;

async function askToken(nonce) {
  const response = await fetch(`${issuer}/token`, {
    method: 'POST', body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'mcp:read', resource: url }),
    headers: {
      Authorization: `Basic ${btoa('service:service-secret')}`, DPoP: await prove(`${issuer}/token`, { nonce }),
    },
  });
  return { nonce: response.headers.get('DPoP-Nonce'), ...await response.json() };
}

let token = await askToken();
if (token.error === 'use_dpop_nonce') token = await askToken(token.nonce);
assert.equal(token.token_type, 'DPoP');
const ath = createHash('sha256').update(token.access_token).digest('base64url');

async function list(scheme, proof) {
  const response = await fetch(url, {
    method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', headers: {
      'Accept': 'application/json, text/event-stream', 'Content-Type': 'application/json',
      'Authorization': `${scheme} ${token.access_token}`, 'DPoP': proof,
    },
  });
  return { status: response.status, nonce: response.headers.get('DPoP-Nonce') ?? undefined };
}

// Without the scheme, for another token, and the same proof again.
const { nonce } = await list('Bearer', await prove(url, { ath }));
assert.equal((await list('DPoP', await prove(url, { ath: 'another', nonce }))).status, 401);
const proof = await prove(url, { ath, nonce });
assert.equal((await list('DPoP', proof)).status, 200);
assert.equal((await list('DPoP', proof)).status, 401);
assert.equal((await list('DPoP', await prove(url, { ath }))).status, nonce === undefined ? 200 : 401);
console.log(nonce === undefined ? 'without nonces' : 'with nonces');
