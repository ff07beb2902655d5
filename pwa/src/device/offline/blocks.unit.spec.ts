import type { ChangeFrame } from '@pmcw/contracts';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { applyChanges, changeOf } from './apply.ts';
import { applyBlocked, chooseContact, isBlocked, settleContact } from './blocks.ts';
import { countUnread } from './conversations.ts';
import type { MemberDatabase } from './database.ts';
import { enterLog } from './forget.ts';
import { messageAt, newDatabase, peerId } from './forSpecs.ts';
import { enqueue } from './outbox/queue.ts';

let db: MemberDatabase;
beforeEach(() => {
  db = newDatabase();
});
afterEach(() => db.delete());

const peer = { id: peerId, username: 'bob', fullName: 'Bob', avatarUrl: null };
const now = '2026-01-01T00:00:00.000Z';
const changed = (isBlocked: boolean, position: number): ChangeFrame => ({
  type: 'contact_changed',
  memberId: peerId,
  isBlocked,
  position: String(position),
});
const received = (position: number) => changeOf(messageAt(position, { senderId: peerId }));
const apply = (...changes: ChangeFrame[]) => applyChanges(db, changes, null);
const listed = async () => (await db.conversations.orderBy('place').toArray()).map(({ key }) => key);

describe('a blocked member', () => {
  it('has a hidden conversation without unread messages, whichever comes first', async () => {
    await apply(received(10), changed(true, 20), received(30));
    expect([await listed(), await countUnread(db, 0), await isBlocked(db, peerId)]).toEqual([[], 0, true]);
    await apply(changed(false, 40));
    expect([await listed(), await countUnread(db, 0)]).toEqual([['member:2'], 2]);
  });

  it('is unblocked only by a later report, in any order', async () => {
    await apply(changed(true, 30), changed(false, 20));
    expect(await isBlocked(db, peerId)).toBe(true);
    await apply(changed(false, 40), changed(true, 30));
    expect(await isBlocked(db, peerId)).toBe(false);
  });

  it('keeps unsent messages to them as refused, with their text', async () => {
    await apply(received(10));
    await enqueue(db, { conversation: 'member:2', id: 'a', text: 'Hello?' }, 0);
    await chooseContact(db, peer, true, now);
    expect(await db.outbox.toArray()).toMatchObject([
      { content: 'Hello?', delivery: { state: 'failed', code: 'member_blocked' } },
    ]);
    await chooseContact(db, peer, false, now);
    expect(await db.messages.get('a')).toMatchObject({ content: 'Hello?' });
  });

  it('without messages leaves no conversation once unblocked', async () => {
    await chooseContact(db, peer, true, now);
    await settleContact(db, peerId, true, { memberId: peerId, isBlocked: true, position: '20' });
    await apply(changed(false, 40));
    expect(await db.conversations.count()).toBe(0);
  });

  it('is forgotten when deleted', async () => {
    await apply(changed(true, 20), { type: 'member_deleted', userId: peerId, position: '30' });
    expect(await db.blocks.count()).toBe(0);
  });
});

describe('a choice of the owner', () => {
  it('shows at once, and stays over earlier reports until the server has it', async () => {
    await apply(changed(false, 10));
    await chooseContact(db, peer, true, now);
    await apply(changed(false, 12));
    expect(await isBlocked(db, peerId)).toBe(true);
    await settleContact(db, peerId, true, { memberId: peerId, isBlocked: true, position: '20' });
    expect(await db.blocks.where('untold').equals(1).count()).toBe(0);
  });

  it('to unblock ends with a newer block of another device', async () => {
    await apply(changed(true, 10));
    await chooseContact(db, peer, false, now);
    expect(await isBlocked(db, peerId)).toBe(false);
    await apply(changed(true, 30));
    expect(await db.blocks.get(peerId)).toMatchObject({ wanted: null, shown: 1 });
  });

  it('that changed while it was sent is sent again', async () => {
    await chooseContact(db, peer, true, now);
    await chooseContact(db, peer, false, now);
    await settleContact(db, peerId, true, { memberId: peerId, isBlocked: true, position: '20' });
    expect(await db.blocks.get(peerId)).toMatchObject({ isBlocked: true, position: '20', wanted: false });
  });

  it('to block survives a restored log, an unblock does not', async () => {
    await apply(changed(true, 10));
    await chooseContact(db, peer, false, now);
    await chooseContact(db, { ...peer, id: 3 }, true, now);
    await enterLog(db, { position: '0', incarnation: 'other' });
    expect(await db.blocks.toArray()).toMatchObject([{ memberId: 3, position: '0', wanted: true }]);
    expect((await db.conversations.get('member:3'))?.isBlocked).toBe(true);
  });
});

