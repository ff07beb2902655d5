import { createHash, randomBytes } from 'node:crypto';
import { freshDatabase, shiftVaultClock, type TestDatabase } from '@pmcw/testing';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type MediaChange, openVault, type Vault } from '../index.ts';

let db: TestDatabase;
let pool: pg.Pool;
let vault: Vault;
let ahead = 0;
const pass = async (ms: number) => {
  ahead += ms;
  await shiftVaultClock(db.url, ahead);
};
beforeAll(async () => {
  db = await freshDatabase();
  pool = new pg.Pool({ connectionString: db.url });
  vault = await openVault({
    connectionString: db.url,
    masterKey: randomBytes(32),
  });
});
afterAll(async () => {
  await vault.close();
  await pool.end();
  await db.drop();
});

const image = (size = 300_000) => ({ bytes: randomBytes(size), mediaType: 'image/webp' });
const hashOf = ({ bytes }: { readonly bytes: Buffer }) => createHash('sha256').update(bytes).digest('hex');
const isThere = async (kept: { readonly bytes: Buffer }) =>
  (await vault.media.describe(hashOf(kept))) !== null;

let lastMember = 0;
/** A new member, and the log’s state of their places. */
function newMember() {
  lastMember += 1;
  const ownerId = lastMember;
  const log = new Map<string, string | null>();
  const settle = (change: MediaChange) =>
    vault.media.settle(change, async () => log.get(change.place) ?? null);
  return {
    ownerId,
    log,
    settle,
    begin: (place: string, kept: ReturnType<typeof image> | null) => vault.media.begin(ownerId, place, kept),
    /** The whole change: bytes, event, settled. */
    async change(place: string, kept: ReturnType<typeof image> | null) {
      const change = await vault.media.begin(ownerId, place, kept);
      log.set(place, change.hash);
      await settle(change);
    },
  };
}

describe('stored bytes', () => {
  it('are found under their hash, whole and in parts', async () => {
    const kept = image();
    const change = await newMember().begin('avatar', kept);
    const hash = hashOf(kept);
    expect(change).toMatchObject({ place: 'avatar', hash });
    expect(await vault.media.describe(hash)).toEqual({ mediaType: 'image/webp', size: 300_000 });
    const part = async (from: number, length: number) =>
      (await vault.media.read(hash, from, length))?.toString('hex');
    expect(await part(0, 400_000)).toBe(kept.bytes.toString('hex'));
    expect(await part(100, 50)).toBe(kept.bytes.subarray(100, 150).toString('hex'));
    expect(await part(299_999, 50)).toBe(kept.bytes.subarray(299_999).toString('hex'));
    expect(await part(300_000, 1)).toBe('');
  });

  it.each(['', 'x', '../secrets', 'A'.repeat(64), 'a'.repeat(63), 'a'.repeat(64)])(
    'are absent under %j',
    async (hash) => {
      expect(await vault.media.describe(hash)).toBeNull();
      expect(await vault.media.read(hash, 0, 10)).toBeNull();
    },
  );

  it('are deleted with their owner, and stay for others with the same', async () => {
    const [ada, bea] = [newMember(), newMember()];
    const [own, shared, begun] = [image(), image(), image()];
    await ada.change('avatar', own);
    await ada.change('background', shared);
    await ada.begin('message-1', begun);
    await bea.change('avatar', shared);
    await vault.media.forgetAll(ada.ownerId);
    expect(await Promise.all([own, begun, shared].map(isThere))).toEqual([false, false, true]);
    await vault.media.forgetAll(bea.ownerId);
    expect(await isThere(shared)).toBe(false);
  });
});

describe('a change', () => {
  it('deletes nothing before the log has it, and the replaced one afterward', async () => {
    const ada = newMember();
    const [first, second] = [image(), image()];
    await ada.change('avatar', first);
    const change = await ada.begin('avatar', second);
    expect(await isThere(first)).toBe(true);
    ada.log.set('avatar', change.hash);
    await ada.settle(change);
    expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
  });

  it('to null deletes the previous one', async () => {
    const ada = newMember();
    const kept = image();
    await ada.change('avatar', kept);
    await ada.change('avatar', null);
    expect(await isThere(kept)).toBe(false);
    expect(await rowsOf(ada.ownerId)).toBe(0);
  });

  it('leaves the member’s other places', async () => {
    const ada = newMember();
    const twice = image();
    await ada.change('avatar', twice);
    await ada.change('background', twice);
    await ada.change('avatar', null);
    expect(await isThere(twice)).toBe(true);
    await ada.change('background', image());
    expect(await isThere(twice)).toBe(false);
  });

  it('that failed leaves no bytes, and keeps the previous one', async () => {
    const ada = newMember();
    const [first, refused] = [image(), image()];
    await ada.change('avatar', first);
    await ada.settle(await ada.begin('avatar', refused));
    expect([await isThere(first), await isThere(refused)]).toEqual([true, false]);
    await ada.settle(await ada.begin('avatar', null));
    expect(await isThere(first)).toBe(true);
    expect(await rowsOf(ada.ownerId)).toBe(1);
  });

  it('to the current value keeps it, once', async () => {
    const ada = newMember();
    const same = image();
    for (let n = 0; n < 3; n += 1) await ada.change('avatar', same);
    expect(await isThere(same)).toBe(true);
    expect(await rowsOf(ada.ownerId)).toBe(1);
  });
});

