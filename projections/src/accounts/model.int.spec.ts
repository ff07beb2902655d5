import type { ProductEvent } from '@pmcw/contracts/events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oneModel } from '../../test/oneModel.ts';
import { registration } from '../../test/records.ts';
import { accountsModel } from './model.ts';

let accounts: Awaited<ReturnType<typeof oneModel>>;
beforeAll(async () => {
  accounts = await oneModel(accountsModel);
});
afterAll(() => accounts.close());

const added = (userId: number, methodId: string): ProductEvent => ({
  type: 'SignInMethodAdded',
  data: { userId, methodId, kind: 'passkey' },
});
const removed = (userId: number, methodId: string, kind: 'password' | 'passkey'): ProductEvent => ({
  type: 'SignInMethodRemoved',
  data: { userId, methodId, kind },
});
const ways = (userId: number) =>
  accounts.query(
    `select method_id, kind, added_at from accounts.sign_in_methods where member_id = ${userId} order by added_at`,
  );
const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

it('a member starts with a password, then has the methods that were added and not removed', async () => {
  await accounts.refill(
    ...[registration(1), added(1, 'k1'), registration(2), added(1, 'k2')],
    ...[removed(1, 'k1', 'passkey'), removed(1, 'password', 'password')],
  );
  expect(await ways(1)).toEqual([{ method_id: 'k2', kind: 'passkey', added_at: at(4) }]);
  expect(await ways(2)).toEqual([{ method_id: 'password', kind: 'password', added_at: at(3) }]);
});

it('a reset link adds a password to a member without one, and otherwise keeps its date', async () => {
  const reset = (userId: number): ProductEvent => ({ type: 'PasswordReset', data: { userId } });
  await accounts.refill(
    ...[registration(3), registration(4), added(4, 'k3'), removed(4, 'password', 'password')],
    ...[reset(3), reset(4)],
  );
  expect(await ways(3)).toEqual([{ method_id: 'password', kind: 'password', added_at: at(1) }]);
  expect(await ways(4)).toEqual([
    { method_id: 'k3', kind: 'passkey', added_at: at(3) },
    { method_id: 'password', kind: 'password', added_at: at(6) },
  ]);
});

it('nothing is left of a deleted member', async () => {
  await accounts.refill(registration(5), added(5, 'k4'), { type: 'UserDeleted', data: { userId: 5 } });
  expect(await ways(5)).toEqual([]);
});
