import { caseIdOf, limits } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { caseOf, closeCase, message, profile, report, sent, wallet } from '../../test/reports.ts';
import { newAddress, type Process, type Running, run } from '../../test/running.ts';

let app: Running;
let other: Process;
let sam: SignedIn;
let names = 0;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  sam = await member();
});
afterAll(() => app.stop());

function member(): Promise<SignedIn> {
  names += 1;
  return app.register(`reports_${names}`);
}
async function address(of: SignedIn): Promise<string> {
  const { body } = await of.post('/api/user/wallets', { network: 'PMCW', address: newAddress() });
  return String(body.id);
}
const reportsOf = (caseId: string) => app.events(streams.case(caseId));

describe('POST /api/reports', () => {
  it('appends the reported content, the reporter and the reason', async () => {
    const ada = await member();
    const walletId = await address(ada);
    const messageId = await message(ada, sam);
    const [memberId, reporterId] = [ada.id, sam.id];
    const cases = [
      { reported: profile(ada), kind: 'profile', itemId: null },
      { reported: wallet(ada, walletId), kind: 'address', itemId: walletId },
      { reported: sent(messageId), kind: 'message', itemId: messageId },
    ] as const;
    for (const { reported, kind, itemId } of cases) {
      const answer = await report(sam, reported, { reason: 'other', text: ' Not\r\nnice ' });
      const caseId = caseIdOf(kind, memberId, itemId);
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(await reportsOf(caseId)).toMatchObject([
        {
          type: 'ContentReported',
          data: { caseId, kind, memberId, itemId, reporterId, reason: 'other', text: 'Not\nnice' },
          metadata: { actorId: sam.id },
          position: BigInt(answer.headers.get('x-position') ?? -1),
        },
      ]);
    }
  });

  it('counts a member once, also concurrently and at another process', async () => {
    const ada = await member();
    const there = await app.withSession(sam.id, other);
    const answers = await Promise.all([sam, there, sam, there].map((by) => report(by, profile(ada))));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204]);
    const repeat = await report(sam, profile(ada), { reason: 'abuse' });
    const [first, ...more] = await reportsOf(caseOf(ada));
    expect([repeat.headers.get('x-position'), more]).toEqual([String(first?.position), []]);
    await report(await member(), profile(ada));
    expect(await reportsOf(caseOf(ada))).toHaveLength(2);
  });

  it('takes messages of the global chat from everyone, private ones from their receiver', async () => {
    const [ada, bob] = [await member(), await member()];
    expect(await report(bob, sent(await message(ada, null)))).toMatchObject({ status: 204 });
    const toBob = await message(ada, bob);
    const head = await app.eventStore.head();
    expect(await report(sam, sent(toBob))).toMatchObject(refusal(404, 'not_found', 'No such message.'));
    expect(await app.eventStore.head()).toBe(head);
    expect(await report(bob, sent(toBob))).toMatchObject({ status: 204 });
  });

  it('refuses what a member can’t report, and leaves no event', async () => {
    const [ada, bob] = [await member(), await member()];
    const [global, toBob, deleted] = [
      await message(ada, null),
      await message(ada, bob),
      await message(ada, bob),
    ];
    await ada.call('DELETE', `/api/messages/${deleted}`);
    const removed = await address(ada);
    await ada.call('DELETE', `/api/user/wallets/${removed}`);
    const gone = await member();
    const left = await message(gone, null);
    await gone.call('DELETE', '/api/user/account');
    const own = refusal(400, 'invalid_input', 'You cannot report yourself.');
    const noMember = refusal(404, 'not_found', 'No such member.');
    const noAddress = refusal(404, 'not_found', 'No such wallet address.');
    const noMessage = refusal(404, 'not_found', 'No such message.');
    const head = await app.eventStore.head();
    const rows = [
      [ada, profile(ada), own],
      [ada, wallet(ada, removed), own],
      [ada, sent(global), own],
      [ada, sent(toBob), own],
      [bob, { kind: 'profile', memberId: 999_999 }, noMember],
      [bob, profile(gone), noMember],
      [bob, sent(left), noMember],
      [bob, wallet(ada, removed), noAddress],
      [bob, wallet(bob, removed), own],
      [bob, wallet(ada, uuidv7()), noAddress],
      [bob, sent(uuidv7()), noMessage],
      [sam, sent(deleted), noMessage],
      [bob, sent(deleted), refusal(410, 'message_deleted', 'This message was deleted.')],
    ] as const;
    for (const [by, reported, refused] of rows) expect(await report(by, reported)).toMatchObject(refused);
    expect(await app.eventStore.head()).toBe(head);
  });

  it('takes 20 reports a day from a member, repeats not counted', async () => {
    const limited = await run({ rateLimits: 'on' });
    try {
      const [ada, bob] = [await limited.register('ada'), await limited.register('bob')];
      const messages = [];
      for (let n = 0; n <= limits.reportsPerDay; n += 1) messages.push(await message(ada, null));
      const last = messages.pop() ?? '';
      for (const id of [...messages, ...messages])
        expect(await report(bob, sent(id))).toMatchObject({ status: 204 });
      expect(await report(bob, sent(last))).toMatchObject(refusal(429, 'too_many_requests'));
      expect(await report(bob, sent(messages[0] ?? ''))).toMatchObject({ status: 204 });
      await limited.pass(86_400_000);
      const again = await limited.withSession(bob.id);
      expect(await report(again, sent(last))).toMatchObject({ status: 204 });
    } finally {
      await limited.stop();
    }
  });
});