const rowsOf = async (ownerId: number) => {
  const { rows } = await pool.query<{ count: string }>(
    'select count(*) from vault.media where owner_id = $1',
    [ownerId],
  );
  return Number(rows[0]?.count);
};

/** All interleavings of two changes’ steps. */
function interleavings(one: readonly string[], other: readonly string[]): string[][] {
  const [a, ...as] = one;
  const [b, ...bs] = other;
  if (a === undefined) return [[...other]];
  if (b === undefined) return [[...one]];
  return [
    ...interleavings(as, other).map((rest) => [a, ...rest]),
    ...interleavings(one, bs).map((rest) => [b, ...rest]),
  ];
}
const steps = (name: string) => ['begin', 'append', 'ask', 'write'].map((step) => `${name} ${step}`);

describe('two concurrent changes of one place', () => {
  it.each(interleavings(steps('one'), steps('other')).map((order) => [order.join(', '), order] as const))(
    'leave only what the log has: %s',
    async (_, order) => {
      const ada = newMember();
      const pictures = new Map(['before', 'one', 'other'].map((name) => [name, image(1000)]));
      await ada.change('avatar', pictures.get('before') ?? null);
      const begun = new Map<string, MediaChange>();
      const settling = new Map<string, { readonly answer: () => void; readonly done: Promise<void> }>();

      /** Settles up to reading the log; its answer comes on demand. */
      async function ask(name: string, change: MediaChange) {
        let answers: (() => void) | undefined;
        const asked = new Promise<void>((resolve) => {
          let isFirst = true;
          const done = vault.media.settle(change, async () => {
            const hash = ada.log.get('avatar') ?? null;
            if (isFirst) {
              isFirst = false;
              resolve();
              await new Promise<void>((go) => {
                answers = go;
              });
            }
            return hash;
          });
          settling.set(name, { answer: () => answers?.(), done });
        });
        await asked;
      }

      for (const step of order) {
        const [name = '', what] = step.split(' ');
        if (what === 'begin') begun.set(name, await ada.begin('avatar', pictures.get(name) ?? null));
        const change = begun.get(name);
        if (change === undefined) throw new Error('the change must be announced first');
        if (what === 'append') ada.log.set('avatar', change.hash);
        if (what === 'ask') await ask(name, change);
        if (what === 'write') {
          settling.get(name)?.answer();
          await settling.get(name)?.done;
        }
        const current = ada.log.get('avatar') ?? '';
        expect(await vault.media.describe(current), `after ${step}`).not.toBeNull();
      }
      expect(await rowsOf(ada.ownerId)).toBe(1);
    },
  );
});

describe('unsettled changes', () => {
  it('are listed after 15 minutes, and settled according to the log', async () => {
    const ada = newMember();
    const [arrived, lost] = [image(), image()];
    const first = await ada.begin('avatar', arrived);
    ada.log.set('avatar', first.hash);
    await pass(1);
    await ada.begin('background', lost);
    const own = async () =>
      (await vault.media.unsettled(1000)).filter(({ ownerId }) => ownerId === ada.ownerId);
    expect(await own()).toEqual([]);
    await pass(15 * 60 * 1000);
    const left = await own();
    expect(left.map(({ place }) => place).toSorted()).toEqual(['avatar', 'background']);
    for (const change of left) await ada.settle(change);
    expect([await isThere(arrived), await isThere(lost)]).toEqual([true, false]);
    expect(await own()).toEqual([]);
  });

  it('are listed in pages, each once', async () => {
    const ada = newMember();
    for (const place of ['avatar', 'background']) await ada.begin(place, null);
    await pass(15 * 60 * 1000);
    const found: string[] = [];
    for (let last = (await vault.media.unsettled(1))[0]; last !== undefined; ) {
      found.push(last.id);
      [last] = await vault.media.unsettled(1, last);
    }
    expect(new Set(found).size).toBe(found.length);
    expect(found.toSorted()).toEqual((await vault.media.unsettled(1000)).map(({ id }) => id).toSorted());
  });
});
