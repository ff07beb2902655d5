import { hexToBytes } from '@noble/hashes/utils.js';
import {
  bip322Wallet,
  bitcoinMessageWallet,
  evmWallet,
  solanaWallet,
  type TestWallet,
} from '@pmcw/testing/wallets';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type SignedStatement, verifyProof } from '../walletProofs.ts';
import type { ProofScheme } from './schemes.ts';

interface Vector extends SignedStatement {
  readonly source: string;
  readonly scheme: ProofScheme;
}

const evm = (source: string, address: string, statement: string, signature: string): Vector => ({
  source,
  scheme: 'eip-191',
  network: 'ETH',
  address,
  statement,
  signature,
});
const bitcoin = (
  source: string,
  scheme: ProofScheme,
  [address, statement, signature]: readonly [string, string, string],
): Vector => ({ source, scheme, network: 'BTC', address, statement, signature });

/** From `verification_positive` of the package's tests: the text as in EIP-4361. */
const siwe = (
  fields: {
    readonly [K in 'domain' | 'address' | 'statement' | 'uri' | 'nonce' | 'issuedAt']: string;
  },
): string =>
  [
    `${fields.domain} wants you to sign in with your Ethereum account:`,
    ...[fields.address, '', fields.statement, '', `URI: ${fields.uri}`, 'Version: 1', 'Chain ID: 1'],
    ...[`Nonce: ${fields.nonce}`, `Issued At: ${fields.issuedAt}`],
  ].join('\n');

const bip322Key = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
/** The private key in EIP-2098. */
const eip2098Key = evmWallet(hexToBytes(`${'1234567890'.repeat(6)}1234`)).address;
const numeris = 'vires is numeris';