describe('POST /api/admin/reports/{caseId}/close', () => {
  const close = async (caseId: string, outcome: string) =>
    closeCase(await app.withSession(1), caseId, outcome);

  it('appends the decision once, by any administrator, and refuses another one', async () => {
    const ada = await member();
    await report(sam, profile(ada));
    const answer = await close(caseOf(ada), 'dismissed');
    const data = { caseId: caseOf(ada), memberId: ada.id, outcome: 'dismissed', reason: 'Seen' };
    const position = BigInt(answer.headers.get('x-position') ?? -1);
    expect(answer.status).toBe(204);
    const closed = { type: 'CaseClosed', data, metadata: { actorId: 1 }, position };
    expect((await reportsOf(caseOf(ada))).at(-1)).toMatchObject(closed);
    expect(await close(caseOf(ada), 'dismissed')).toMatchObject({ status: 204 });
    expect(await close(caseOf(ada), 'warned')).toMatchObject(refusal(409, 'case_closed'));
    expect(await reportsOf(caseOf(ada))).toHaveLength(2);
  });

  it('refuses what has no reports, what is no message, and to suspend member 1', async () => {
    expect(await close(caseOf(await member()), 'dismissed')).toMatchObject(refusal(404, 'not_found'));
    expect(await close('profile-x', 'dismissed')).toMatchObject(refusal(400, 'invalid_input'));
    const ada = await member();
    await report(sam, profile(ada));
    const wrong = refusal(400, 'invalid_input', 'This value is not valid.');
    expect(await close(caseOf(ada), 'message_removed')).toMatchObject(wrong);
    await report(sam, { kind: 'profile', memberId: 1 });
    expect(await close('profile-1', 'suspended')).toMatchObject(refusal(403, 'protected_member'));
    expect(await close('profile-1', 'dismissed')).toMatchObject({ status: 204 });
  });

  it('takes later reports of a profile as a new round', async () => {
    const ada = await member();
    await report(sam, profile(ada));
    await close(caseOf(ada), 'dismissed');
    expect(await report(sam, profile(ada))).toMatchObject({ status: 204 });
    expect(await close(caseOf(ada), 'warned')).toMatchObject({ status: 204 });
    const types = (await reportsOf(caseOf(ada))).map(({ type }) => type);
    expect(types).toEqual(['ContentReported', 'CaseClosed', 'ContentReported', 'CaseClosed']);
  });

  it('is refused for a deleted member', async () => {
    const ada = await member();
    await report(sam, profile(ada));
    await ada.call('DELETE', '/api/user/account');
    expect(await close(caseOf(ada), 'dismissed')).toMatchObject(refusal(404, 'not_found'));
  });
});
