import { randomBytes, randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BrokenSealError, openVault, SubjectErasedError, type Vault, WrongMasterKeyError } from '../index.ts';

let db: TestDatabase;
let one: Vault;
let other: Vault;
let admin: pg.Pool;
const masterKey = randomBytes(32);

beforeAll(async () => {
  db = await freshDatabase();
  admin = new pg.Pool({ connectionString: db.url }).on('error', () => undefined);
  const options = { connectionString: db.url, masterKey };
  [one, other] = await Promise.all([openVault(options), openVault(options)]);
});
afterAll(async () => {
  await Promise.all([one.close(), other.close(), admin.end()]);
  await db.drop();
});

const field = (subject: number, plaintext: string, eventId: string = randomUUID()) => ({
  subject,
  eventId,
  field: 'fullName',
  plaintext,
});
const sealOne = async (toSeal: ReturnType<typeof field>): Promise<string> => {
  const [sealed] = await one.sealer.seal([toSeal]);
  if (sealed === undefined) throw new Error('one in, one out');
  return sealed;
};

describe('the master key', () => {
  it('belongs to its database: another one is refused', async () => {
    await expect(openVault({ connectionString: db.url, masterKey: randomBytes(32) })).rejects.toThrow(
      WrongMasterKeyError,
    );
  });

  it('has 32 bytes', async () => {
    await expect(openVault({ connectionString: db.url, masterKey: randomBytes(16) })).rejects.toThrow(
      RangeError,
    );
  });
});

describe('subject keys', () => {
  it('are one per member, whichever process is first', async () => {
    const asked = await Promise.all(
      [one, other, one, other].map((vault) => vault.subjectKeys.keysOf([501, 502], true)),
    );
    const [first] = asked;
    for (const keys of asked) expect(keys).toEqual(first);
    expect(first?.get(501)).not.toEqual(first?.get(502));
    expect(first?.get(501)).toHaveLength(32);
  });

  it('list their members, oldest first and destroyed ones last', async () => {
    const empty = await freshDatabase();
    const vault = await openVault({ connectionString: empty.url, masterKey });
    expect(await vault.subjectKeys.oldest(5)).toEqual([]);
    await vault.subjectKeys.keysOf([9, 2, 5, 7], true);
    await vault.subjectKeys.destroy(2);
    expect(await vault.subjectKeys.oldest(5)).toEqual([5, 7, 9, 2]);
    expect(await vault.subjectKeys.oldest(2)).toEqual([5, 7]);
    await vault.close();
    await empty.drop();
  });

  it('are not made by reading', async () => {
    expect((await one.subjectKeys.keysOf([503], false)).has(503)).toBe(false);
  });

  it('are stored wrapped', async () => {
    const keys = await one.subjectKeys.keysOf([504], true);
    const { rows } = await admin.query<{ wrapped: Buffer }>(
      'select wrapped from vault.subject_keys where subject = 504',
    );
    expect(rows[0]?.wrapped.includes(Buffer.from(keys.get(504) ?? []))).toBe(false);
  });

  it('do not open in another member’s row', async () => {
    await one.subjectKeys.keysOf([505, 506], true);
    await admin.query(
      `update vault.subject_keys set wrapped = (select wrapped from vault.subject_keys where subject = 505)
        where subject = 506`,
    );
    // Counts as lost, without affecting others.
    expect([...(await other.subjectKeys.keysOf([505, 506], false)).keys()]).toEqual([505]);
  });
});

