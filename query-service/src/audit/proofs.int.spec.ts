import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto';
import {
  type Checkpoint,
  checkpointSchema,
  consistencySchema,
  hashFromHex,
  hexOf,
  historySchema,
  type Inclusion,
  inclusionSchema,
  isConsistent,
  leafOf,
  rootOfInclusion,
  wellKnown,
} from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { isSigned } from '@pmcw/notary';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
let admin: number;
let ada: number;
let bob: number;
beforeAll(async () => {
  world = await openWorld();
  admin = await world.register('boss');
  ada = await world.register('ada');
  bob = await world.register('bob');
  await world.record({ type: 'AdminGranted', data: { userId: admin } }, streams.user(admin));
  await world.record({ type: 'UserVerified', data: { userId: ada } }, streams.user(ada), admin);
  const wallet = { userId: ada, walletId: 'w', network: 'OTHER', address: 'one of ten signs' };
  await world.record({ type: 'WalletAdded', data: wallet }, streams.user(ada), ada);
  await world.settle();
});
afterAll(() => world.close());

const inclusion = (eventId: string, as = admin): Promise<Inclusion> =>
  world.json(inclusionSchema, `/api/proofs/inclusion/${eventId}`, { as });
const latest = () => world.json(checkpointSchema, wellKnown.checkpoint);
const head = ({ size, root }: Checkpoint) => ({ size, root: hashFromHex(root) });

/** The newest event of a type. */
async function eventOf(type: string): Promise<string> {
  const [entry] = await world.json(historySchema, `/api/admin/history?type=${type}&limit=1`, { as: admin });
  return entry?.eventId ?? '';
}

describe('before anything is signed', () => {
  it('the well-known addresses are 404, and proofs wait', async () => {
    const addresses = [wellKnown.checkpoint, wellKnown.checkpointOf(1), wellKnown.publicKey];
    for (const address of addresses) await world.problem(404, 'not_found', address);
    await world.problem(404, 'not_found', '/api/proofs/consistency?from=1&to=1');
    expect(await inclusion(await eventOf('UserVerified'))).toEqual({ state: 'waiting' });
  });
});

describe('the signed log', () => {
  let publicKey: KeyObject;
  let first: Checkpoint;
  beforeAll(async () => {
    await world.sign();
    first = await latest();
    for (let n = 0; n < 20; n += 1) await world.send(ada, bob, `message ${n}`);
    await world.settle();
    await world.sign();
    publicKey = createPublicKey(await (await world.ask(wellKnown.publicKey)).text());
  });

  it('is served to everyone, with the public key; the newest checkpoint is revalidated, older ones are cached', async () => {
    const newest = await latest();
    expect([first.size, newest.size]).toEqual([6, 26]);
    for (const checkpoint of [first, newest]) expect(isSigned(checkpoint, publicKey)).toBe(true);
    const older = await world.ask(wellKnown.checkpointOf(6));
    expect([await older.json(), older.headers.get('cache-control')]).toEqual([
      first,
      'public, max-age=31536000, immutable',
    ]);
    expect((await world.ask(wellKnown.checkpoint)).headers.get('cache-control')).toBe('no-cache');
    const none = await world.ask(wellKnown.checkpointOf(7));
    expect([none.status, none.headers.get('cache-control')]).toEqual([404, 'no-cache']);
  });

  it('starts with the earlier signed log, as anyone can check', async () => {
    const newest = await latest();
    const where = `/api/proofs/consistency?from=${first.size}&to=${newest.size}`;
    const { path } = await world.json(consistencySchema, where);
    expect(isConsistent(head(first), head(newest), path.map(hashFromHex))).toBe(true);
    expect(isConsistent({ ...head(first), size: 5 }, head(newest), path.map(hashFromHex))).toBe(false);
    for (const query of ['from=6&to=27', 'from=7&to=6']) {
      await world.problem(404, 'not_found', `/api/proofs/consistency?${query}`);
    }
  });

  it('includes each event, as anyone with the record can compute', async () => {
    const entries = await world.json(historySchema, '/api/admin/history?limit=100', { as: admin });
    expect(entries.length).toBe(26);
    for (const { eventId } of entries) {
      const proof = await inclusion(eventId);
      if (proof.state !== 'proved' || proof.record === null) return expect.unreachable(proof.state);
      const { index, path, checkpoint, record, leaf } = proof;
      expect([record.eventId, hexOf(leafOf(record))]).toEqual([eventId, leaf]);
      const root = rootOfInclusion(index, checkpoint.size, leafOf(record), path.map(hashFromHex));
      expect([checkpoint.size, root && hexOf(root)]).toEqual([26, checkpoint.root]);
    }
  });

  it('is proved to members for their own events, with the record for their own actions', async () => {
    const verified = await eventOf('UserVerified');
    expect(await inclusion(verified, ada)).toMatchObject({ state: 'proved', record: null });
    const listed = await eventOf('WalletAdded');
    expect(await inclusion(listed, ada)).toMatchObject({ record: { data: { walletId: 'w' } } });
    for (const eventId of [verified, listed, randomUUID()]) {
      await world.problem(404, 'not_found', `/api/proofs/inclusion/${eventId}`, { as: bob });
    }
  });

  it('does not include later events until the next checkpoint', async () => {
    await world.record({ type: 'UserUnverified', data: { userId: ada } }, streams.user(ada), admin);
    await world.settle();
    const eventId = await eventOf('UserUnverified');
    expect(await inclusion(eventId)).toEqual({ state: 'waiting' });
    await world.sign();
    expect(await inclusion(eventId)).toMatchObject({ state: 'proved', index: 26 });
  });
});

describe('without a notary', () => {
  it('reports that the log is unsigned', async () => {
    const other = await openWorld({ proofs: undefined });
    const member = await other.register('ada');
    await other.record({ type: 'AdminGranted', data: { userId: member } }, streams.user(member));
    await other.settle();
    const [entry] = await other.json(historySchema, '/api/admin/history', { as: member });
    const where = `/api/proofs/inclusion/${entry?.eventId}`;
    expect(await other.json(inclusionSchema, where, { as: member })).toEqual({ state: 'unsigned' });
    await other.problem(404, 'not_found', wellKnown.publicKey);
    await other.close();
  });
});
