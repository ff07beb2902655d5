import { blockedMembersSchema, conversationsSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTalk, type Talk } from '../../test/talk.ts';

let talk: Talk;
beforeAll(async () => {
  talk = await openTalk();
});
afterAll(() => talk.world.close());

const change = (type: 'MemberBlocked' | 'MemberUnblocked', userId: number, memberId: number) =>
  talk.world.record({ type, data: { userId, memberId } }, streams.user(userId), userId);
const peersOf = async (as: number) =>
  (await talk.world.json(conversationsSchema, '/api/messages/conversations', { as })).map(
    ({ userId }) => userId,
  );
const blockedBy = (as: number, query = '') =>
  talk.world.json(blockedMembersSchema, `/api/blocks${query}`, { as });

describe('GET /api/blocks', () => {
  it('lists the blocked members, the latest first, page by page', async () => {
    const { ada, bob, eve, round } = await talk.three();
    const first = await change('MemberBlocked', ada, bob);
    const second = await change('MemberBlocked', ada, eve);
    await talk.world.settle();
    const [one, other] = await blockedBy(ada);
    expect(one).toMatchObject({ memberId: eve, username: `eve_${round}`, position: second });
    expect(other).toMatchObject({ memberId: bob, position: first, since: expect.stringMatching(/^2026-/) });
    expect(await blockedBy(ada, '?limit=1')).toEqual([one]);
    expect(await blockedBy(ada, `?limit=1&before=${second}`)).toEqual([other]);
    expect(await blockedBy(bob)).toEqual([]);
    await change('MemberUnblocked', ada, eve);
    await talk.world.settle();
    expect(await blockedBy(ada)).toEqual([other]);
  });
});

describe('the conversation with a blocked member', () => {
  it('is in no list of the member who blocks, and back once unblocked', async () => {
    const { ada, bob, eve } = await talk.three();
    await talk.world.send(bob, ada, 'before');
    await talk.world.send(eve, ada, 'hello');
    await change('MemberBlocked', ada, bob);
    await talk.world.send(bob, ada, 'accepted by another process');
    await talk.world.settle();
    expect([await peersOf(ada), await peersOf(bob)]).toEqual([[eve], [ada]]);
    await change('MemberUnblocked', ada, bob);
    await talk.world.settle();
    const { 0: first } = await talk.world.json(conversationsSchema, '/api/messages/conversations', {
      as: ada,
    });
    expect(first).toMatchObject({ userId: bob, unreadCount: 2 });
  });

  it('can’t be started by the blocked member; an existing one can be read', async () => {
    const { ada, bob, eve, round } = await talk.three();
    await talk.world.send(eve, ada, 'hello');
    await change('MemberBlocked', ada, bob);
    await change('MemberBlocked', ada, eve);
    await talk.world.settle();
    const path = `/api/messages/find-conversation/ada_${round}`;
    await talk.world.problem(403, 'not_received', path, { as: bob });
    expect((await talk.world.ask(path, { as: eve })).status).toBe(200);
    // The member who blocks may look.
    const back = `/api/messages/find-conversation/bob_${round}`;
    expect((await talk.world.ask(back, { as: ada })).status).toBe(200);
  });
});
