import { describe, expect, it } from 'vitest';
import { readSignInText, signInText } from './signInText.ts';
import { verifyProof } from './verifyProof.ts';

/** From the standard: https://eips.ethereum.org/EIPS/eip-4361, "Message Examples". */
const eip4361 = `example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the ExampleOrg Terms of Service: https://example.com/tos

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/
- https://example.com/my-web2-claim.json`;

const issued = {
  domain: 'pmcw.example:8443',
  account: 'Ethereum',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: 'Sign in to pmcw.example:8443.',
  uri: 'https://pmcw.example:8443/auth',
  chainId: '1',
  nonce: 'bTyXgcQxn2htgkjJnA4d2f',
  issuedAt: '2026-11-24T08:06:05.000Z',
  expirationTime: '2026-11-24T08:11:05.000Z',
} as const;
const text = signInText(issued);

describe('the sign-in text of a wallet', () => {
  it("is parsed in the standard's form", () => {
    const said = {
      scheme: null,
      domain: 'example.com',
      account: 'Ethereum',
      address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      statement: 'I accept the ExampleOrg Terms of Service: https://example.com/tos',
      uri: 'https://example.com/login',
      chainId: '1',
      nonce: '32891756',
      issuedAt: '2021-09-30T16:25:24Z',
      expirationTime: null,
      notBefore: null,
    };
    expect(readSignInText(eip4361)).toEqual(said);
    expect(readSignInText(`https://${eip4361}`)).toEqual({ ...said, scheme: 'https' });
    const withPort = eip4361.replace('example.com wants', 'example.com:3388 wants');
    expect(readSignInText(withPort)).toEqual({ ...said, domain: 'example.com:3388' });
    const unsaid = eip4361.replace(/\nI accept .*\n/, '\n');
    expect(readSignInText(unsaid)).toEqual({ ...said, statement: null });
    const all = eip4361.replace(
      '\nResources:',
      '\nExpiration Time: 2021-10-01T00:00:00Z\nNot Before: 2021-09-30T00:00:00Z\nRequest ID: 7\nResources:',
    );
    const times = { expirationTime: '2021-10-01T00:00:00Z', notBefore: '2021-09-30T00:00:00Z' };
    expect(readSignInText(all)).toEqual({ ...said, ...times });
  });

  it('is parsed as written, for both kinds of accounts', () => {
    const more = { scheme: null, notBefore: null };
    expect(readSignInText(text)).toEqual({ ...issued, ...more });
    const address = 'HSizWXLLs2sxEAj3QmjFrpuianAc1LiREdBG7PzJBoGQ';
    const solana = { ...issued, account: 'Solana', address, chainId: 'mainnet' } as const;
    expect(readSignInText(signInText(solana))).toEqual({ ...solana, ...more });
    // As written by `createSignInMessageText` of `@solana/wallet-standard-util` without a statement.
    const unsaid = signInText(solana).replace(/\nSign in to .*\n/, '');
    expect(readSignInText(unsaid)).toMatchObject({ address, statement: null });
  });

  it('is signed by its account: "example message" of the test vectors of siwe (test/verification_positive.json)', () => {
    const example = {
      ...issued,
      domain: 'login.xyz',
      address: '0x9D85ca56217D2bb651b00f15e694EB7E713637D4',
      statement: 'Sign-In With Ethereum Example Statement',
      uri: 'https://login.xyz',
      nonce: 'bTyXgcQxn2htgkjJn',
      issuedAt: '2022-01-27T17:09:38.578Z',
      expirationTime: '2100-01-07T14:31:43.952Z',
    };
    const signature =
      '0xdc35c7f8ba2720df052e0092556456127f00f7707eaa8e3bbff7e56774e7f2e05a093cfc9e02964c33d86e8e066e221b7d153d27e5a2e97ccd5ca7d3f2ce06cb1b';
    const statement = signInText(example);
    const { address } = example;
    expect(verifyProof({ network: 'ETH', address, statement, signature })).toBe('eip-191');
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['something before it', `x\n${text}`],
    ['a line more', `${text}\n`],
    ['something after it', `${text}\nI also give you everything`],
    ['line ends of Windows', text.replaceAll('\n', '\r\n')],
    ['a statement of two lines', text.replace('Sign in to', 'Sign\nin to')],
    ['a line more before the statement', text.replace('\n\nSign', '\n\n\nSign')],
    ['no domain', text.replace('pmcw.example:8443 wants', ' wants')],
    ['a domain with a user', text.replace('pmcw.example:8443 wants', 'pmcw.example@evil.example wants')],
    ['no address', text.replace(issued.address, '')],
    ['an address of the other kind', text.replace('Ethereum', 'Solana')],
    ['no URI', text.replace(/URI: .*\n/, '')],
    ['another version', text.replace('Version: 1', 'Version: 2')],
    ['no chain', text.replace(/Chain ID: .*\n/, '')],
    ['a short nonce', text.replace(issued.nonce, '1234567')],
    ['a nonce of other characters', text.replace(issued.nonce, '12345678!')],
    ['no time', text.replace(/Issued At: .*\n/, '')],
    ['a time in words', text.replace(issued.issuedAt, 'Wed Oct 05 2011 16:48:00 GMT+0200')],
    ['a time that there is not', text.replace(issued.issuedAt, '2026-13-45T25:61:61Z')],
    ['parts in another order', text.replace(/(Nonce: .*)\n(Issued At: .*)/, '$2\n$1')],
    ['a part twice', text.replace(/(Nonce: .*)/, '$1\n$1')],
  ])('is invalid with %s', (_, other) => {
    expect(readSignInText(other)).toBeNull();
  });
});
