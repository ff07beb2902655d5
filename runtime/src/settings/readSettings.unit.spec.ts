import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  foundationSettings,
  mailOf,
  openidOf,
  openidSettings,
  processSettings,
  providerLabel,
  publicUrl,
} from './groups.ts';
import { evmRpcUrls, httpUrls, mailFrom, oidcIssuer, proxies, sharedSecret, smtpUrl } from './kinds.ts';
import { readSettings } from './readSettings.ts';

const schema = z.object({ ...processSettings(8081), ...foundationSettings, PUBLIC_URL: publicUrl });
const complete = {
  DATABASE_URL: 'postgres://pmcw:secret@db/pmcw',
  VAULT_KEY: Buffer.alloc(32, 1).toString('base64'),
  PUBLIC_URL: 'https://pmcw.example/',
};

describe('readSettings', () => {
  it('uses given values, and defaults for the rest', () => {
    expect(readSettings(schema, complete)).toEqual({
      HOST: '127.0.0.1',
      PORT: 8081,
      LOG_LEVEL: 'info',
      DATABASE_URL: complete.DATABASE_URL,
      VAULT_KEY: Buffer.alloc(32, 1),
      PUBLIC_URL: 'https://pmcw.example',
    });
  });

  it.each(['/path', '?a=b', '#top', ':8443/path/'])(
    'never drops the end of PUBLIC_URL silently: %s',
    (end) => {
      const read = () => readSettings(schema, { ...complete, PUBLIC_URL: `https://pmcw.example${end}` });
      expect(read).toThrow(
        'PUBLIC_URL: must end after host and port: a path, a query or a user name is not possible',
      );
    },
  );

  it('counts an empty variable as missing', () => {
    expect(readSettings(schema, { ...complete, PORT: '', EVENTSTORE_URL: '' })).toMatchObject({ PORT: 8081 });
  });

  it('names all missing variables, with their descriptions', () => {
    expect(() => readSettings(schema, {})).toThrow(
      /DATABASE_URL: is missing \(postgres:.*\n {2}VAULT_KEY: is missing \(32 bytes.*\n {2}PUBLIC_URL: is missing/,
    );
  });

  it('names all unusable variables with the reason, without their values', () => {
    const broken = {
      DATABASE_URL: 'mysql://hidden',
      EVENTSTORE_URL: 'http://hidden',
      VAULT_KEY: 'hidden',
      PUBLIC_URL: 'ftp://hidden',
      PORT: 'hidden',
      LOG_LEVEL: 'hidden',
    };
    const names = Object.keys(broken).map((name) => expect.stringContaining(`\n  ${name}: `));
    try {
      readSettings(schema, broken);
      expect.unreachable();
    } catch (error) {
      const message = String(error);
      for (const name of names) expect(message).toEqual(name);
      expect(message).not.toContain('hidden');
    }
  });

  it('ignores unknown variables', () => {
    expect(readSettings(schema, { ...complete, PATH: '/bin' })).not.toHaveProperty('PATH');
  });
});

describe('kinds of settings', () => {
  it.each([
    ['10.0.0.1', ['10.0.0.1']],
    ['10.0.0.0/8, ::1, fd00::/8', ['10.0.0.0/8', '::1', 'fd00::/8']],
    ['loopback', ['loopback']],
  ])('proxies: %s', (given, expected) => expect(proxies.parse(given)).toEqual(expected));

  it('JSON-RPC addresses by network', () => {
    expect(evmRpcUrls.parse('ETH=https://rpc.example/v3/key?a=b, BSC=http://127.0.0.1:8545')).toEqual({
      ETH: 'https://rpc.example/v3/key?a=b',
      BSC: 'http://127.0.0.1:8545',
    });
  });

  it.each([
    'https://rpc.example',
    'BTC=https://rpc.example',
    'ETH=rpc.example',
    'ETH=https://',
    'ETH=https://a,',
  ])('no JSON-RPC addresses: %s', (given) => {
    const { error } = evmRpcUrls.safeParse(given);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^must be like ETH=/),
    ]);
  });

  it.each([
    'smtp://localhost:1025',
    'smtps://user:secret@mail.example',
    'smtp://mail.example:587?requireTLS=true',
  ])('a mail server: %s', (given) => expect(smtpUrl.parse(given)).toBe(given));

  it.each(['mail.example', 'mail.example:25', 'https://mail.example', 'smtp://', 'smtp:'])(
    'no mail server: %s',
    (given) => expect(smtpUrl.safeParse(given).success).toBe(false),
  );

  it.each(['no-reply@pmcw.example', 'PMCW <no-reply@pmcw.example>', 'Über uns <a@b>'])(
    'a sender of mails: %s',
    (given) => expect(mailFrom.parse(given)).toBe(given),
  );

  it.each(['PMCW', '<a@b>', 'a@b, c@d', 'PMCW <a@b>, c@d', 'PMCW <a@b\r\nBcc: c@d>', 'a@b\nBcc: c@d'])(
    'no sender of mails: %j',
    (given) => expect(mailFrom.safeParse(given).success).toBe(false),
  );

  it('mail is sent with both settings, not without, and a single one is an error', () => {
    const both = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b' };
    expect(mailOf(both)).toEqual({ smtpUrl: 'smtp://mail.example', from: 'a@b' });
    expect(mailOf({})).toBeUndefined();
    for (const one of [{ SMTP_URL: both.SMTP_URL }, { MAIL_FROM: both.MAIL_FROM }]) {
      expect(() => mailOf(one)).toThrow('SMTP_URL and MAIL_FROM belong together: set both, or neither.');
    }
  });

  it.each([
    'https://accounts.google.com',
    'https://id.example/realms/all/',
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
  ])('an OpenID provider: %s', (given) => expect(oidcIssuer.parse(given)).toBe(given));

  it.each([
    'accounts.google.com',
    'http://id.example',
    'http://localhost.example',
    'https://id.example/?a=b',
    'https://id.example/#a',
    'ftp://id.example',
  ])('no OpenID provider: %s', (given) => expect(oidcIssuer.safeParse(given).success).toBe(false));

  it('an OpenID provider needs all of its settings, and has a given or a derived name', () => {
    const all = {
      OIDC_ISSUER: 'https://id.example:8443',
      OIDC_CLIENT_ID: 'pmcw',
      OIDC_CLIENT_SECRET: 'secret',
    };
    const known = { issuer: 'https://id.example:8443', clientId: 'pmcw', clientSecret: 'secret' };
    expect(openidOf(all)).toEqual({ ...known, label: 'id.example:8443' });
    expect(openidOf({ ...all, OIDC_LABEL: 'Our ID' })).toEqual({ ...known, label: 'Our ID' });
    expect(providerLabel('https://accounts.google.com')).toBe('Google');
    expect(openidOf({})).toBeUndefined();
    for (const missing of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']) {
      const rest = Object.entries(all).filter(([name]) => name !== missing);
      expect(() => openidOf(Object.fromEntries(rest))).toThrow(/belong together/);
    }
    expect(() => openidOf({ OIDC_LABEL: 'Our ID' })).toThrow(/belong together/);
    expect(z.object(openidSettings).safeParse({ ...all, OIDC_LABEL: 'x'.repeat(41) }).success).toBe(false);
  });

  it.each(['caddy', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.1,', 'true'])('no proxies: %s', (given) =>
    expect(proxies.safeParse(given).success).toBe(false),
  );

  it('several addresses are separated by commas', () => {
    expect(httpUrls.parse('http://a:8081, http://b:8081/')).toEqual(['http://a:8081', 'http://b:8081']);
    expect(httpUrls.safeParse('http://a:8081,').success).toBe(false);
  });

  it('a shared secret is long', () => {
    expect(sharedSecret.safeParse('x'.repeat(31)).success).toBe(false);
    expect(sharedSecret.safeParse('x'.repeat(32)).success).toBe(true);
  });

  it.each([
    'esdb://localhost:2113?tls=false',
    'esdb+discover://admin:changeit@a:2113,b:2113',
    'kurrentdb://localhost:2113?tls=false',
  ])('an EventStoreDB is at %s', (given) =>
    expect(foundationSettings.EVENTSTORE_URL.parse(given)).toBe(given),
  );
});
