// SPDX-License-Identifier: GPL-3.0-or-later
//
// oidc-server.mjs DIRECTORY [--dpop | --dpop-nonce]
//
// oidc-provider from DIRECTORY/node_modules, and a protected MCP server whose address is printed once both listen.
// Its pages take any account and any password. Ends when its standard input does.
//
// With --dpop tokens have to be bound to a key, with --dpop-nonce proofs need nonces of both servers too.
import { randomBytes } from 'node:crypto';
import { listen, load, scopes, serve, verifyJwt } from './protected.mjs';

const [mode] = process.argv.slice(3);
const dpop = mode !== undefined;
const nonce = mode === '--dpop-nonce' ? 'a-nonce-of-the-resource' : undefined;

const { Provider, errors: { InvalidTarget } } = await load('oidc-provider');
const authorization = await listen();
const resource = await listen();
const audience = `${resource.url}/mcp`;

const provider = new Provider(authorization.url, {
  scopes: ['openid', 'offline_access', ...scopes],
  pkce: { required: () => true },
  rotateRefreshToken: true,
  clientDefaults: { grant_types: ['authorization_code', 'refresh_token'] },
  issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
  clients: [{
    client_id: 'service', client_secret: 'service-secret', redirect_uris: [], response_types: [],
    grant_types: ['client_credentials'],
  }],
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
  cookies: { keys: [randomBytes(16).toString('hex')] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: true },
    dPoP: {
      enabled: true, nonceSecret: randomBytes(32), requireNonce: () => nonce !== undefined,
    },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo(_, indicator) {
        if (indicator !== audience) throw new InvalidTarget();
        return { scope: scopes.join(' '), audience, accessTokenFormat: 'jwt', accessTokenTTL: 600 };
      },
    },
    revocation: { enabled: true },
  },
});
provider.on('server_error', (_, error) => console.error(error));
authorization.server.on('request', provider.callback());

const metadata = await (await fetch(`${authorization.url}/.well-known/oauth-authorization-server`)).json();
serve(resource, metadata, verifyJwt(authorization.url, metadata.jwks_uri, audience), { dpop, nonce });
