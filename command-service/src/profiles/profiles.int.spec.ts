import { texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run, userStream } from '../../test/running.ts';
import { causeOf, stamp } from '../handling/stamp.ts';

let app: Running;
let ada: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  [ada, bea] = await Promise.all([app.register('ada'), app.register('bea')]);
});
afterAll(() => app.stop());

const countOf = async (member: SignedIn) => (await app.events(userStream(member))).length;

describe('every route of the profile', () => {
  it.each([
    ['PATCH', '/api/user/profile'],
    ['POST', '/api/user/wallets'],
    ['POST', '/api/wallet-addresses'],
    ['DELETE', '/api/user/wallets/x'],
    ['POST', '/api/user/socials'],
    ['DELETE', '/api/user/socials/x'],
  ])('%s %s is for members, from this site', async (method, path) => {
    expect(await app.browser().call(method, path)).toMatchObject(refusal(401, 'not_signed_in'));
    expect(await ada.call(method, path, undefined, { origin: 'null' })).toMatchObject(
      refusal(403, 'foreign_origin'),
    );
  });
});

describe('PATCH /api/user/profile', () => {
  it('returns the changed member and appends one event', async () => {
    const before = await countOf(ada);
    const body = { fullName: ' Ada\n\u202e King ', bio: 'Countess' };
    const answer = await ada.call('PATCH', '/api/user/profile', body);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: ada.id, fullName: 'Ada King', bio: 'Countess', telegramHandle: '' },
    });
    const events = await app.events(userStream(ada));
    expect(events.slice(before)).toEqual([
      expect.objectContaining({
        type: 'ProfileEdited',
        position: BigInt(answer.headers.get('x-position') ?? -1),
      }),
    ]);
  });

  it('keeps fields that are left out', async () => {
    const member = await app.register('keeps');
    const texts = { fullName: 'Of Long Standing', bio: 'Known', telegramHandle: '@keeps' };
    await member.call('PATCH', '/api/user/profile', texts);
    for (const change of [{ fullName: 'New Name' }, { bio: '' }, { telegramHandle: '@new' }, {}]) {
      Object.assign(texts, change);
      expect(await member.call('PATCH', '/api/user/profile', change)).toMatchObject({
        status: 200,
        body: texts,
      });
    }
  });

  it('shows a name that an earlier version accepted without its directional and invisible characters', async () => {
    const member = await app.register('early');
    const data = { userId: member.id, fullName: '\u202eylrae', bio: '', telegramHandle: '' };
    const event = { type: 'ProfileEdited', data } as const;
    const stamped = stamp(
      event,
      causeOf({ actorId: member.id, correlationId: 'an earlier version', authority: { kind: 'frame' } }),
      new Date(),
    );
    await app.eventStore.append(userStream(member), 'any', [stamped]);
    // The process hears of an event that it did not append itself.
    await expect
      .poll(async () => (await member.post('/api/messages/global', { content: 'a\u202eb' })).body)
      .toMatchObject({ sender: { fullName: 'ylrae' }, content: 'ab' });
    const own = await member.call('PATCH', '/api/user/profile', { bio: 'Here before' });
    expect(own).toMatchObject({ status: 200, body: { fullName: 'ylrae' } });
  });

  it('appends no event if nothing changes, and still returns the position', async () => {
    const body = { fullName: 'The Same', bio: '', telegramHandle: '@same' };
    const first = await bea.call('PATCH', '/api/user/profile', body);
    const before = await countOf(bea);
    const again = await bea.call('PATCH', '/api/user/profile', body);
    expect(again).toMatchObject({ status: 200, body: { fullName: 'The Same' } });
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
    expect(await countOf(bea)).toBe(before);
  });

  it.each([
    ['fullName', 'A', texts.validation.profileFullNameTooShort],
    ['fullName', '\u200b\u3164\u2800\u202e', texts.validation.profileFullNameTooShort],
    ['bio', 'x'.repeat(201), texts.validation.bioTooLong],
    ['telegramHandle', 7, texts.validation.invalidValue],
  ])('explains what is wrong with %s', async (path, value, message) => {
    const before = await countOf(ada);
    const answer = await ada.call('PATCH', '/api/user/profile', { fullName: 'Ada', [path]: value });
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([{ path, message }]);
    expect(await countOf(ada)).toBe(before);
  });
});

describe('social links', () => {
  it('are added, one per platform, and removed by their owner', async () => {
    const added = await ada.post('/api/user/socials', { platform: 'github', username: '@ada' });
    expect(added).toMatchObject({
      status: 201,
      body: { id: expect.any(String), platform: 'github', username: '@ada' },
    });
    expect(added.headers.get('x-position')).toMatch(/^\d+$/);
    expect(await ada.post('/api/user/socials', { platform: 'github', username: 'ada2' })).toMatchObject(
      refusal(409, 'social_platform_taken'),
    );
    const path = `/api/user/socials/${added.body.id}`;
    expect(await bea.call('DELETE', path)).toMatchObject(refusal(404, 'not_found'));
    expect(await ada.call('DELETE', path)).toMatchObject({ status: 204 });
    expect(await ada.call('DELETE', path)).toMatchObject(refusal(404, 'not_found'));
    expect(await ada.post('/api/user/socials', { platform: 'github', username: 'ada2' })).toMatchObject({
      status: 201,
    });
  });

  it.each([
    [{ platform: 'myspace', username: 'ada' }, 'platform', texts.validation.platformRequired],
    [{ platform: 'twitter', username: ' ' }, 'username', texts.validation.socialUsernameRequired],
    [{ platform: 'twitter', username: 'http://' }, 'username', texts.validation.invalidValue],
  ])('explain what is wrong with %j', async (body, path, message) => {
    const before = await countOf(ada);
    const answer = await ada.post('/api/user/socials', body);
    expect(answer).toMatchObject(refusal(400, 'invalid_input'));
    expect(answer.body.errors).toEqual([{ path, message }]);
    expect(await countOf(ada)).toBe(before);
  });
});
