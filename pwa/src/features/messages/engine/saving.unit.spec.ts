import { eventually } from '@pmcw/testing/eventually';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepItem, readItem } from '../../../base/storage/pageStorage.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { ManualClock, newDatabase } from '../../../device/offline/forSpecs.ts';
import { forgetUnsaved, noteUnsaved, restoreUnsaved } from '../../../device/offline/outbox/unsaved.ts';
import { unsavedKey } from '../../../device/offline/stores.ts';
import { Saving } from './saving.ts';

const draft = { conversation: 'member:2', id: 'm1', text: 'hello' } as const;

let db: MemberDatabase;
let clock: ManualClock;
let saving: Saving;

beforeEach(() => {
  db = newDatabase();
  clock = new ManualClock();
  saving = new Saving(db, clock);
});
afterEach(async () => {
  keepItem(unsavedKey(db.owner), null);
  await db.delete();
});

const shown = () => saving.messages.get().map(({ content }) => content);

describe('a message being stored', () => {
  it('is shown at once, until threads have read it from the device', async () => {
    const stored = saving.save(draft);
    expect(shown()).toEqual(['hello']);
    expect(await stored).toBe('m1');
    expect([shown(), (await db.outbox.toArray()).map(({ id }) => id)]).toEqual([['hello'], ['m1']]);
    clock.advance(2_000);
    expect(shown()).toEqual([]);
  });

  it('is shown no longer if it can not be stored, or is stored under another id', async () => {
    vi.spyOn(db.outbox, 'add').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
    await expect(saving.save(draft)).rejects.toThrow();
    expect(shown()).toEqual([]);
    await saving.save(draft);
    const other = await saving.save({ ...draft, text: 'hello again' });
    expect([other === draft.id, shown()]).toEqual([false, []]);
  });

  it('can be awaited, to be deleted', async () => {
    const stored = saving.save(draft);
    await saving.end(draft.id);
    expect([await db.outbox.count(), shown()]).toEqual([1, []]);
    await stored;
  });

  it('is nothing to see if only a recording is sent', async () => {
    const stored = saving.save({ ...draft, text: '' });
    expect(shown()).toEqual([]);
    await stored;
  });
});

describe('a message whose tab was closed while it was stored', () => {
  it('becomes a draft, under its id', async () => {
    noteUnsaved(db, draft);
    await restoreUnsaved(db);
    expect(await db.drafts.toArray()).toEqual([draft]);
    await db.drafts.clear();
    await restoreUnsaved(db);
    expect(await db.drafts.count()).toBe(0);
  });

  it('comes before a later draft', async () => {
    noteUnsaved(db, draft);
    await db.drafts.put({ ...draft, id: 'd', text: 'begun' });
    await restoreUnsaved(db);
    expect((await db.drafts.toArray()).map(({ text }) => text)).toEqual(['hello\nbegun']);
  });

  it('stays a message if it was stored after all', async () => {
    await saving.save(draft);
    noteUnsaved(db, draft);
    await restoreUnsaved(db);
    expect([await db.drafts.count(), await db.outbox.count()]).toEqual([0, 1]);
  });

  it('is sent once if another tab still stores it', async () => {
    const stored = saving.save(draft);
    await Promise.all([stored, restoreUnsaved(db)]);
    await eventually(async () => expect(await db.drafts.count()).toBe(0));
    expect(await db.outbox.count()).toBe(1);
  });

  it('is forgotten once it is stored', () => {
    noteUnsaved(db, draft);
    noteUnsaved(db, { ...draft, id: 'm2' });
    forgetUnsaved(db, 'm1');
    forgetUnsaved(db, 'm2');
    expect(readItem(unsavedKey(db.owner))).toBeNull();
  });
});
