import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AesSealer } from '../../test/aesSealer.ts';
import { postgresForSpecs } from '../../test/postgresDatabase.ts';
import { appendEvents, logOf, withoutPositions } from '../../test/transfer/logs.ts';
import { startWireServer } from '../../test/wire/server.ts';
import { createEventStore, createMemoryLog, ERASED, type EventLog, openEventStoreDbLog } from '../index.ts';
import { runEventStoreCli } from './cli.ts';

const [postgres, second] = [postgresForSpecs(), postgresForSpecs()];
const history = Array.from({ length: 40 }, (_, n) => ({ stream: n % 3, events: 1 + (n % 2) }));

let folder: string;
let file: string;
let logs: Map<string, () => Promise<EventLog>>;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-transfer-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  file = path.join(await mkdtemp(path.join(folder, 'file-')), 'log.gz');
  await (await postgres.openEmpty()).close();
  logs = new Map([['postgres', () => postgres.open()]]);
});

/** Gives a log an address for the commands, which don’t really close it. */
function name(address: string, log: EventLog): EventLog {
  const opened: EventLog = {
    engine: log.engine,
    append: (...args) => log.append(...args),
    appendInOrder: (...args) => log.appendInOrder(...args),
    readStream: (...args) => log.readStream(...args),
    readAll: (...args) => log.readAll(...args),
    subscribe: (...args) => log.subscribe(...args),
    head: () => log.head(),
    close: async () => undefined,
  };
  logs.set(address, async () => opened);
  return log;
}

async function run(
  args: readonly string[],
  signal?: AbortSignal,
  onRestored?: () => Promise<void>,
): Promise<{ code: number; output: string }> {
  const out = new PassThrough();
  const output = text(out);
  const openLog = async (address: string | null) => {
    const open = logs.get(address ?? 'own');
    if (open === undefined) throw new Error(`There is no log ${address}`);
    return open();
  };
  const dependencies = { openLog, ...(signal && { signal }), ...(onRestored && { onRestored }) };
  const code = await runEventStoreCli(args, dependencies, out);
  out.end();
  return { code, output: await output };
}

const types = {
  Written: {
    version: 1,
    schema: z.object({ author: z.int(), text: z.string() }),
    personal: { subject: 'author', fields: ['text'] },
  },
} as const;

/** A log with sealed texts of two authors. */
async function sealedLog(sealer: AesSealer): Promise<EventLog> {
  const log = createMemoryLog();
  const store = createEventStore(log, types, sealer);
  for (let n = 0; n < 30; n += 1) {
    const eventId = crypto.randomUUID();
    const metadata = {
      actorId: null,
      correlationId: eventId,
      causationId: eventId,
      time: '2026-01-01T00:00:00Z',
    };
    const data = { author: 1 + (n % 2), text: `word ${n}` };
    await store.append(`text-${n % 7}`, 'any', [{ type: 'Written', data, eventId, metadata }]);
  }
  return log;
}

/** The opened events of a log. */
async function opened(log: EventLog, sealer: AesSealer) {
  const { events } = await createEventStore(log, types, sealer).readAll(0n);
  return events.map(({ data, stream, revision, eventId }) => ({ data, stream, revision, eventId }));
}

