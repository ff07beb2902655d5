import 'fake-indexeddb/auto';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemberDatabase, type Recording } from './database.ts';
import { applyMessages, ManualClock, messageAt } from './forSpecs.ts';
import type { ConversationKey } from './keys.ts';
import { moveToDisk } from './moveToDisk.ts';
import { claimNext } from './outbox/claims.ts';
import { enqueue } from './outbox/queue.ts';
import { storageTrouble } from './storageTrouble.ts';
import { SwitchOver } from './switchOver.ts';

const sound: Recording = { bytes: new ArrayBuffer(4), mediaType: 'audio/webm', seconds: 1, peaks: [] };

let memory: MemberDatabase;
let disk: MemberDatabase;
const say = (db: MemberDatabase, text: string, conversation: ConversationKey = 'member:2') =>
  enqueue(db, { conversation, id: uuidv7(), text }, 0);
const contents = async (db: MemberDatabase) =>
  (await db.outbox.orderBy('seq').toArray()).map(({ content }) => content);

beforeEach(() => {
  const owner = { id: 1, createdAt: uuidv7() };
  memory = new MemberDatabase(owner, { indexedDB: new IDBFactory(), IDBKeyRange });
  disk = new MemberDatabase(owner);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  storageTrouble.set('none');
  await disk.delete();
});

describe('moving to the disk', () => {
  it('keeps the order, ids and recordings of unsent messages, behind those of earlier visits', async () => {
    await say(disk, 'of an earlier visit');
    const first = await say(memory, 'first');
    await memory.recordings.put({ ...sound, id: 'member:2' });
    const voice = await say(memory, '');
    await claimNext(memory, 'member:2', 0);
    await moveToDisk(memory, disk);
    const rows = await disk.outbox.orderBy('seq').toArray();
    expect(rows.slice(1)).toMatchObject([
      { id: first, content: 'first', attempts: 1, delivery: { state: 'queued' } },
      { id: voice, messageType: 'voice', attempts: 1 },
    ]);
    const shown = await disk.messages.orderBy('[conversation+order]').toArray();
    expect(shown.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    expect(await disk.recordings.get(voice)).toMatchObject({ seconds: 1 });
    expect((await disk.conversations.get('member:2'))?.lastMessage?.id).toBe(voice);
  });

  it('doubles nothing: not when repeated, nor what the disk knows already', async () => {
    const sent = messageAt(7, { content: 'sent by another tab' });
    await applyMessages(disk, [sent]);
    await enqueue(memory, { conversation: 'member:2', id: sent.id, text: sent.content }, 0);
    await say(memory, 'first');
    await moveToDisk(memory, disk);
    await say(memory, 'written in the meantime');
    await moveToDisk(memory, disk);
    expect(await contents(disk)).toEqual(['first', 'written in the meantime']);
    expect(await disk.messages.count()).toBe(3);
  });

  it('loses no draft: a different one of an earlier visit is offered beside it', async () => {
    await disk.drafts.put({ conversation: 'member:2', id: uuidv7(), text: 'earlier' });
    await memory.drafts.put({ conversation: 'member:2', id: uuidv7(), text: 'later' });
    await memory.draftAsides.put({ conversation: 'member:2', texts: ['elsewhere'] });
    await memory.draftBases.put({ conversation: 'member:2', text: '', aside: [], revision: 2 });
    await memory.recordings.put({ ...sound, id: 'member:3' });
    await moveToDisk(memory, disk);
    expect((await disk.drafts.get('member:2'))?.text).toBe('later');
    expect((await disk.draftAsides.get('member:2'))?.texts).toEqual(['earlier', 'elsewhere']);
    expect((await disk.draftBases.get('member:2'))?.revision).toBe(2);
    expect(await disk.recordings.get('member:3')).toBeDefined();
  });

  it('is all or nothing', async () => {
    await say(memory, 'first');
    await memory.drafts.put({ conversation: 'global', id: uuidv7(), text: 'begun' });
    vi.spyOn(disk.recordings, 'bulkPut').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await expect(moveToDisk(memory, disk)).rejects.toThrow('No room');
    expect([await disk.outbox.count(), await disk.drafts.count()]).toEqual([0, 0]);
    expect([await contents(memory), await memory.drafts.count()]).toEqual([['first'], 1]);
  });
});

describe('a member whose data is in memory', () => {
  const listeners: (() => void)[] = [];
  beforeEach(() => {
    listeners.length = 0;
    const addEventListener = (_type: string, listener: () => void) => listeners.push(listener);
    vi.stubGlobal('document', { visibilityState: 'visible', addEventListener });
    storageTrouble.set('memory');
  });
  const refuse = (times: number) => {
    const opening = vi.spyOn(MemberDatabase.prototype, 'open');
    for (let i = 0; i < times; i += 1)
      opening.mockImplementationOnce(() => {
        throw new DOMException('Denied', 'SecurityError');
      });
  };
  const start = () => {
    const clock = new ManualClock();
    const onSwitched = vi.fn<(db: MemberDatabase) => void>();
    const onLeave = vi.fn();
    const switchOver = new SwitchOver({ memory, clock, onLeave, onSwitched });
    switchOver.start();
    return { clock, switchOver, onSwitched, onLeave };
  };

  it('switches over at a later attempt, with their data, and the notice disappears', async () => {
    await say(memory, 'first');
    refuse(2);
    const { clock, switchOver, onSwitched, onLeave } = start();
    expect(clock.waiting).toEqual([5_000]);
    clock.advance(5_000);
    await switchOver.tryNow();
    expect([clock.waiting, onLeave.mock.calls.length]).toEqual([[10_000], 0]);
    // The page becomes visible.
    for (const listener of listeners) listener();
    await switchOver.tryNow();
    expect(clock.waiting).toEqual([20_000]);
    await switchOver.tryNow();
    const [switched] = onSwitched.mock.calls[0] ?? [];
    expect([switched?.isKept, storageTrouble.get()]).toEqual([true, 'none']);
    expect(await contents(disk)).toEqual(['first']);
    // The composer that is closing writes last.
    await memory.drafts.put({ conversation: 'global', id: uuidv7(), text: 'last words' });
    clock.advance(300);
    await expect.poll(() => disk.drafts.count()).toBe(1);
    expect(clock.waiting).toEqual([]);
    switched?.close();
  });

  it('continues in memory if the data can’t be moved', async () => {
    await say(memory, 'first');
    vi.spyOn(memory.outbox, 'orderBy').mockImplementationOnce(() => {
      throw new Error('broken');
    });
    const { switchOver, onSwitched, clock } = start();
    await switchOver.tryNow();
    expect(onSwitched).toHaveBeenCalledExactlyOnceWith(memory);
    expect([storageTrouble.get(), clock.waiting.length]).toEqual(['memory', 1]);
    switchOver.stop();
    expect(clock.waiting).toEqual([]);
  });
});
