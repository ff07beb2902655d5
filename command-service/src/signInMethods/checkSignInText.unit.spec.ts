import { texts } from '@pmcw/contracts';
import { signInText } from '@pmcw/contracts/walletProofs';
import { createSiweMessage, parseSiweMessage } from 'viem/siwe';
import { describe, expect, it } from 'vitest';
import { checkSignInText } from './checkSignInText.ts';

const publicUrl = 'https://pmcw.example:8443';
const issued = {
  domain: 'pmcw.example:8443',
  account: 'Ethereum',
  address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  statement: 'Sign in to pmcw.example:8443.',
  uri: 'https://pmcw.example:8443/auth',
  chainId: '137',
  nonce: 'bTyXgcQxn2htgkjJnA4d2f',
  issuedAt: '2026-11-24T08:06:05.000Z',
  expirationTime: '2026-11-24T08:11:05.000Z',
} as const;
const text = signInText(issued);
const check = (message: string, at = '2026-11-24T08:08:00Z') =>
  checkSignInText(message, publicUrl, new Date(at));
const refused = (message: string) => expect.objectContaining({ code: 'sign_in_text_invalid', message });
const { refusals } = texts;

describe('a text that a wallet signed', () => {
  it('is accepted for this site and time, in the format of other implementations', () => {
    expect(check(text)).toMatchObject(issued);
    expect(check(`https://${text}`)).toMatchObject(issued);
    const { account: _, chainId, issuedAt, expirationTime, ...same } = issued;
    const written = {
      ...{ ...same, version: '1' as const, chainId: Number(chainId) },
      ...{ issuedAt: new Date(issuedAt), expirationTime: new Date(expirationTime) },
    };
    expect(createSiweMessage(written)).toBe(text);
    expect(parseSiweMessage(text)).toEqual(written);
  });

  it('is refused for another site or page', () => {
    const sites = ['pmcw.example', 'evil.example', 'pmcw.example:8443.evil.example', 'PMCW.example:8443'];
    for (const site of sites) {
      const other = text.replace('pmcw.example:8443 wants', `${site} wants`);
      expect(() => check(other), site).toThrow(refused(refusals.signInOtherSite));
    }
    expect(() => check(`http://${text}`)).toThrow(refused(refusals.signInOtherSite));
    for (const uri of ['https://pmcw.example:8443/', 'https://evil.example/auth', `${issued.uri}/x`]) {
      expect(() => check(text.replace(issued.uri, uri)), uri).toThrow(refused(refusals.signInOtherUri));
    }
  });

  it('is refused too early or too late, but not for a slightly fast clock', () => {
    expect(check(text, '2026-11-24T08:05:45Z')).toMatchObject(issued);
    expect(() => check(text, '2026-11-24T08:05:00Z')).toThrow(refused(refusals.signInFuture));
    const later = `${text}\nNot Before: 2026-11-24T08:10:00Z`;
    expect(() => check(later)).toThrow(refused(refusals.signInFuture));
    expect(check(later, '2026-11-24T08:10:00Z')).toMatchObject(issued);
    expect(check(text, '2026-11-24T08:11:04.999Z')).toMatchObject(issued);
    expect(() => check(text, '2026-11-24T08:11:05Z')).toThrow(refused(refusals.signInExpired));
  });

  it('is refused if it is no sign-in', () => {
    for (const other of ['', 'Hello', `${text}\nand everything else`]) {
      expect(() => check(other)).toThrow(refused(refusals.signInTextUnreadable));
    }
  });
});
