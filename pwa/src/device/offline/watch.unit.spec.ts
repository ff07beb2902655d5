import { eventually } from '@pmcw/testing/eventually';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MemberDatabase } from './database.ts';
import { newDatabase } from './forSpecs.ts';
import { watch } from './watch.ts';

let db: MemberDatabase;
let values: number[];
let errors: unknown[];
let unwatch: () => void;

beforeEach(() => {
  db = newDatabase();
  values = [];
  errors = [];
});
afterEach(async () => {
  unwatch();
  await db.delete();
});

function start(read: () => Promise<number> = () => db.deletions.count()): void {
  const onValue = (value: number) => void values.push(value);
  unwatch = watch({ db, tables: [db.deletions], read, onValue, onError: (error) => errors.push(error) });
}
const put = (id: string) => db.deletions.put({ id });

it('reads now, and once more after many changes', async () => {
  start();
  await eventually(() => expect(values).toEqual([0]));
  for (let i = 0; i < 50; i += 1) await put(`m${i}`);
  await eventually(() => expect(values.at(-1)).toBe(50));
  expect(values.length).toBeLessThan(10);
});

it('reads again after a change during a reading', async () => {
  let finish: () => void = () => undefined;
  const readings = [
    new Promise<void>((resolve) => {
      finish = resolve;
    }),
  ];
  start(async () => {
    const count = await db.deletions.count();
    await readings.shift();
    return count;
  });
  await eventually(() => expect(readings).toEqual([]));
  await put('late');
  finish();
  await eventually(() => expect(values).toEqual([0, 1]));
});

it('ignores other tables and other databases, and reports failures', async () => {
  const other = newDatabase();
  let isBroken = false;
  start(async () => {
    if (isBroken) throw new Error('Broken');
    return db.deletions.count();
  });
  await eventually(() => expect(values).toEqual([0]));
  await db.members.put({ id: 1, username: 'a', fullName: 'A', avatarUrl: null });
  await other.deletions.put({ id: 'elsewhere' });
  isBroken = true;
  await put('here');
  await eventually(() => expect(errors).toEqual([new Error('Broken')]));
  isBroken = false;
  await put('here, too');
  await eventually(() => expect(values).toEqual([0, 2]));
  await other.delete();
});

it('ends', async () => {
  start();
  await eventually(() => expect(values).toEqual([0]));
  unwatch();
  await put('later');
  start();
  await eventually(() => expect(values).toEqual([0, 1]));
});

it('names the tables that changed since the last reading, and ignores what it should', async () => {
  const readings: string[][] = [];
  let isBroken = false;
  await db.open();
  unwatch = watch({
    ...{ db, tables: [db.deletions, db.drafts], onValue: () => undefined, pauseMs: 0 },
    read: async (changed) => {
      readings.push([...changed]);
      if (isBroken) throw new Error('Broken');
    },
    ignores: (parts) => Object.keys(parts).every((part) => part.includes('/drafts/')),
    onError: (error) => errors.push(error),
  });
  await eventually(() => expect(readings).toEqual([['deletions', 'drafts']]));
  await db.drafts.put({ conversation: 'global', id: 'draft', text: 'Hello' });
  isBroken = true;
  await put('one');
  await eventually(() => expect(errors).toHaveLength(1));
  isBroken = false;
  await put('two');
  await eventually(() => expect(readings).toHaveLength(3));
  expect(readings.slice(1)).toEqual([['deletions'], ['deletions', 'drafts']]);
});
