import {
  type MailAnswer,
  type MailServerStandIn,
  startMailServer,
  startSilentServer,
} from '@pmcw/testing/mail';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Delivery, smtpDelivery } from './smtp.ts';

let server: MailServerStandIn;
beforeAll(async () => {
  server = await startMailServer();
});
afterAll(() => server.close());
beforeEach(() => server.answer('take'));

const from = 'PMCW <no-reply@pmcw.example>';
const mail = (to = 'ada@example.org') => ({
  to,
  messageId: '<one@pmcw.example>',
  subject: 'Neues Passwort für dich',
  text: 'Hallo @ada, schön.\n',
  html: '<p>Hallo @ada, sch&#246;n.</p>\n',
});
const never = new AbortController().signal;
const deliver = (smtpUrl: string, more: { to?: string; signal?: AbortSignal } = {}): Promise<Delivery> =>
  smtpDelivery({ smtpUrl, from }, 60_000)(mail(more.to), more.signal ?? never);

describe('a mail for an SMTP server', () => {
  it('arrives as text and HTML, with sender and recipient, and marked as automatic', async () => {
    expect(await deliver(server.url)).toEqual({ outcome: 'sent' });
    const [taken, ...more] = server.taken;
    expect(more).toEqual([]);
    expect(taken).toMatchObject({
      to: 'ada@example.org',
      from,
      subject: 'Neues Passwort für dich',
      text: 'Hallo @ada, schön.',
      html: '<p>Hallo @ada, sch&#246;n.</p>',
      messageId: '<one@pmcw.example>',
    });
    expect(taken?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  });

  it('has one recipient, whatever the address contains', async () => {
    for (const to of ['ada@example.org, bob@example.org', 'ada@example.org\r\nBcc: bob@example.org']) {
      expect((await deliver(server.url, { to })).outcome).toBe('refused');
    }
    expect(server.taken.filter(({ to }) => to.includes('bob'))).toEqual([]);
  });

  it.each<[string, MailAnswer, Delivery]>([
    ['an unknown recipient', { at: 'recipient', code: 550 }, { outcome: 'refused', reason: 'EENVELOPE 550' }],
    ['refused words', { at: 'message', code: 554 }, { outcome: 'refused', reason: 'EMESSAGE 554' }],
    ['a full mailbox', { at: 'recipient', code: 452 }, { outcome: 'failed', reason: 'EENVELOPE 452' }],
    ['greylisting', { at: 'message', code: 451 }, { outcome: 'failed', reason: 'EMESSAGE 451' }],
    ['a busy server', { at: 'greeting', code: 421 }, { outcome: 'failed', reason: 'EPROTOCOL 421' }],
    ['a closed server', { at: 'greeting', code: 554 }, { outcome: 'failed', reason: 'EPROTOCOL 554' }],
  ])('comes to: %s', async (_, answer, expected) => {
    server.answer(answer);
    expect(await deliver(server.url)).toEqual(expected);
  });

  it('waits for a server that greets late', async () => {
    let greet: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      greet = resolve;
    });
    server.answer({ at: 'greeting', code: null, until });
    const delivering = deliver(server.url);
    greet();
    expect(await delivering).toEqual({ outcome: 'sent' });
  });

  it('times out if the server falls silent, at once or later', async () => {
    const silent = await startSilentServer();
    server.answer({ at: 'recipient', code: 'silence' });
    const { asked } = server;
    const waits = [
      [silent.url, () => silent.connections() > 0],
      [server.url, () => server.asked > asked],
    ] as const;
    for (const [url, isWaiting] of waits) {
      const stopping = new AbortController();
      const delivering = deliver(url, { signal: stopping.signal });
      await expect.poll(isWaiting).toBe(true);
      stopping.abort();
      expect(await delivering).toMatchObject({ outcome: 'failed' });
    }
    await silent.close();
  });

  it('is retried if there is no server, or the server refuses this sender', async () => {
    const gone = await startMailServer();
    await gone.close();
    expect(await deliver(gone.url)).toMatchObject({ outcome: 'failed' });
    const wrong = server.url.replace('//', '//user:wrong@');
    expect(await deliver(wrong)).toMatchObject({ outcome: 'failed', reason: 'EAUTH 535' });
  });

  it.each(['always', 'offered'] as const)(
    'uses TLS, %s, to sign in, but not with an untrusted certificate',
    async (tls) => {
      const own = await startMailServer({ tls, password: 'secret' });
      // Not a loopback name, so that the password requires TLS.
      const url = (password: string) =>
        own.url.replace('127.0.0.1', '0.0.0.0').replace('//', `//me:${password}@`);
      expect(await deliver(url('secret'))).toMatchObject({ outcome: 'failed' });
      const trusting = '?tls.rejectUnauthorized=false';
      expect(await deliver(`${url('wrong')}${trusting}`)).toMatchObject({ reason: 'EAUTH 535' });
      expect(own.taken).toEqual([]);
      expect(await deliver(`${url('secret')}${trusting}`)).toEqual({ outcome: 'sent' });
      expect(own.taken).toHaveLength(1);
      await own.close();
    },
  );

  it('is not sent if a password would cross a network in clear', async () => {
    // A name of this machine that is not a loopback name.
    const url = `smtp://user:secret@0.0.0.0:${server.port}`;
    const before = server.taken.length;
    expect(await deliver(url)).toMatchObject({ outcome: 'failed' });
    expect(await deliver(`${url}?requireTLS=false`)).toMatchObject({
      outcome: 'failed',
      reason: 'EAUTH 535',
    });
    expect(server.taken).toHaveLength(before);
  });
});
