import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { checkpointSchema, type Receipt, receiptSchema } from '@pmcw/contracts';
import { openPostgresLog } from '@pmcw/event-store';
import { auditFolder, runAuditCli } from '@pmcw/notary';
import { eventually } from '@pmcw/testing/eventually';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminPassword, cookiesOf, type RunningProduct, registration, runProduct } from '../test/product.ts';

let product: RunningProduct;
let folder: string;
let cookie: string;
let receipt: Receipt;

const audit = () => auditFolder(path.join(folder, 'audit'));

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-receipt-'));
  product = await runProduct({ audit: audit(), checkpointEveryMs: 50 });
  const member = cookiesOf(await product.ask('POST', '/api/register', { body: registration('ada') }));
  await product.ask('POST', '/api/messages/global', { cookie: member, body: { content: 'I was here' } });
  await anotherCheckpoint();
  receipt = v.parse(receiptSchema, await (await deleted(member)).json());
  const credentials = { username: 'admin', password: adminPassword };
  cookie = cookiesOf(await product.ask('POST', '/api/login', { body: credentials }));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true });
});

const deleted = (member: string) => product.ask('DELETE', '/api/user/account', { cookie: member });

/** Runs the tool; returns exit code and output. */
async function tool(...args: string[]): Promise<[code: number, output: string]> {
  const out = new PassThrough();
  let output = '';
  out.on('data', (text) => {
    output += String(text);
  });
  const openLog = () => openPostgresLog({ connectionString: product.databaseUrl });
  return [await runAuditCli(args, { openLog, folder: audit() }, out), output];
}

async function checked(given: unknown): Promise<[code: number, output: string]> {
  const file = path.join(folder, 'receipt.json');
  await writeFile(file, JSON.stringify(given));
  return tool('receipt', file);
}

const newestSize = async (): Promise<number> => {
  const answer = await product.ask('GET', '/.well-known/pmcw/checkpoint.json');
  return answer.status === 200 ? v.parse(checkpointSchema, await answer.json()).size : 0;
};
/** Resolves when the whole log is signed. */
async function anotherCheckpoint(): Promise<void> {
  const log = await openPostgresLog({ connectionString: product.databaseUrl });
  const { events } = await log.readAll(0n, {}, 1_000);
  await log.close();
  const isSigned = async () => expect(await newestSize()).toBe(events.length);
  await eventually(isSigned);
}

describe('another product on the folder of this one', () => {
  it('is refused at the start, before it writes anything there', async () => {
    await expect(runProduct({ audit: audit() })).rejects.toThrow('Another process signs the log');
  });
});

describe('the receipt of a deletion', () => {
  it('names what was erased, the position of the deletion, and the latest checkpoint, but no person', async () => {
    expect(receipt).toMatchObject({ state: 'erased', engine: 'postgres', memberId: 2 });
    expect(receipt.erased.length).toBeGreaterThan(3);
    expect(receipt.checkpoint?.size).toBeGreaterThan(0);
    // Not a search in the whole text, because random signatures may contain a name.
    const { signature, checkpoint, ...statement } = receipt;
    expect(signature).toHaveLength(88);
    expect(Object.keys(checkpoint ?? {}).toSorted()).toEqual([
      'engine',
      'position',
      'root',
      'signature',
      'size',
      'time',
    ]);
    expect(JSON.stringify(statement)).not.toMatch(/ada/i);
  });

  it('matches the log, and the log is whole, with all of the member erased', async () => {
    await anotherCheckpoint();
    const [code, output] = await checked(receipt);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/true\. Member 2 was deleted at position \d+ .*: event/),
    ]);
    expect(await tool('verify')).toEqual([0, expect.stringContaining('verify: whole.')]);
    const readModels = async () => {
      const where = '/api/admin/history/streams/user-2?revision=0';
      return (await product.ask('GET', where, { cookie })).text();
    };
    await expect.poll(readModels).toContain('"username":"[erased]"');
    expect(await readModels()).not.toContain('ada@example.org');
  });

  it.each<[string, Partial<Receipt>]>([
    ['member', { memberId: 1 }],
    ['time', { time: '2020-01-01T00:00:00.000Z' }],
    ['state', { state: 'begun' }],
    ['list', { erased: ['everything'] }],
    ['promise', { checkpointBy: '2030-01-01T00:00:00.000Z' }],
    ['checkpoint', { checkpoint: null }],
  ])('with another %s is not signed', async (_what, changed) => {
    expect(await checked({ ...receipt, ...changed })).toEqual([1, expect.stringContaining('NOT true')]);
  });

  it('is refused when it is invalid', async () => {
    expect(await checked({ memberId: 2 })).toEqual([2, expect.stringContaining('is no receipt')]);
    expect((await tool('receipt', path.join(folder, 'none.json')))[0]).toBe(2);
    expect((await tool('receipt'))[0]).toBe(2);
  });

  it('is contradicted by a log that was rewritten', async () => {
    const owner = new pg.Client(product.databaseUrl);
    await owner.connect();
    await owner.query('update event_store.events set metadata = $1 where position = $2', [
      { actorId: 1 },
      receipt.position,
    ]);
    expect(await checked(receipt)).toEqual([1, expect.stringContaining('over another one in its place')]);
    await owner.query('delete from event_store.events where position = $1', [receipt.position]);
    expect(await checked(receipt)).toEqual([1, expect.stringContaining('has no deletion of member 2')]);
    await owner.end();
  });
});
