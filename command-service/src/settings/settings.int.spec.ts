import { defaultSettings, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { newAddress, type Process, type Running, registration, run } from '../../test/running.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  admin = await app.administrator();
});
afterAll(() => app.stop());
afterEach(async () => {
  vi.restoreAllMocks();
  await change({ ...defaultSettings });
});

const path = '/api/admin/settings';
const change = (body: object) => admin.call('PATCH', path, body);
const events = () => app.events(streams.settings());
const { validation, refusals } = texts;

describe('PATCH /api/admin/settings', () => {
  it('changes the named settings, returns all, and appends one event with the changes', async () => {
    const tokenAddress = newAddress();
    const before = await events();
    const answer = await change({ tokenAddress: ` ${tokenAddress} `, registrationOpen: true });
    expect(answer).toMatchObject({ status: 200, body: { ...defaultSettings, tokenAddress } });
    const [event, ...more] = (await events()).slice(before.length);
    expect(more).toEqual([]);
    expect(event).toMatchObject({
      type: 'SettingsChanged',
      metadata: { actorId: admin.id, correlationId: answer.headers.get('x-request-id') },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(event?.data).toEqual({ tokenAddress });
  });

  it.each([{}, { ...defaultSettings }, { unknown: 'field' }])('appends no event for %j', async (body) => {
    const before = await events();
    expect(await change(body)).toMatchObject({ status: 200, body: defaultSettings });
    expect(await events()).toEqual(before);
  });

  it.each([
    [{ tokenAddress: 'nowhere' }, 'tokenAddress', validation.walletAddressInvalid],
    [{ tokenAddress: null }, 'tokenAddress', validation.walletAddressInvalid],
    [{ tokenSupply: -1 }, 'tokenSupply', validation.tokensInvalid],
    [{ tokenSupply: 1.5 }, 'tokenSupply', validation.tokensInvalid],
    [{ tokenSupply: 2_147_483_648 }, 'tokenSupply', validation.tokensInvalid],
    [{ tokenSupply: '10' }, 'tokenSupply', validation.tokensInvalid],
    [{ groupLink: 'javascript:alert(1)' }, 'groupLink', validation.linkInvalid],
    [{ groupLink: 't.me/pmcw' }, 'groupLink', validation.linkInvalid],
    [{ groupLink: `https://t.me/${'x'.repeat(300)}` }, 'groupLink', validation.tooLong],
    [{ registrationOpen: 'no' }, 'registrationOpen', validation.invalidValue],
  ])('explains what is wrong with %j, and changes nothing', async (body, field, message) => {
    const before = await events();
    const answer = await change({ tokenSupply: 7, ...body });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', detail: message } });
    expect(answer.body.errors).toEqual([{ path: field, message }]);
    expect(await events()).toEqual(before);
  });

  it('loses nothing when several change different settings at once', async () => {
    const answers = await Promise.all([
      change({ tokenSupply: 5 }),
      change({ groupLink: 'https://t.me/other' }),
      change({ registrationOpen: false }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await change({})).body).toEqual({
      ...defaultSettings,
      tokenSupply: 5,
      groupLink: 'https://t.me/other',
      registrationOpen: false,
    });
  });
});

describe('closed registration', () => {
  const closed = {
    status: 403,
    body: { code: 'registration_closed', detail: refusals.registrationClosed },
  };

  it('refuses newcomers on all processes at once, before claiming a name or hashing a password', async () => {
    await change({ registrationOpen: false });
    const spies = [app, other].flatMap(({ vault }) => [
      vi.spyOn(vault.passwords, 'setFirst'),
      vi.spyOn(vault.claims, 'take'),
    ]);
    const head = await app.eventStore.head();
    for (const at of [app, other]) {
      const answer = await app.browser(at).post('/api/register', registration('latecomer'));
      expect(answer).toMatchObject(closed);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
    expect(await app.eventStore.head()).toBe(head);
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
    await change({ registrationOpen: true });
    expect(await app.browser(other).post('/api/register', registration('latecomer'))).toMatchObject({
      status: 201,
    });
  });

  it('still lets members sign in', async () => {
    await app.register('early_bird');
    await change({ registrationOpen: false });
    const credentials = { username: 'early_bird', password: registration('early_bird').password };
    expect(await app.browser().post('/api/login', credentials)).toMatchObject({ status: 200 });
  });

  it('still allows the first administrator', async () => {
    const site = await run({ administrator: false });
    try {
      const metadata = {
        actorId: null,
        correlationId: 'a-spec',
        causationId: 'a-spec',
        time: new Date().toISOString(),
      };
      await site.eventStore.append(streams.settings(), 'no-stream', [
        {
          type: 'SettingsChanged',
          data: { registrationOpen: false },
          eventId: '0190a0b0-0000-7000-8000-000000000001',
          metadata,
        },
      ]);
      expect(await site.browser().post('/api/register', registration('nobody'))).toMatchObject(closed);
      expect(await site.service.ensureAdministrator(async () => 'the first password')).toBe('created');
      expect(await site.administrator()).toMatchObject({ id: 1 });
    } finally {
      await site.stop();
    }
  });
});
