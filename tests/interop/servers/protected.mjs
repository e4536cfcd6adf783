// SPDX-License-Identifier: GPL-3.0-or-later
//
// A protected MCP server on the TypeScript SDK, version 1, with the SDK's own guard and metadata. The authorization
// servers are beside this file. Everything needs the scope mcp:read, the tool "dredge" needs mcp:write too.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const directory = process.argv[2];
export const scopes = ['mcp:read', 'mcp:write'];

const require = createRequire(join(directory, 'package.json'));
const express = require('express');
const { McpServer } = require('@modelcontextprotocol/sdk/server/mcp.js');
const { StreamableHTTPServerTransport } = require('@modelcontextprotocol/sdk/server/streamableHttp.js');
const { requireBearerAuth } = require('@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js');
const { getOAuthProtectedResourceMetadataUrl, mcpAuthMetadataRouter } =
  require('@modelcontextprotocol/sdk/server/auth/router.js');
const { InvalidTokenError } = require('@modelcontextprotocol/sdk/server/auth/errors.js');

// A package that cannot be required, only imported.
export const load = (name) => import(pathToFileURL(require.resolve(name)));
const jose = await load('jose');

// Listens on a free port of 127.0.0.1, which may be called localhost; what answers comes later.
export async function listen(host = '127.0.0.1') {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://${host}:${server.address().port}` };
}

function makeServer() {
  const server = new McpServer({ name: 'protected-server', version: '1.0.0' });
  const text = (value) => ({ content: [{ type: 'text', text: value }] });
  server.registerTool('sound', { description: 'Tells who asks' }, ({ authInfo }) => text(`by ${authInfo.extra.sub}`));
  server.registerTool('dredge', { description: 'Makes it deeper' }, () => text('deeper'));
  return server;
}

// Nothing but the access token is what a client has shown; whose key it is bound to, if any, is in it (RFC 9449).
async function checkProof(request, claims, seen) {
  const { payload, protectedHeader } = await jose.jwtVerify(request.headers.dpop ?? '', jose.EmbeddedJWK, {
    typ: 'dpop+jwt', algorithms: ['ES256', 'RS256', 'EdDSA'], maxTokenAge: 60, clockTolerance: 5,
  });
  const token = request.headers.authorization.split(' ')[1];
  const hash = createHash('sha256').update(token).digest('base64url');
  const key = await jose.calculateJwkThumbprint(protectedHeader.jwk);
  const url = `http://${request.headers.host}${request.originalUrl.split('?')[0]}`;
  if (payload.htm !== request.method || payload.htu !== url || payload.ath !== hash || key !== claims.cnf?.jkt) {
    throw new Error('the proof is for another request');
  }
  if (payload.jti === undefined || seen.has(payload.jti)) throw new Error('the proof was used before');
  seen.add(payload.jti);
  return payload.nonce;
}

// The same guard as the SDK's, for tokens that are bound to a key: a proof with each request, with a nonce of ours.
function requireProof(verify, metadataUrl, nonce) {
  const seen = new Set();
  return async (request, response, next) => {
    const refuse = (error) => {
      response.set('WWW-Authenticate',
        `DPoP algs="ES256", error="${error}", scope="mcp:read", resource_metadata="${metadataUrl}"`);
      if (nonce !== undefined) response.set('DPoP-Nonce', nonce);
      response.status(401).json({ error });
    };
    try {
      const [scheme, token] = (request.headers.authorization ?? '').split(' ');
      if (scheme !== 'DPoP') return refuse('invalid_token');
      const claims = await verify(token);
      const shown = await checkProof(request, claims, seen);
      if (nonce !== undefined && shown !== nonce) return refuse('use_dpop_nonce');
      request.auth = { token, clientId: claims.client_id, scopes: claims.scope.split(' '), extra: claims };
      return next();
    } catch (error) {
      console.error(error.message);
      return refuse('invalid_token');
    }
  };
}

// serve ({ server, url }, metadata, verify, options): answers at url/mcp. verify (token) gives the claims, or throws.
export function serve({ server, url }, oauthMetadata, verify, { dpop = false, nonce } = {}) {
  const resourceServerUrl = new URL('/mcp', url);
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(resourceServerUrl);
  const verifier = {
    async verifyAccessToken(token) {
      const claims = await verify(token).catch((error) => { throw new InvalidTokenError(error.message); });
      if (claims.cnf !== undefined) throw new InvalidTokenError('The token is bound to a key');
      return {
        token, clientId: claims.client_id, scopes: claims.scope.split(' '), expiresAt: claims.exp,
        resource: new URL([claims.aud].flat()[0]), extra: claims,
      };
    },
  };
  const guard = (requiredScopes) => requireBearerAuth({
    verifier, requiredScopes, resourceMetadataUrl: metadataUrl, expectedResource: resourceServerUrl,
  });
  const reads = dpop ? requireProof(verify, metadataUrl, nonce) : guard(['mcp:read']);
  const writes = guard(scopes);

  const app = express();
  app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl, scopesSupported: scopes }));
  app.use('/mcp', reads, express.json(), (request, response, next) =>
    (!dpop && request.body?.params?.name === 'dredge' ? writes(request, response, next) : next()));
  app.post('/mcp', async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    await makeServer().connect(transport);
    await transport.handleRequest(request, response, request.body);
  });
  app.use('/mcp', (request, response) => response.status(405).set('Allow', 'POST').end());
  server.on('request', app);
  process.stdin.on('end', () => process.exit()).resume();
  console.log(resourceServerUrl.href);
}

// Claims of a JWT that issuer signed for url/mcp.
export function verifyJwt(issuer, keysUrl, audience) {
  const keys = jose.createRemoteJWKSet(new URL(keysUrl));
  return async (token) => (await jose.jwtVerify(token, keys, { issuer, audience })).payload;
}