describe('the sealer', () => {
  it('opens what it sealed, any text, on every process', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ subject: fc.integer({ min: 1, max: 5 }), plaintext: fc.string({ unit: 'grapheme' }) }),
        ),
        async (wishes) => {
          const fields = wishes.map(({ subject, plaintext }) => field(subject, plaintext));
          const sealed = await one.sealer.seal(fields);
          const toOpen = fields.map(({ plaintext: _, ...place }, i) => ({
            ...place,
            sealed: sealed[i] ?? '',
          }));
          expect(await other.sealer.open(toOpen)).toEqual(fields.map(({ plaintext }) => plaintext));
        },
      ),
      { numRuns: 30 },
    );
  });

  it('seals the same in the same place, and differently in all others', async () => {
    const eventId = randomUUID();
    const sealed = await sealOne(field(1, 'same', eventId));
    expect(await sealOne(field(1, 'same', eventId))).toBe(sealed);
    expect(await sealOne(field(1, 'same'))).not.toBe(sealed);
    expect(await sealOne(field(2, 'same', eventId))).not.toBe(sealed);
    expect(await sealOne(field(1, 'other', eventId))).not.toBe(sealed);
    expect(sealed).not.toContain('same');
  });

  it('opens nothing that was moved or changed', async () => {
    const place = field(1, 'a secret');
    const sealed = await sealOne(place);
    const bytes = Buffer.from(sealed, 'base64url');
    const changed = bytes.map((byte, i) => (i === 15 ? byte ^ 1 : byte));
    const tampered = [
      { ...place, sealed, eventId: randomUUID() },
      { ...place, sealed, field: 'bio' },
      { ...place, sealed, subject: 2 },
      { ...place, sealed: Buffer.from(changed).toString('base64url') },
      { ...place, sealed: bytes.subarray(0, 20).toString('base64url') },
      { ...place, sealed: '' },
    ];
    for (const toOpen of tampered)
      expect(await one.sealer.open([toOpen])).toEqual([expect.any(BrokenSealError)]);
  });

  it('reports a lost key, which is no erasure', async () => {
    const place = field(700, 'gone');
    const whole = field(1, 'x');
    const sealed = await sealOne(whole);
    const [lost, opened] = await one.sealer.open([
      { ...place, sealed },
      { ...whole, sealed },
    ]);
    expect(lost).toMatchObject({ message: expect.stringContaining('lost'), subject: 700 });
    expect(opened).toBe('x');
  });

  it('forgets an erased member on every process, permanently, and no other', async () => {
    const [erased, kept] = [field(600, 'erased'), field(601, 'kept')];
    const [sealedErased, sealedKept] = await one.sealer.seal([erased, kept]);
    const toOpen = [
      { ...erased, sealed: sealedErased ?? '' },
      { ...kept, sealed: sealedKept ?? '' },
    ];
    expect(await other.sealer.open(toOpen)).toEqual(['erased', 'kept']);
    await one.subjectKeys.destroy(600);
    expect(await one.sealer.open(toOpen)).toEqual([null, 'kept']);
    await expect.poll(() => other.sealer.open(toOpen)).toEqual([null, 'kept']);
    await expect(one.sealer.seal([erased])).rejects.toThrow(SubjectErasedError);
    await expect(other.sealer.seal([erased])).rejects.toThrow(SubjectErasedError);
    await one.subjectKeys.destroy(600);
    const { rows } = await admin.query('select wrapped from vault.subject_keys where subject = 600');
    expect(rows).toEqual([{ wrapped: null }]);
  });

  it('starts an epoch on every process when a member is erased, and at no other event', async () => {
    const place = field(603, 'x');
    await one.sealer.seal([place]);
    const before = [one, other].map((vault) => vault.sealer.epoch());
    expect(before).toEqual([expect.any(Symbol), expect.any(Symbol)]);
    await one.sealer.seal([field(604, 'y')]);
    expect([one, other].map((vault) => vault.sealer.epoch())).toEqual(before);
    await one.subjectKeys.destroy(603);
    expect(one.sealer.epoch()).not.toBe(before[0]);
    await expect.poll(() => other.sealer.epoch()).not.toBe(before[1]);
  });

  it('never makes a key for a member who was erased before having one', async () => {
    await one.subjectKeys.destroy(602);
    await expect(other.sealer.seal([field(602, 'too late')])).rejects.toThrow(SubjectErasedError);
  });
});

describe('ids of members', () => {
  it('start after the first administrator and are unique', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : other).userIds.next()));
    expect(new Set(ids).size).toBe(20);
    expect(Math.min(...ids)).toBe(2);
  });
});
