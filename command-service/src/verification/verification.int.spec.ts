import { texts } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let admin: SignedIn;
let member: SignedIn;
beforeAll(async () => {
  app = await run();
  [admin, member] = await Promise.all([app.administrator(), app.register('member')]);
});
afterAll(() => app.stop());

const authorize = (by: Pick<SignedIn, 'call'>, id: number | string, body: unknown = { isAuthorized: true }) =>
  by.call('PATCH', `/api/admin/users/${id}/authorize`, body);

describe('PATCH /api/admin/users/{id}/authorize', () => {
  it('verifies with one token and reverts both, with an event each that has actor and cause', async () => {
    const verified = await authorize(admin, member.id);
    expect(verified).toMatchObject({
      status: 200,
      body: { id: member.id, isAuthorized: true, pmcwTokens: 1 },
    });
    const unverified = await authorize(admin, member.id, { isAuthorized: false });
    expect(unverified).toMatchObject({ status: 200, body: { isAuthorized: false, pmcwTokens: 0 } });
    const [, ...events] = await app.events(userStream(member));
    expect(events.map(({ type }) => type)).toEqual([
      'UserVerified',
      'TokensSet',
      'UserUnverified',
      'TokensSet',
    ]);
    for (const { metadata } of events) expect(metadata.actorId).toBe(1);
    expect(events[0]?.metadata.causationId).toBe(events[1]?.metadata.causationId);
    expect(events[1]?.data).toEqual({ userId: member.id, pmcwTokens: 1, cause: 'verified' });
    expect(events.at(-1)?.position).toBe(BigInt(unverified.headers.get('x-position') ?? -1));
  });

  it('appends events only on a real change', async () => {
    const other = await app.register('other');
    const first = await authorize(admin, other.id);
    const again = await authorize(admin, other.id);
    expect(again).toMatchObject({ status: 200, body: { isAuthorized: true, pmcwTokens: 1 } });
    expect(again.headers.get('x-position')).toBe(first.headers.get('x-position'));
    expect(await app.events(userStream(other))).toHaveLength(3);
  });

  it('is for administrators', async () => {
    expect(await authorize(app.browser(), member.id)).toMatchObject(refusal(401, 'not_signed_in'));
    const refused = await authorize(member, member.id);
    expect(refused).toMatchObject(refusal(403, 'forbidden'));
    expect(refused.body.detail).toBe(texts.refusals.adminsOnly);
    expect(await authorize(member, 999_999, {})).toMatchObject(refusal(403, 'forbidden'));
  });

  it('refuses unknown members, and explains invalid bodies', async () => {
    expect(await authorize(admin, 999_999)).toMatchObject(refusal(404, 'not_found'));
    const body = await authorize(admin, member.id, { isAuthorized: 'yes' });
    expect(body).toMatchObject(refusal(400, 'invalid_input'));
    expect(body.body.errors).toEqual([{ path: 'isAuthorized', message: texts.validation.invalidValue }]);
    expect(await authorize(admin, 'one')).toMatchObject(refusal(400, 'invalid_input'));
  });
});
