import { generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { ProblemError, texts } from '@pmcw/contracts';
import { freePort } from '@pmcw/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Aim, type OpenidOptions, type OpenidProvider, openidProvider } from './provider.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function signed(claims: object): string {
  const text = `${base64url({ alg: 'ES256', kid: 'k' })}.${base64url(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}

/** A provider that answers or hangs on demand. */
let server: Server;
let issuer: string;
/** Paths whose requests are never answered. */
const hanging = new Set<string>();
/** Answers at the token endpoint. */
let answer: (claims: object) => object;
const inToken = (more: object) => (claims: object) => ({
  ...{ access_token: 'a', token_type: 'bearer', id_token: signed({ ...claims, ...more }) },
});
const now = () => Math.floor(Date.now() / 1000);
function answerTo(path: string, response: ServerResponse): void {
  if (hanging.has(path)) return;
  const claims = {
    ...{ iss: issuer, sub: 'ada', aud: 'pmcw', iat: now(), exp: now() + 60, nonce: secrets.nonce },
    ...{ name: 'Ada', email: 'ada@provider.example' },
  };
  const answers: Readonly<Record<string, object>> = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['ES256'],
    },
    '/keys': { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'ES256', use: 'sig' }] },
    '/token': answer(claims),
  };
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[path]));
}
beforeAll(async () => {
  server = createServer((request, response) => answerTo(request.url ?? '', response));
  const port = await freePort();
  await once(server.listen(port, '127.0.0.1'), 'listening');
  issuer = `http://127.0.0.1:${port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

let provider: OpenidProvider;
const know = (more: Partial<OpenidOptions> = {}) => {
  const options = { issuer, clientId: 'pmcw', clientSecret: 's', label: 'Example ID', ...more };
  provider = openidProvider(options, 'https://site.example', { warn: () => undefined });
};
beforeEach(() => {
  hanging.clear();
  answer = inToken({ auth_time: now() });
  know();
});
const secrets = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43) };
const comeBack = (aim: Aim) => provider.accountOf('?code=c&state=state', secrets, aim);
const outcomeOf = (aim: Aim) =>
  comeBack(aim).then(
    ({ subject }) => subject,
    (error: unknown) => (error instanceof Error ? error.message : error),
  );

describe('a provider that accepts a request and never answers', () => {
  // Busy machines may also exceed this with a real answer.
  beforeEach(() => know({ answerSeconds: 0.2 }));

  it('counts as unavailable at the start, and is asked again next time', async () => {
    hanging.add('/.well-known/openid-configuration');
    const away = new ProblemError('unavailable', texts.refusals.openidAway, { retryAfter: 1 });
    await expect(provider.location(secrets, 'sign-in')).rejects.toThrow(away);
    hanging.clear();
    const next = () => provider.location(secrets, 'sign-in').catch(() => 'away');
    await expect.poll(next).toContain(`${issuer}/auth?`);
  });

  it.each(['/token', '/keys'])('counts as unavailable at %s, and is asked again next time', async (path) => {
    hanging.add(path);
    expect(await outcomeOf('sign-in')).toBe('unavailable');
    hanging.clear();
    await expect.poll(() => outcomeOf('sign-in')).toBe('ada');
  });
});

describe('a fresh proof', () => {
  it.each<readonly [string, () => object, string]>([
    ['just now', () => ({ auth_time: now() }), 'ada'],
    ['ten minutes ago', () => ({ auth_time: now() - 600 }), 'unproved'],
    ['who knows when', () => ({}), 'unproved'],
  ])('is given by who signed in there %s, or not', async (_, claims, outcome) => {
    answer = inToken(claims());
    expect(await outcomeOf('prove')).toBe(outcome);
    // Other rounds don’t require it.
    expect(await outcomeOf('sign-in')).toBe('ada');
  });

  it.each<readonly [string, () => (claims: object) => object]>([
    ['a time that is none', () => inToken({ auth_time: 'now' })],
    ['a token that has expired', () => inToken({ auth_time: now(), exp: now() - 600 })],
    ['no token', () => () => ({ access_token: 'a', token_type: 'bearer' })],
  ])('is refused like any other broken answer: %s', async (_, broken) => {
    answer = broken();
    expect(await outcomeOf('prove')).toBe('failed');
  });
});
