import { texts } from '@pmcw/contracts';
import type { ProductEvent } from '@pmcw/contracts/events';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dump } from '../../test/dump.ts';
import { emptySlot, feed } from '../../test/feed.ts';
import { memoryLog } from '../../test/followedLog.ts';
import { recordOf, registration } from '../../test/records.ts';
import type { ProductRecord } from '../runner/model.ts';
import { prepareSchemas } from '../runner/schema.ts';
import { Connections } from '../storage/connections.ts';
import { notificationsModel } from './model.ts';

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 2);
  await prepareSchemas(connections, [notificationsModel], memoryLog);
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

/** The history so far, each event at the next position. */
let records: ProductRecord[];
beforeEach(() => {
  records = [];
});

function happened(event: ProductEvent, actorId: number | null = null): ProductRecord {
  const record = recordOf(event, BigInt(records.length) + 1n, actorId);
  records.push(record);
  return record;
}
const published = (notificationId: string, isActive = true, by: number | null = 1) =>
  happened(
    { type: 'NotificationPublished', data: { notificationId, title: 'News', message: 'To all', isActive } },
    by,
  );
const activated = (notificationId: string) =>
  happened({ type: 'NotificationActivated', data: { notificationId, announces: null } });
const deactivated = (notificationId: string) =>
  happened({ type: 'NotificationDeactivated', data: { notificationId } });
const joined = (userId: number) => happened(registration(userId));
const left = (userId: number) => happened({ type: 'UserDeleted', data: { userId } });
const verified = (userId: number) => happened({ type: 'UserVerified', data: { userId } });
const rejected = (userId: number, reason: string) =>
  happened({ type: 'VerificationRejected', data: { userId, requestId: 'r', reason } });
const read = (readerId: number, notificationId: string) =>
  happened({ type: 'NotificationRead', data: { readerId, notificationId } });
const dismissed = (readerId: number, notificationId: string) =>
  happened({ type: 'NotificationDismissed', data: { readerId, notificationId } });
const allRead = (readerId: number, upTo: bigint) =>
  happened({ type: 'AllNotificationsRead', data: { readerId, upTo: String(upTo) } });

/** The tables after the history, cut into runs of these lengths. */
async function tables(...runLengths: readonly number[]) {
  await emptySlot(connections, notificationsModel);
  await feed(connections, notificationsModel, records, runLengths);
  return dump(connections, 'notifications');
}

describe('a published notification', () => {
  it('is one row for any number of members', async () => {
    for (let userId = 1; userId <= 50; userId += 1) joined(userId);
    const before = await tables(50);
    published('n');
    expect(await tables(50)).toEqual({ ...before, published: [expect.anything()] });
  });

  it('keeps the position where it was first active', async () => {
    joined(1);
    published('at once');
    published('later', false);
    const first = activated('later');
    for (const id of ['later', 'at once']) deactivated(id);
    activated('later');
    published('never', false);
    expect((await tables(1)).published).toEqual([
      expect.objectContaining({
        notification_id: 'at once',
        is_active: false,
        position: 2,
        first_position: 2,
      }),
      expect.objectContaining({
        notification_id: 'later',
        is_active: true,
        position: 3,
        first_position: Number(first.position),
      }),
      expect.objectContaining({ notification_id: 'never', first_at: null, first_position: null }),
    ]);
  });

  it('names its author until that member is deleted', async () => {
    joined(1);
    joined(2);
    published('mine', true, 1);
    published('theirs', true, 2);
    left(2);
    published('by a deleted member', true, 2);
    published('by nobody', true, null);
    for (const cut of [1, 3, 100]) {
      const rows = (await tables(cut)).published ?? [];
      expect(rows).toHaveLength(4);
      for (const row of rows) {
        const created_by = 'notification_id' in row && row.notification_id === 'mine' ? 1 : null;
        expect(row).toMatchObject({ created_by });
      }
    }
  });
});

describe('a member', () => {
  it('gets the outcome of a verification, under the id of its event', async () => {
    joined(1);
    const [yes, no] = [verified(1), rejected(1, 'Who are you?')];
    const { verified: accepted, rejected: refused } = texts.notices;
    const { notices = [] } = await tables(1);
    expect(notices).toHaveLength(2);
    expect(notices).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ member_id: 1, notification_id: yes.eventId, ...accepted, position: 2 }),
        expect.objectContaining({
          member_id: 1,
          notification_id: no.eventId,
          ...refused,
          message: 'Who are you?',
          position: 3,
        }),
      ]),
    );
  });

  it('has rows only for what they read or dismissed', async () => {
    joined(1);
    published('a');
    published('b');
    read(1, 'a');
    dismissed(1, 'a');
    dismissed(1, 'b');
    allRead(1, 3n);
    allRead(1, 2n);
    for (const cut of [1, 2, 100]) {
      expect(await tables(cut)).toMatchObject({
        receipts: [
          { member_id: 1, notification_id: 'b', is_read: false, is_dismissed: true },
          { member_id: 1, notification_id: 'a', is_read: true, is_dismissed: true },
        ],
        readers: [{ member_id: 1, read_up_to: 3 }],
      });
    }
  });

  it('leaves nothing once deleted, whatever arrives later', async () => {
    joined(1);
    joined(2);
    published('a');
    for (const id of [1, 2]) {
      verified(id);
      read(id, 'a');
      allRead(id, 3n);
    }
    left(2);
    read(2, 'a');
    dismissed(2, 'a');
    allRead(2, 9n);
    verified(2);
    for (const cut of [1, 2, 3, 5, 100]) {
      const { readers, notices, receipts } = await tables(cut);
      for (const rows of [readers, notices, receipts]) {
        expect(rows).toEqual([expect.objectContaining({ member_id: 1 })]);
      }
    }
  });
});