const vectors: readonly Vector[] = [
  evm(
    'web3.js, documentation of eth.accounts.sign',
    '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23',
    'Some data',
    '0xb91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a0291c',
  ),
  evm(
    'EIP-2098, first vector, in 65 bytes',
    eip2098Key,
    'Hello World',
    '0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea520641b',
  ),
  evm(
    'EIP-2098, first vector, compact',
    eip2098Key,
    'Hello World',
    '0x68a020a209d3d56c46f38cc50a33f704f4a9a10a59377f8dd762ac66910e9b907e865ad05c4035ab5792787d4a0297a43617ae897930a6fe4d822b8faea52064',
  ),
  evm(
    'EIP-2098, second vector, compact',
    eip2098Key,
    "It's a small(er) world",
    '0x9328da16089fcba9bececa81663203989f2df5fe1faa6291a45381c81bd17f76939c6d6b623b42da56557e5e734a43dc83345ddfadec52cbe24d0cc64f550793',
  ),
  evm(
    'spruceid/siwe, test/verification_positive.json, "example message" (EIP-4361)',
    '0x9D85ca56217D2bb651b00f15e694EB7E713637D4',
    `${siwe({
      domain: 'login.xyz',
      address: '0x9D85ca56217D2bb651b00f15e694EB7E713637D4',
      statement: 'Sign-In With Ethereum Example Statement',
      uri: 'https://login.xyz',
      nonce: 'bTyXgcQxn2htgkjJn',
      issuedAt: '2022-01-27T17:09:38.578Z',
    })}\nExpiration Time: 2100-01-07T14:31:43.952Z`,
    '0xdc35c7f8ba2720df052e0092556456127f00f7707eaa8e3bbff7e56774e7f2e05a093cfc9e02964c33d86e8e066e221b7d153d27e5a2e97ccd5ca7d3f2ce06cb1b',
  ),
  evm(
    'spruceid/siwe, test/verification_positive.json, "recovery byte starting at 0 tally_example" (EIP-4361)',
    '0xc95EB884FE852e241D409234bfC7045CB9E31BD7',
    siwe({
      domain: 'www.tally.xyz',
      address: '0xc95EB884FE852e241D409234bfC7045CB9E31BD7',
      statement: 'Sign in with Ethereum to Tally',
      uri: 'https://tally.xyz',
      nonce: '15050747',
      issuedAt: '2022-06-30T14:08:51.382Z',
    }),
    '0x8c46b6eb8505939892d8e9b075f89f8277321b17b993151f37810cdda38cce6f4a85909d2b53e6a14629c74c0ac38bf4becde78ee5b2529812bf6cceaf7b2a2501',
  ),
  bitcoin('bitcoinjs-message, README', 'bip-137', [
    '1F3sAm6ZtwLAUnj7d38pGFxtP3RVEvtsbV',
    'This is an example of a signed message.',
    'H9L5yLFjti0QTHhPyFrZCT1V/MMnBtXKmoiKDZ78NDBjERki6ZTQZdSMCtkgoNmp17By9ItJr8o7ChX0XxY91nk=',
  ]),
  bitcoin('bitcoinjs-message, test/fixtures.json, uncompressed', 'bip-137', [
    '16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM',
    numeris,
    'G8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0=',
  ]),
  bitcoin('bitcoinjs-message, test/fixtures.json, compressed', 'bip-137', [
    '1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs',
    numeris,
    'H8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0=',
  ]),
  bitcoin('bitcoinjs-message, test/fixtures.json, segwit in P2SH', 'bip-137', [
    '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN',
    numeris,
    'JF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8=',
  ]),
  bitcoin('bitcoinjs-message, test/fixtures.json, segwit', 'bip-137', [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    numeris,
    'KF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8=',
  ]),
  bitcoin('bitcoinjs-message, test/fixtures.json, segwit under the header of P2PKH', 'bip-137', [
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    numeris,
    'IF8nHqFr3K2UKYahhX3soVeoW8W1ECNbr0wfck7lzyXjCS5Q16Ek45zyBuy1Fiy9sTPKVgsqqOuPvbycuVSSVl8=',
  ]),
  bitcoin('BIP-322, test vectors, no text', 'bip-322', [
    bip322Key,
    '',
    'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ]),
  bitcoin('BIP-322, test vectors, no text, the other signature', 'bip-322', [
    bip322Key,
    '',
    'AkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ]),
  bitcoin('BIP-322, test vectors, Hello World', 'bip-322', [
    bip322Key,
    'Hello World',
    'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ]),
  bitcoin('BIP-322, bip-0322/basic-test-vectors.json, with its mark', 'bip-322', [
    bip322Key,
    'Hello World',
    'smpAkgwRQIhAOzyynlqt93lOKJr+wmmxIens//zPzl9tqIOua93wO6MAiBi5n5EyAcPScOjf1lAqIUIQtr3zKNeavYabHyR8eGhowEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ]),
  bitcoin('BIP-322, bip-0322/basic-test-vectors.json, p2tr', 'bip-322', [
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'No prefix fallback',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ]),
  bitcoin('BIP-322, bip-0322/generated-test-vectors.json, p2wpkh', 'bip-322', [
    'bc1qkntwc3c4dzxh9xh6875l03fn3vkk023jgak3u7',
    'ESHJI7MWUL64AXHBI42L3UR4QA',
    'AkcwRAIgCYHF/vn67iZX5WBimh84kqD6pTME6eNCMGhfFnnwCNECIAF3nMCk/RfLit+uv8a8FgfQIw0f0ASE21GSz7rX17PsASEDTA2vM8bOtUFgvenSDUmvkq7aWNwoTB0CMiM6carHY1s=',
  ]),
  bitcoin('BIP-322, bip-0322/generated-test-vectors.json, p2tr', 'bip-322', [
    'bc1p9cyuceaazr8cz46mvgkzl94wy397mwpqsrk84su37t72jvkg6wzqv52nfp',
    'TPIZPITUIHEUHO5ACOL6W6MBVD',
    'AUBay6NwR4LEYedkTG+vE9F7C0RTOCB5NH6ZAqf+3hudjHIkOzSZk1jW/5Kt0wRKX3llJ25os+0qktdou4/Y8516',
  ]),
  bitcoin('Bitcoin Core, pull request 24058, src/test/util_tests.cpp, p2tr with SIGHASH_ALL', 'bip-322', [
    'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
    'Hello World',
    'AUHd69PrJQEv+oKTfZ8l+WROBHuy9HKrbFCJu7U1iK2iiEy1vMU5EfMtjc+VSHM7aU0SDbak5IUZRVno2P5mjSafAQ==',
  ]),
];

describe('published signatures', () => {
  it.each(vectors)('$source', ({ source: _, scheme, ...signed }) => {
    expect(verifyProof(signed)).toBe(scheme);
    expect(verifyProof({ ...signed, statement: `${signed.statement}.` })).toBeNull();
    // Some vectors have one key and text for all of its addresses.
    const others = vectors.filter(
      ({ address, statement }) => address !== signed.address && statement !== signed.statement,
    );
    for (const { network, address } of others) {
      expect(verifyProof({ ...signed, network, address })).toBeNull();
    }
  });

  it.each([
    ['not-valid-base64!!!', 'no base64'],
    ['', 'nothing'],
    ['smpAA==', 'no witness'],
    ['fooAA==', 'another mark'],
  ])('BIP-322, bip-0322/basic-test-vectors.json, error: %s (%s)', (signature) => {
    expect(verifyProof({ network: 'BTC', address: bip322Key, statement: '', signature })).toBeNull();
  });

  it.each([
    // bitcoinjs-message, invalid fixtures of its tests
    ['16UwLL9Risc3QfPqBUvKofHmBQ7wMtjvM', 'H', 'a compressed key for an uncompressed address'],
    ['1PMycacnJaSqwwJqjawXBErnLsZ7RkXUAs', 'G', 'an uncompressed key for a compressed address'],
    ['1111111111111111111114oLvT2', 'H', 'another address'],
  ])('%s is not proved by header %s: %s', (address, header) => {
    const rest = '8JawPtQOrybrSP1WHQnQPr67B9S3qrxBrl1mlzoTJOSHEpmnF7D3+t+LX0Xei9J20B5AIdPbeL3AaTBZ4N3bY0=';
    expect(verifyProof({ network: 'BTC', address, statement: numeris, signature: header + rest })).toBeNull();
  });
});

/** EIP-2: anyone with a signature could derive a second one, without the key. */
it('accepts one of the two equivalent signatures', () => {
  const { network, address, sign } = evmWallet();
  const statement = 'It is mine';
  const signature = sign(statement);
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const high = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, '0');
  const twin = `${signature.slice(0, 66)}${high}${signature.endsWith('1b') ? '1c' : '1b'}`;
  expect(verifyProof({ network, address, statement, signature })).toBe('eip-191');
  expect(verifyProof({ network, address, statement, signature: twin })).toBeNull();
});

/** A point of small order without a known key: a lenient check accepts this signature for any text. */
it('proves no Solana address of small order', () => {
  const signature = '1'.repeat(64);
  expect(
    verifyProof({ network: 'SOL', address: '11111111111111111111111111111111', statement: 'any', signature }),
  ).toBeNull();
});

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => bytes.some((byte) => byte !== 0));
const wallets: Readonly<Record<string, readonly [ProofScheme, (key: Uint8Array) => TestWallet]>> = {
  evm: ['eip-191', (secret) => evmWallet(secret)],
  solana: ['ed25519', (secret) => solanaWallet(secret)],
  'bitcoin, legacy': ['bip-137', (secret) => bitcoinMessageWallet('legacy', secret)],
  'bitcoin, segwit in P2SH': ['bip-137', (secret) => bitcoinMessageWallet('wrapped', secret)],
  'bitcoin, segwit': ['bip-137', (secret) => bitcoinMessageWallet('segwit', secret)],
  'bitcoin, segwit in P2SH, by a witness': ['bip-322', (secret) => bip322Wallet('wrapped', secret)],
  'bitcoin, segwit, by a witness': ['bip-322', (secret) => bip322Wallet('segwit', secret)],
  'bitcoin, taproot': ['bip-322', (secret) => bip322Wallet('taproot', secret)],
};

/** Changes one character within the same alphabet; the case of hex does not matter. */
const changed = (text: string, at: number, by: number): string => {
  const alphabet = text.startsWith('0x')
    ? '0123456789abcdef'
    : '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnop';
  const place = at % text.length;
  const old = text.charAt(place);
  const others = [...alphabet].filter((character) => character !== old && character !== old.toLowerCase());
  return text.slice(0, place) + (others[by % others.length] ?? '') + text.slice(place + 1);
};

describe.each(Object.entries(wallets))('%s', (_name, [scheme, walletOf]) => {
  it('a signature by any key is valid for its text, and for nothing else', () => {
    fc.assert(
      fc.property(
        key,
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.nat(),
        fc.nat(),
        (secret, statement, at, by) => {
          const { network, address, sign } = walletOf(secret);
          const signed = { network, address, statement, signature: sign(statement) };
          expect(verifyProof(signed)).toBe(scheme);
          expect(verifyProof({ ...signed, statement: `${statement} ` })).toBeNull();
          expect(verifyProof({ ...signed, address: changed(address, at, by) })).toBeNull();
          // After the header of BIP-137: several headers mean the same there.
          const from = scheme === 'bip-137' ? 2 : 0;
          const other = signed.signature.slice(0, from) + changed(signed.signature.slice(from), at, by);
          expect(verifyProof({ ...signed, signature: other })).toBeNull();
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never throws', () => {
    const { network, address } = walletOf(new Uint8Array(32).fill(7));
    fc.assert(
      fc.property(
        fc.string(),
        fc.oneof(fc.string(), fc.base64String(), fc.uint8Array().map(String)),
        (statement, signature) => {
          expect(verifyProof({ network, address, statement, signature })).toBeNull();
          expect(verifyProof({ network, address: signature, statement, signature })).toBeNull();
        },
      ),
    );
  });
});
