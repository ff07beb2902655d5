import { mailLanguages } from '@pmcw/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMail } from './compose.ts';
import { type MailContent, mailKinds } from './kinds.ts';

const token = `7-${'s'.repeat(43)}`;
const link = `https://pmcw.example/auth#reset=${token}`;
const wallet = { network: 'ETH', address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
const content = (more: Partial<MailContent>): MailContent => ({
  kind: 'password_forgotten',
  username: 'ada',
  at: new Date('2026-03-01T14:05:59Z'),
  link,
  site: 'pmcw.example',
  by: 'boss',
  changes: [],
  wallet: null,
  ...more,
});
const every = mailLanguages.flatMap((language) => mailKinds.map((kind) => [language, kind] as const));

/** The visible text of the HTML, with the addresses of its links. */
const seen = (html: string) =>
  html
    .replace(/<head>.*<\/head>/, '')
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/g, '$2: $1')
    .replace(/<br>|<\/p>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '' && line !== '-- ');

describe('a mail', () => {
  it('says in English what happened, when, what to do, and why it was sent', () => {
    const { subject, text } = composeMail(content({ kind: 'wallet_sign_in_added', wallet }), 'en');
    expect(subject).toBe('A wallet can now sign in to your account at pmcw.example');
    expect(text).toContain('Hello @ada,');
    expect(text).toContain(`Ethereum: ${wallet.address}\nWhen: 2026-03-01 14:05 UTC`);
    expect(text).toContain('If it was not you, someone else has access to your account');
    expect(text).toContain(`Check your ways to sign in: ${link}`);
    expect(text).toContain('Replies to it are not read');
  });

  it('says so in German', () => {
    const { subject, text } = composeMail(content({}), 'de');
    expect(subject).toBe('Neues Passwort für pmcw.example wählen');
    expect(text).toContain('Hallo @ada,');
    expect(text).toContain('Wann: 2026-03-01 14:05 UTC');
    expect(text).toContain(`Neues Passwort wählen: ${link}`);
  });

  it('reports changes together, one a line, and counts the rest', () => {
    const address = 'Ethereum: 0x1';
    const changes = [
      { to: 'list', how: 'added', what: address },
      { to: 'list', how: 'removed', what: 'GitHub: <ada>' },
      { to: 'list', how: 'proved_by_another', what: address },
      { to: 'sign-in', kind: 'passkey_added', at: new Date('2026-03-01T14:06:00Z') },
      ...Array.from({ length: 40 }, () => ({ to: 'list', how: 'added', what: address }) as const),
    ] as const;
    const { text, html } = composeMail(content({ kind: 'list_changes', changes }), 'en');
    const passkey = 'A passkey was added to your account at pmcw.example';
    const yielded = `Removed, because another member proved by signature that it is theirs: ${address}`;
    expect(text).toContain(
      `Added: ${address}\nRemoved: GitHub: <ada>\n${yielded}\n2026-03-01 14:06 UTC: ${passkey}\n`,
    );
    expect(text).toContain('and 4 more\nWhen: ');
    expect(html).not.toContain('<ada>');
  });

  it.each(every)('says the same as text and as HTML, with one link: %s, %s', (language, kind) => {
    const { text, html } = composeMail(content({ kind, wallet }), language);
    expect(linesOf(seen(html))).toEqual(linesOf(text));
    expect(html.match(/<a /g)).toHaveLength(1);
    expect(html).not.toMatch(/<(img|link|script|style|iframe|form)|url\(|src=/i);
    expect(text.split('https://')).toHaveLength(2);
  });

  it('differs for each language and kind', () => {
    const mails = every.map(([language, kind]) => composeMail(content({ kind }), language));
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(every.length);
    expect(new Set(mails.map(({ text }) => text)).size).toBe(every.length);
  });

  it('has no member data and no line break in the subject', () => {
    const text = fc.string({ minLength: 5, maxLength: 40 }).filter((part) => !'pmcw.example'.includes(part));
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.constantFrom(...every),
        (username, address, secret, [language, kind]) => {
          const marked = { username: `u${username}`, wallet: { network: 'XYZ', address: `a${address}` } };
          const { subject } = composeMail(content({ ...marked, kind, link: `${link}${secret}` }), language);
          expect(subject).toBe(composeMail(content({ kind }), language).subject);
          expect(subject).not.toMatch(/[\r\n]/);
        },
      ),
    );
  });

  it('escapes members’ texts in HTML', () => {
    const hostile = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', 'a', ' ', '/', '=') });
    fc.assert(
      fc.property(hostile, hostile, fc.constantFrom(...every), (username, address, [language, kind]) => {
        const { html } = composeMail(
          content({ kind, username, wallet: { network: address, address } }),
          language,
        );
        const harmless = composeMail(
          content({ kind, username: 'x', wallet: { network: 'x', address: 'x' } }),
          language,
        );
        expect(html.match(/<[^>]*>/g)).toEqual(harmless.html.match(/<[^>]*>/g));
      }),
    );
  });
});
