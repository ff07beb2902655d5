import type { ProductEvent } from '@pmcw/contracts/events';
import { scaled, within } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { histories } from '../../test/histories.ts';
import { oneModel } from '../../test/oneModel.ts';
import { registration } from '../../test/records.ts';
import { moderationModel } from './model.ts';

let moderation: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  moderation = await oneModel(moderationModel);
});
afterAll(() => moderation.close());

const requested = (userId: number, requestId: string): ProductEvent => ({
  type: 'VerificationRequested',
  data: { userId, requestId, message: `please, says ${userId}` },
});
const approved = (userId: number, requestId: string): ProductEvent => ({
  type: 'VerificationApproved',
  data: { userId, requestId },
});
const rejected = (userId: number, requestId: string): ProductEvent => ({
  type: 'VerificationRejected',
  data: { userId, requestId, reason: 'too few links' },
});

describe('members for administrators', () => {
  it('have a count of wallets, and the latest notes', async () => {
    const wallet = { userId: 1, network: 'ETH', address: 'address' };
    await moderation.refill(
      registration(1),
      { type: 'WalletAdded', data: { ...wallet, walletId: 'w1' } },
      { type: 'WalletAdded', data: { ...wallet, walletId: 'w2' } },
      { type: 'WalletRemoved', data: { userId: 1, walletId: 'w1' } },
      { type: 'AdminNotesChanged', data: { userId: 1, notes: 'met in Lisbon' } },
    );
    expect(await moderation.query('select wallet_count, notes from moderation.members')).toEqual([
      { wallet_count: 1, notes: 'met in Lisbon' },
    ]);
    expect(await moderation.query('select wallet_id from moderation.wallets')).toEqual([{ wallet_id: 'w2' }]);
  });

  it('are found by username, full name and email in any case, and never by their bio', async () => {
    const edit = { userId: 1, fullName: 'ÅSA Öberg', bio: 'Builds Bridges', telegramHandle: '@asa' };
    await moderation.refill(registration(1), { type: 'ProfileEdited', data: edit });
    expect(await moderation.query('select search from moderation.searched')).toEqual([
      { search: '@member1\nasa oberg\nmember1@example.org' },
    ]);
  });
});

describe('verification requests', () => {
  it('are open until they are approved or rejected, with the reason', async () => {
    await moderation.refill(
      ...[registration(1), registration(2), registration(3)],
      ...[requested(1, 'a'), requested(2, 'b'), requested(3, 'c'), approved(2, 'b'), rejected(1, 'a')],
    );
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
    expect(
      await moderation.query(
        'select request_id, member_id, status, reason, created_at, closed_at, position, closed_position from moderation.verification_requests order by request_id',
      ),
    ).toEqual([
      {
        ...{ request_id: 'a', member_id: 1, status: 'rejected', reason: 'too few links' },
        ...{ created_at: at(4), closed_at: at(8), position: '4', closed_position: '8' },
      },
      {
        ...{ request_id: 'b', member_id: 2, status: 'approved', reason: null },
        ...{ created_at: at(5), closed_at: at(7), position: '5', closed_position: '7' },
      },
      {
        ...{ request_id: 'c', member_id: 3, status: 'open', reason: null },
        ...{ created_at: at(6), closed_at: null, position: '6', closed_position: null },
      },
    ]);
  });

  it.each([
    "status = 'open' order by position limit 50",
    "status = 'rejected' and status <> 'open' order by closed_position desc limit 50",
  ])('have an index for %s', async (asked) => {
    const plan = await moderation.plan(`select * from verification_requests where ${asked}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});

describe('cases', () => {
  const which = { caseId: 'profile-1', memberId: 1 };
  const reported = (reporterId: number, of = which): ProductEvent => ({
    type: 'ContentReported',
    data: { ...of, kind: 'profile', itemId: null, reporterId, reason: 'scam', text: 'not me' },
  });
  const closed: ProductEvent = { type: 'CaseClosed', data: { ...which, outcome: 'warned', reason: 'stop' } };
  const cases = () =>
    moderation.query(
      'select case_id, status, reports, outcome, closing_reason, position, newest_position, closed_position from moderation.cases order by case_id',
    );
  const counts = () => moderation.query('select member_id, reports from moderation.reported_members');
  const open = { status: 'open', outcome: null, closing_reason: null, closed_position: null };

  it('count reports, and are open until they are closed, and again after another report or an undo', async () => {
    const others = { caseId: 'address-1-w', memberId: 1 };
    await moderation.refill(...[registration(1), reported(2), reported(3), reported(2, others)]);
    expect(await cases()).toEqual([
      { case_id: 'address-1-w', ...open, reports: 1, position: '4', newest_position: '4' },
      { case_id: 'profile-1', ...open, reports: 2, position: '2', newest_position: '3' },
    ]);
    expect(await counts()).toEqual([{ member_id: 1, reports: 3 }]);
    const ended = { status: 'closed', outcome: 'warned', closing_reason: 'stop' };
    await moderation.refill(registration(1), reported(2), closed);
    const row = { case_id: 'profile-1', reports: 1, position: '2', newest_position: '2' };
    expect(await cases()).toEqual([{ ...row, ...ended, closed_position: '3' }]);
    await moderation.refill(registration(1), reported(2), closed, { type: 'CaseReopened', data: which });
    expect(await cases()).toEqual([{ ...row, ...open }]);
    await moderation.refill(registration(1), reported(2), closed, reported(3));
    expect(await cases()).toEqual([{ ...row, ...open, reports: 2, position: '4', newest_position: '4' }]);
  });

  it('go with the reported member', async () => {
    await moderation.refill(registration(1), reported(2), { type: 'UserDeleted', data: { userId: 1 } });
    expect(await cases()).toEqual([]);
    expect(await counts()).toEqual([]);
  });

  it.each([
    "status = 'open' order by position limit 50",
    "status = 'closed' order by closed_position desc limit 50",
  ])('have an index for %s', async (asked) => {
    const plan = await moderation.plan(`select * from cases where ${asked}`);
    expect(plan).toContain('Index');
    expect(plan).not.toContain('Sort');
  });
});

describe('counts and proofs of wallets', () => {
  it('are correct after any history', async () => {
    await fc.assert(
      fc.asyncProperty(histories(120), async (records) => {
        await moderation.refill(...records);
        const miscounted = await moderation.query<object>(
          `select from moderation.members m where wallet_count <>
             (select count(*) from moderation.wallets w where w.member_id = m.member_id)`,
        );
        expect(miscounted).toEqual([]);
        const misjudged = await moderation.query<object>(
          `select from moderation.members m join moderation.searched s using (member_id)
            where m.has_proof <> s.has_proof or m.has_proof <> exists
             (select from moderation.wallets w where w.member_id = m.member_id and scheme is not null)`,
        );
        expect(misjudged).toEqual([]);
      }),
      { numRuns: scaled(8), plugins: [within(20_000)] },
    );
  });
});
