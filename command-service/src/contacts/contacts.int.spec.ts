import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { type Running, run } from '../../test/running.ts';

let app: Running;
let names = 0;
beforeAll(async () => {
  app = await run();
});
afterAll(() => app.stop());

async function two(): Promise<[SignedIn, SignedIn]> {
  names += 1;
  return [await app.register(`ada_${names}`), await app.register(`bob_${names}`)];
}
const write = (from: SignedIn, to: SignedIn, id: string = uuidv7()) =>
  from.post('/api/messages', { id, receiverId: to.id, content: 'Hello' });
const notReceived = refusal(403, 'not_received', "This member can't receive your messages.");
const blockedHere = refusal(409, 'member_blocked', 'Unblock this member to write to them.');

describe('a member who is blocked', () => {
  it('can write no new message, while the first result of earlier ones stays', async () => {
    const [ada, bob] = await two();
    const id = uuidv7();
    expect(await write(bob, ada, id)).toMatchObject({ status: 201 });
    expect(await ada.post('/api/blocks', { memberId: bob.id })).toMatchObject({
      status: 201,
      body: { memberId: bob.id, isBlocked: true, position: expect.stringMatching(/^\d+$/) },
    });
    expect(await write(bob, ada)).toMatchObject(notReceived);
    expect(await write(ada, bob)).toMatchObject(blockedHere);
    expect(await write(bob, ada, id)).toMatchObject({ status: 200, body: { id } });
    expect(await bob.post('/api/messages/global', { content: 'To all' })).toMatchObject({ status: 201 });
    expect(await bob.call('DELETE', `/api/messages/${id}`)).toMatchObject({ status: 204 });
    expect(await bob.post(`/api/messages/read/${ada.id}`, {})).toMatchObject({ status: 204 });
  });

  it('can write again once unblocked, the same refused message, too', async () => {
    const [ada, bob] = await two();
    const id = uuidv7();
    await ada.post('/api/blocks', { memberId: bob.id });
    expect(await write(bob, ada, id)).toMatchObject(notReceived);
    expect(await ada.call('DELETE', `/api/blocks/${bob.id}`)).toMatchObject({ status: 204 });
    expect(await write(bob, ada, id)).toMatchObject({ status: 201 });
    expect(await write(ada, bob)).toMatchObject({ status: 201 });
  });

  it('may be an administrator', async () => {
    const [ada] = await two();
    const admin = await app.administrator();
    expect(await ada.post('/api/blocks', { memberId: admin.id })).toMatchObject({ status: 201 });
    expect(await write(admin, ada)).toMatchObject(notReceived);
  });
});

describe('a block', () => {
  it('leaves one event, and is found by a repeat', async () => {
    const [ada, bob] = await two();
    const first = await ada.post('/api/blocks', { memberId: bob.id });
    const again = await ada.post('/api/blocks', { memberId: bob.id });
    expect([again.status, again.body]).toEqual([200, first.body]);
    const types = (await app.events(`user-${ada.id}`)).map(({ type }) => type);
    expect(types.filter((type) => type === 'MemberBlocked')).toHaveLength(1);
  });

  it('is not ended by a device that knew only an earlier one', async () => {
    const [ada, bob] = await two();
    const earlier = await ada.post('/api/blocks', { memberId: bob.id });
    const upTo = String(earlier.body.position);
    await ada.call('DELETE', `/api/blocks/${bob.id}?upTo=${upTo}`);
    const newer = await ada.post('/api/blocks', { memberId: bob.id });
    const late = await ada.call('DELETE', `/api/blocks/${bob.id}?upTo=${upTo}`);
    expect([late.status, late.body]).toEqual([200, newer.body]);
    expect(await write(bob, ada)).toMatchObject(notReceived);
    const known = await ada.call('DELETE', `/api/blocks/${bob.id}?upTo=${String(newer.body.position)}`);
    expect(known.status).toBe(204);
    expect(await write(bob, ada)).toMatchObject({ status: 201 });
  });

  it('of another member’s device is refused as not signed in', async () => {
    const [ada, bob] = await two();
    const asBob = { memberId: bob.id, senderId: bob.id };
    expect(await ada.post('/api/blocks', asBob)).toMatchObject(refusal(401, 'not_signed_in'));
  });
});