describe('the commands', () => {
  it('move a log between engines and through a file, with sealed fields sealed', async () => {
    const sealer = new AesSealer();
    const source = name('first', await sealedLog(sealer));
    const server = await startWireServer();
    logs.set('eventstoredb', () => openEventStoreDbLog({ connectionString: server.connectionString }));
    logs.set('last', () => second.open());
    const calls = [sealer.sealCalls.length, sealer.openCalls.length];
    const legs = [
      ['copy', '--from', 'first', '--to', 'postgres'],
      ['copy', '--from', 'postgres', '--to', 'eventstoredb'],
      ['verify', '--from', 'first', '--to', 'eventstoredb'],
      ['export', file, '--from', 'eventstoredb'],
      ['verify', file, '--to', 'first'],
      ['import', file, '--to', 'last'],
      ['verify', '--from', 'first', '--to', 'last'],
      ['verify', '--from', 'eventstoredb', '--to', 'postgres'],
    ];
    for (const leg of legs) expect(await run(leg)).toMatchObject({ code: 0 });
    expect([sealer.sealCalls.length, sealer.openCalls.length]).toEqual(calls);
    const last = await second.open();
    expect(await withoutPositions(last)).toEqual(await withoutPositions(source));
    expect(await opened(last, sealer)).toEqual(await opened(source, sealer));
    sealer.erase(1);
    expect((await opened(last, sealer))[0]?.data.text).toBe(ERASED);
    await last.close();
    await server.stop();
  });

  it('print results and progress', async () => {
    name('own', await logOf(history));
    name('other', createMemoryLog());
    const { code, output } = await run(['export', file]);
    expect(code).toBe(0);
    expect(output).toMatch(
      /^export 100% · 60 events · [\d,]+\/s\nexport: 60 events of the memory log are in .*log\.gz, 60 of them new\.\n$/,
    );
    expect((await run(['import', file, '--to', 'other'])).output).toContain(
      '60 events of the file are in the memory log, 60 of them new.',
    );
    expect((await run(['copy', '--from', 'own', '--to', 'other'])).output).toContain('0 of them new.');
    expect((await run(['verify', file, '--to', 'other'])).output).toContain('verify: equal: 60 events.');
  });

  it.each([
    ['export', () => ['export', file]],
    ['import', () => ['import', file, '--to', 'target']],
    ['copy', () => ['copy', '--from', 'own', '--to', 'target']],
  ])('stop on a signal, and continue when run again: %s', async (command, args) => {
    const source = name('own', await logOf(history));
    const target = name('target', createMemoryLog());
    if (command === 'import') await run(['export', file]);
    const stopping = new AbortController();
    stopping.abort();
    expect(await run(args(), stopping.signal)).toEqual({
      code: 130,
      output: expect.stringContaining(`${command}: stopped. Run it again to continue.`),
    });
    expect(await run(args())).toMatchObject({ code: 0 });
    if (command !== 'export') expect(await withoutPositions(target)).toEqual(await withoutPositions(source));
  });

  it('refuse a damaged file before writing anything', async () => {
    name('own', await logOf(history));
    const target = name('target', createMemoryLog());
    await run(['export', file]);
    const bytes = await readFile(file);
    await writeFile(file, bytes.subarray(0, -30));
    expect(await run(['import', file, '--to', 'target'])).toEqual({
      code: 1,
      output: expect.stringContaining('import: The file is cut off'),
    });
    expect(await target.head()).toBe(0n);
    expect(await run(['verify', file])).toMatchObject({ code: 1 });
  });

  it.each([['export'], ['copy', '--to', 'target']])(
    'refuse an empty log as a source: %s',
    async (...args) => {
      name('empty', createMemoryLog());
      name('target', createMemoryLog());
      const [command = '', ...rest] = args;
      const words = command === 'export' ? [file] : rest;
      expect(await run([command, ...words, '--from', 'empty'])).toEqual({
        code: 1,
        output: `${command}: The memory log is empty: is it the one that you mean? Nothing was copied.\n`,
      });
      await expect(readdir(path.dirname(file))).resolves.toEqual([]);
    },
  );

  it('name the first difference without data', async () => {
    const source = name('own', await logOf(history));
    const target = name('target', createMemoryLog());
    await run(['copy', '--from', 'own', '--to', 'target']);
    await appendEvents(source, 'thing-7');
    await appendEvents(target, 'thing-8');
    const { code, output } = await run(['verify', '--from', 'own', '--to', 'target']);
    expect(code).toBe(1);
    expect(output).toContain(
      'verify: The first difference is event 61 (stream): the source has thing-7 revision 0 at position 61, ' +
        'the target has thing-8 revision 0 at position 61.\n',
    );
    expect(output).not.toContain('Grüße');
  });

  it('declare that the log was restored', async () => {
    let declared = 0;
    const onRestored = async () => {
      declared += 1;
    };
    const { code, output } = await run(['restored'], undefined, onRestored);
    expect([code, declared]).toEqual([0, 1]);
    expect(output).toContain('start over once every part was restarted');
  });

  it('explain why they can’t start', async () => {
    expect(await run(['export', file, '--from', 'nowhere'])).toEqual({
      code: 1,
      output: 'export: There is no log nowhere.\n',
    });
    name('own', createMemoryLog());
    expect((await run(['import', `${file}.missing`])).output).toMatch(/^import: ENOENT/);
  });

  it.each([
    [[]],
    [['export']],
    [['exprot', 'a']],
    [['export', 'a', '--to', 'x']],
    [['import', 'a', '--from', 'x']],
    [['copy', '--from', 'x']],
    [['copy', 'a', '--from', 'x', '--to', 'y']],
    [['verify']],
    [['verify', 'a', 'b']],
    [['verify', 'a', '--from', 'x']],
    [['export', 'a', '--what']],
  ])('refuse %j', async (args) => {
    expect((await run(args)).code).toBe(2);
  });
});
