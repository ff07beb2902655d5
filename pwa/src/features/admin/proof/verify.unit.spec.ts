import { generateKeyPairSync, sign } from 'node:crypto';
import {
  type Checkpoint,
  emptyRoot,
  type Hash,
  type HistoryRecord,
  hexOf,
  type Inclusion,
  leafOf,
  nodeHash,
  type StoredRecord,
  textOfCheckpoint,
} from '@pmcw/contracts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOfPem } from './publicKey.ts';
import { type KnownFacts, verifyInclusion } from './verify.ts';

const metadata = { actorId: 1, correlationId: 'c', causationId: 'c', time: '2026-11-22T08:00:00.000Z' };
const stored = (revision: number): StoredRecord => ({
  ...{ eventId: `event ${revision}`, stream: 'user-7', revision, type: 'NotesWritten' },
  data: { userId: 7, notes: 'sealed bytes' },
  metadata: { ...metadata, version: 1 },
});
const records = [stored(0), stored(1), stored(2)];
const [first = emptyRoot, second = emptyRoot, third = emptyRoot] = records.map(leafOf);
const shown: HistoryRecord = { ...stored(1), data: { notes: 'opened' }, metadata, position: '2' };

const keys = generateKeyPairSync('ed25519');
const pemOf = ({ publicKey }: typeof keys) => publicKey.export({ type: 'spki', format: 'pem' }).toString();
const publicKey = keyOfPem(pemOf(keys));

function signed(size: number, root: Hash, { privateKey } = keys): Checkpoint {
  const part = { size, root: hexOf(root), position: String(size), engine: 'postgres', time: metadata.time };
  const signature = sign(null, Buffer.from(textOfCheckpoint(part)), privateKey).toString('base64');
  return { ...part, signature };
}
const two = nodeHash(first, second);
const three = nodeHash(two, third);
const checkpoint = signed(3, three);
const proof: Extract<Inclusion, { state: 'proved' }> = {
  ...{ state: 'proved', leaf: hexOf(second), index: 1, checkpoint, record: stored(1) },
  path: [hexOf(first), hexOf(third)],
};
const known: KnownFacts = { shown, publicKey, remembered: null, consistency: async () => null };
const faultOf = async (changed: Partial<typeof proof>, other: Partial<KnownFacts> = {}) => {
  const verdict = await verifyInclusion({ ...proof, ...changed }, { ...known, ...other });
  return verdict.kind === 'false' ? verdict.fault : verdict.kind;
};

beforeEach(() => void vi.stubGlobal('isSecureContext', true));
afterEach(() => void vi.unstubAllGlobals());

describe('a proof', () => {
  it('is verified from the record, the path and the signature alone', async () => {
    expect(await verifyInclusion(proof, known)).toEqual({
      ...{ kind: 'verified', leaf: hexOf(second), steps: 2, checkpoint, signature: 'valid', since: null },
      key: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  it.each<[string, string, Partial<typeof proof>]>([
    ['of an edited record', 'path', { record: { ...stored(1), data: { userId: 8 } } }],
    ['of another record', 'record', { record: stored(2) }],
    ['of no record', 'record', { record: null }],
    ['of another actor', 'record', { record: { ...stored(1), metadata: { ...metadata, actorId: 2 } } }],
    ['with another path', 'path', { path: [hexOf(third), hexOf(first)] }],
    ['with a path that is too short', 'path', { path: [hexOf(first)] }],
    ['at another place', 'path', { index: 0 }],
    ['under another root', 'path', { checkpoint: signed(3, two) }],
    ['signed by another key', 'signature', { checkpoint: signed(3, three, generateKeyPairSync('ed25519')) }],
    ['with another time', 'signature', { checkpoint: { ...checkpoint, time: '2026-11-22T09:00:00.000Z' } }],
  ])('%s is false', async (_what, fault, changed) => {
    expect(await faultOf(changed)).toBe(fault);
  });

  it('that the server can’t make is an alarm, and a pending one is none', async () => {
    expect(await verifyInclusion({ state: 'missing', checkpoint }, known)).toMatchObject({
      fault: 'missing',
    });
    expect(await verifyInclusion({ state: 'waiting' }, known)).toEqual({ kind: 'waiting' });
  });

  it('reports an unchecked signature if the browser can’t verify it', async () => {
    vi.stubGlobal('isSecureContext', false);
    expect(await verifyInclusion(proof, known)).toMatchObject({ kind: 'verified', signature: 'unchecked' });
    vi.stubGlobal('isSecureContext', true);
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new DOMException('', 'NotSupportedError'));
    expect(await verifyInclusion(proof, known)).toMatchObject({ kind: 'verified', signature: 'unchecked' });
  });
});

describe('the last checkpoint of this device', () => {
  const { time } = metadata;
  const keyName = async () => {
    const verdict = await verifyInclusion(proof, known);
    return verdict.kind === 'verified' ? verdict.key : '';
  };
  const seen = async (size: number, root: Hash) => ({ size, root: hexOf(root), time, key: await keyName() });
  const between = async () => [hexOf(third)];

  it('is what the log extends', async () => {
    const remembered = await seen(2, two);
    const verdict = await verifyInclusion(proof, { ...known, remembered, consistency: between });
    expect(verdict).toMatchObject({ kind: 'verified', since: remembered });
    expect(await faultOf({}, { remembered: await seen(3, three) })).toBe('verified');
  });

  it('reveals a fork, a shrunken log, and another key', async () => {
    const other = await seen(2, nodeHash(second, first));
    expect(await faultOf({}, { remembered: other, consistency: between })).toBe('fork');
    expect(await faultOf({}, { remembered: await seen(3, two) })).toBe('fork');
    expect(await faultOf({}, { remembered: await seen(4, three) })).toBe('shrunken');
    expect(await faultOf({}, { remembered: { ...(await seen(2, two)), key: 'another' } })).toBe('key');
  });

  it('may be newer, seen in another tab', async () => {
    const remembered = await seen(3, three);
    const path = [hexOf(first)];
    const older = { checkpoint: signed(2, two), path };
    expect(await faultOf(older, { remembered, consistency: between })).toBe('verified');
  });
});
