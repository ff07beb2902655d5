import { createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { evmWallet, solanaWallet, type TestWallet } from '@pmcw/testing/wallets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proofStatement } from '../walletProofs/statement.ts';
import type { ProfileKeyDocument, SignedProfileClaims } from './document.ts';
import { detachedJws, profileSigningInput } from './jws.ts';
import { type VerifyOptions, verifyProfile } from './verifyProfile.ts';

const { privateKey } = generateKeyPairSync('ed25519');
const { privateKey: anotherKey } = generateKeyPairSync('ed25519');
const xOf = (key: KeyObject) => createPublicKey(key).export({ format: 'jwk' }).x ?? '';

type Key = ProfileKeyDocument['keys'][number];
const key: Key = {
  ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: 'k1', x: xOf(privateKey) },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', retiredAt: null },
};
const keys = { keys: [key] };
const asked: VerifyOptions = {
  issuer: 'https://pmcw.example',
  username: 'Ada',
  now: new Date('2026-03-03T12:05:00.000Z'),
};

const wallet = evmWallet();
const addedAt = '2026-02-01T10:00:00.000Z';
const provedAt = '2026-03-03T10:00:00.000Z';

function proved({ network, address, sign }: TestWallet, username = 'ada') {
  const statement = proofStatement({
    ...{ site: 'pmcw.example', url: 'https://pmcw.example/ada', username, network, address },
    ...{ nonce: 'bTyXgcQxn2htgkjJnA4d2f', issuedAt: provedAt },
  });
  const proof = { statement, signature: sign(statement), scheme: 'eip-191' as const, provedAt };
  return { network, address, addedAt, proof };
}

const ada: SignedProfileClaims = {
  issuer: 'https://pmcw.example',
  username: 'ada',
  url: 'https://pmcw.example/ada',
  addresses: [proved(wallet), { network: 'BTC', address: 'bc1q', addedAt, proof: null }],
  isAuthorized: true,
  verifiedAt: '2026-03-01T10:00:00.000Z',
  position: '42',
  issuedAt: '2026-03-03T12:00:00.000Z',
  expiresAt: '2026-03-03T12:10:00.000Z',
};

function signed(claims: object, by: KeyObject = privateKey, keyId = 'k1') {
  const input = profileSigningInput(keyId, claims);
  return { claims, signature: detachedJws(input, sign(null, Buffer.from(input), by)) };
}
const reasonOf = (document: unknown, options: Partial<VerifyOptions> = {}, known: unknown = keys) => {
  const check = verifyProfile(document, known, { ...asked, ...options });
  return check.isTrusted ? 'trusted' : check.reason;
};

describe('a signed profile', () => {
  it('is trusted, with the result of each proof', () => {
    expect(verifyProfile(signed(ada), keys, asked)).toEqual({
      isTrusted: true,
      claims: ada,
      addresses: [
        {
          ...{ network: 'ETH', address: wallet.address, addedAt },
          proof: expect.objectContaining({ kind: 'right', isThisSite: true, provedAt }),
        },
        { network: 'BTC', address: 'bc1q', addedAt, proof: null },
      ],
    });
  });

  it('is compatible with any JOSE library: EdDSA over header and payload', () => {
    const { claims, signature } = signed(ada);
    const [header = '', payload, seal = ''] = signature.split('.');
    expect(payload).toBe('');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({
      ...{ alg: 'EdDSA', kid: 'k1', typ: 'pmcw-profile' },
    });
    const input = profileSigningInput('k1', claims);
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: key.x } });
    expect(verify(null, Buffer.from(input), publicKey, Buffer.from(seal, 'base64url'))).toBe(true);
  });

  it('reports a false proof although the site signed it', () => {
    const eves = { ...ada, addresses: [proved(solanaWallet(), 'eve')] };
    expect(verifyProfile(signed(eves), keys, asked)).toMatchObject({
      isTrusted: true,
      addresses: [{ proof: { kind: 'false', faults: ['username'] } }],
    });
  });

  it('may be reformatted on its way, and have additional fields', () => {
    const { claims, signature } = signed({ ...ada, later: { also: 1 } });
    const shuffled = Object.fromEntries(Object.entries(claims).toReversed());
    expect(reasonOf({ signature, claims: shuffled })).toBe('trusted');
  });

  const { expiresAt: _, ...endless } = ada;
  it.each<[string, unknown, Partial<VerifyOptions>, unknown?]>([
    ['malformed', null, {}],
    ['malformed', { claims: ada }, {}],
    ['malformed', { claims: ada, signature: 'a.b.c' }, {}],
    ['malformed', { ...signed(ada), signature: `${'e30'}..${'A'.repeat(86)}` }, {}],
    ['malformed', signed(endless), {}],
    ['malformed', signed(ada), {}, { keys: 'none' }],
    ['unknown_key', signed(ada, privateKey, 'k2'), {}],
    ['unknown_key', signed(ada), {}, { keys: [] }],
    ['wrong_signature', signed(ada, anotherKey), {}],
    ['wrong_signature', { ...signed(ada), claims: { ...ada, isAuthorized: false } }, {}],
    ['wrong_signature', signed(ada), {}, { keys: [{ ...key, x: 'no key' }] }],
    ['another_issuer', signed(ada), { issuer: 'https://pmcw.example.evil' }],
    ['another_username', signed(ada), { username: 'eve' }],
    ['not_yet_valid', signed(ada), { now: new Date('2026-03-03T11:58:59.000Z') }],
    ['expired', signed(ada), { now: new Date('2026-03-03T12:11:01.000Z') }],
    ['valid_too_long', signed({ ...ada, expiresAt: '2026-03-03T12:10:00.001Z' }), {}],
    ['retired_key', signed(ada), {}, { keys: [{ ...key, retiredAt: '2026-03-03T11:58:59.000Z' }] }],
  ])('is refused as %s', (reason, document, options, known = keys) => {
    expect(reasonOf(document, options, known)).toBe(reason);
  });

  it('that was signed before its key was replaced is trusted until it expires', () => {
    const retired = { keys: [{ ...key, retiredAt: '2026-03-03T12:00:30.000Z' }] };
    expect(reasonOf(signed(ada), {}, retired)).toBe('trusted');
  });

  it('is refused after any change of a letter', () => {
    const text = JSON.stringify(signed(ada));
    fc.assert(
      fc.property(fc.nat({ max: text.length - 1 }), fc.constantFrom(...'a0Z-/:,'), (at, letter) => {
        fc.pre(text[at] !== letter);
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        let document: unknown;
        try {
          document = JSON.parse(changed);
        } catch {
          return;
        }
        expect(reasonOf(document)).not.toBe('trusted');
      }),
    );
  });
});