describe('the list of the server', () => {
  const bob = { memberId: peerId, username: 'bob', fullName: 'Bob', avatarUrl: null, since: now };

  it('adds blocks, and ends those that it no longer has', async () => {
    await db.sync.put({ id: 'cursor', position: '50' });
    await apply(received(10));
    await applyBlocked(db, [{ ...bob, position: '20' }], { position: '50' });
    expect([await listed(), (await db.sync.get('cursor'))?.knowsBlocks]).toEqual([[], true]);
    await applyBlocked(db, [], { position: '60' });
    expect(await listed()).toEqual(['member:2']);
  });

  it('lets others read while it is stored', async () => {
    await db.sync.put({ id: 'cursor', position: '50' });
    const many = Array.from({ length: 100 }, (_, n) => ({ ...bob, memberId: 100 + n, position: '20' }));
    const applied = applyBlocked(db, many, { position: '50' });
    await db.members.count();
    expect(await db.blocks.count()).toBeLessThan(many.length);
    await applied;
    expect(await db.blocks.count()).toBe(many.length);
  });

  it('does not end a block that is newer than its request', async () => {
    await apply(changed(true, 70));
    await applyBlocked(db, [], { position: '60' });
    expect(await isBlocked(db, peerId)).toBe(true);
  });
});

type Act = 'block' | 'unblock' | 'deliver' | 'write' | 'tell';
interface Device {
  readonly db: MemberDatabase;
  /** Changes of the log that it has. */
  read: number;
}

/** A log with one member who may be blocked, and the deciding rules of the server. */
class Server {
  readonly log: ChangeFrame[] = [];
  block = { isBlocked: false, position: '0' };

  write(): void {
    // Another process may accept a message until it has seen the block, so blocked or not.
    this.log.push(received(10 * (this.log.length + 1)));
  }

  async tell({ db: device }: Device): Promise<void> {
    for (const { memberId, wanted, position } of await device.blocks.where('untold').equals(1).toArray()) {
      if (wanted === null) continue;
      const isNewer = BigInt(this.block.position) > BigInt(position);
      const isDone = wanted ? this.block.isBlocked : !this.block.isBlocked || isNewer;
      if (!isDone) {
        this.block = { isBlocked: wanted, position: String(10 * (this.log.length + 1)) };
        this.log.push(changed(wanted, Number(this.block.position)));
      }
      await settleContact(device, memberId, wanted, { memberId, ...this.block });
    }
  }
}

describe('for any order of blocks, unblocks and messages on two devices', () => {
  const acts = fc.array(
    fc.tuple(fc.constantFrom<Act>('block', 'unblock', 'deliver', 'write', 'tell'), fc.nat(1)),
    { maxLength: 25 },
  );

  it('nothing is shown of a member known to be blocked, and nothing is lost', async () => {
    await fc.assert(
      fc.asyncProperty(acts, async (script) => {
        const server = new Server();
        const devices: Device[] = [newDatabase(), newDatabase()].map((each) => ({ db: each, read: 0 }));
        const deliver = async (device: Device) => {
          await applyChanges(device.db, server.log.slice(device.read), null);
          device.read = server.log.length;
        };
        for (const [act, at] of script) {
          const device = devices[at];
          if (device === undefined) continue;
          if (act === 'write') server.write();
          else if (act === 'deliver') await deliver(device);
          else if (act === 'tell') await server.tell(device);
          else await chooseContact(device.db, peer, act === 'block', now);
          for (const each of devices) {
            if (!(await isBlocked(each.db, peerId))) continue;
            expect(await each.db.conversations.orderBy('place').count()).toBe(0);
            expect(await countUnread(each.db, 0)).toBe(0);
          }
        }
        for (const device of devices) {
          await deliver(device);
          await server.tell(device);
        }
        for (const device of devices) await deliver(device);
        const all = server.log.filter(({ type }) => type === 'new_message').length;
        for (const device of devices) {
          expect(await isBlocked(device.db, peerId)).toBe(server.block.isBlocked);
          expect(await device.db.messages.count()).toBe(all);
          expect(await countUnread(device.db, 0)).toBe(server.block.isBlocked ? 0 : all);
          await device.db.delete();
        }
      }),
      { numRuns: 60 },
    );
  });
});
