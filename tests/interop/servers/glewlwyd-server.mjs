// SPDX-License-Identifier: GPL-3.0-or-later
//
// glewlwyd-server.mjs DIRECTORY
//
// Debian's glewlwyd from DIRECTORY/glewlwyd, with a database of its own that starts empty, and a protected MCP server
// whose address is printed once both listen. Somebody is called pilot, with the password pilot-pilot. Ends when its
// standard input does.
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { directory, listen, scopes, serve, verifyJwt } from './protected.mjs';

const root = join(directory, 'glewlwyd/usr');
const libraries = readdirSync(join(root, 'lib'), { recursive: true }).find((path) => path.includes('libulfius.so'));
const place = mkdtempSync(join(tmpdir(), 'glewlwyd-'));
mkdirSync(join(place, 'none'));

// Glewlwyd takes no port of the system's choice: one that was free just now.
const free = await listen();
const base = free.url;
await new Promise((resolve) => free.server.close(resolve));

const database = new DatabaseSync(join(place, 'glewlwyd.db'));
database.exec(gunzipSync(readFileSync(join(root, 'share/doc/glewlwyd/database/init.sqlite3.sql.gz'))).toString());
database.close();

writeFileSync(join(place, 'glewlwyd.conf'), `
port=${new URL(base).port}
bind_address="127.0.0.1"
external_url="${base}"
login_url="login.html"
api_prefix="api"
static_files_path="${root}/share/glewlwyd/webapp/"
log_mode="console"
log_level="WARNING"
cookie_secure=0
session_key="session"
session_expiration=3600
admin_scope="g_admin"
profile_scope="g_profile"
user_module_path="${root}/lib/glewlwyd/user"
user_middleware_module_path="${join(place, 'none')}"
client_module_path="${root}/lib/glewlwyd/client"
user_auth_scheme_module_path="${root}/lib/glewlwyd/scheme"
plugin_module_path="${root}/lib/glewlwyd/plugin"
hash_algorithm="SHA512"
database={ type="sqlite3" path="${place}/glewlwyd.db" };
static_files_mime_types=(
  { extension=".html" mime_type="text/html" compress=0 }, { extension=".css" mime_type="text/css" compress=0 },
  { extension=".js" mime_type="application/javascript" compress=0 },
  { extension=".json" mime_type="application/json" compress=0 })
`);

const glewlwyd = spawn(join(root, 'bin/glewlwyd'), ['--config-file', join(place, 'glewlwyd.conf')], {
  env: { ...process.env, LD_LIBRARY_PATH: join(root, 'lib', libraries, '..') }, stdio: ['ignore', 2, 2],
});
glewlwyd.on('exit', (status) => {
  console.error(`glewlwyd ended with ${status}`);
  process.exit(1);
});
process.on('exit', () => {
  glewlwyd.kill('SIGKILL');
  rmSync(place, { recursive: true, maxRetries: 5 });
});

async function reach() {
  for (;;) {
    try {
      return await fetch(`${base}/config`);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

// What an administrator does, as whom the first request signs in.
let cookie;
async function administer(path, body) {
  const response = await fetch(`${base}/api/${path}`, {
    method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...(cookie && { cookie }) },
  });
  cookie ??= response.headers.getSetCookie()[0]?.split(';')[0];
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
}

await reach();
// It takes no 127.0.0.1 for a resource.
const resource = await listen('localhost');
const audience = `${resource.url}/mcp`;
const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

await administer('auth/', { username: 'admin', password: 'password' });
for (const name of scopes) {
  await administer('scope/', { name, display_name: name, description: name, password_required: true, scheme: {} });
}
await administer('user/', {
  username: 'pilot', password: 'pilot-pilot', name: 'The Pilot', email: 'pilot@example.com', enabled: true,
  scope: ['openid', ...scopes],
});
await administer('mod/plugin/', {
  module: 'oidc', name: 'oidc', display_name: 'oidc', parameters: {
    'iss': `${base}/api/oidc`, 'jwks-private': JSON.stringify({ keys: [{ ...key, alg: 'ES256', kid: 'key' }] }),
    'jwks-show': true, 'allowed-scope': ['openid', ...scopes], 'allow-non-oidc': true,
    'access-token-duration': 600, 'refresh-token-duration': 3600, 'code-duration': 60,
    'refresh-token-rolling': false, 'refresh-token-one-use': 'always', 'auth-type-code-enabled': true,
    'auth-type-code-revoke-replayed': true, 'auth-type-refresh-enabled': true, 'auth-type-client-enabled': true,
    'pkce-allowed': true, 'pkce-required': true, 'introspection-revocation-allowed': true,
    'introspection-revocation-allow-target-client': true, 'register-client-allowed': true,
    'register-client-auth-scope': [], 'register-client-credentials-scope': scopes,
    'resource-allowed': true, 'resource-scope': Object.fromEntries(['openid', ...scopes].map((name) => [name, [audience]])),
    'oauth-as-iss-id': true, 'oauth-dpop-allowed': true, 'oauth-dpop-iat-duration': 60,
  },
});

const metadata = await (await fetch(`${base}/api/oidc/.well-known/openid-configuration`)).json();
serve(resource, metadata, verifyJwt(metadata.issuer, metadata.jwks_uri, audience));
