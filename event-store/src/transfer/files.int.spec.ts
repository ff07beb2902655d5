import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, everything } from '../../test/events.ts';
import { appendEvents, histories, logOf, troubled, walk } from '../../test/transfer/logs.ts';
import { createMemoryLog, type EventLog, type StoredEvent } from '../index.ts';
import { DamagedFileError } from './errors.ts';
import { exportLog, partOf } from './exportLog.ts';
import { FileReader } from './fileReader.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-transfer-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
/** A new path. */
function fileOf(ending: string): string {
  files += 1;
  return path.join(folder, `${files}${ending}`);
}

const endings = ['.events', '.events.gz'];
const history = Array.from({ length: 40 }, (_, n) => ({ stream: n % 3, events: 1 + (n % 2) }));

async function read(file: string): Promise<StoredEvent[]> {
  const reader = await FileReader.open(file);
  try {
    return (await collect(reader)).flat();
  } finally {
    await reader.close();
  }
}

const textOf = async (file: string) => {
  const bytes = await readFile(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
};

describe.each(endings)('a file %s', (ending) => {
  it('holds a header, a line per event, and their hash', async () => {
    const log = await logOf(history);
    const file = fileOf(ending);
    expect(await exportLog(log, file, walk())).toEqual({ known: 0, written: 60 });
    expect(await read(file)).toEqual(await everything(log));
    const lines = (await textOf(file)).trimEnd().split('\n');
    expect(lines).toHaveLength(62);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      format: 'pmcw-event-log',
      version: 1,
      createdAt: '2026-01-02T03:04:05.000Z',
      engine: 'memory',
    });
    expect(Object.keys(JSON.parse(lines[1] ?? ''))).toEqual([
      ...['position', 'stream', 'revision', 'eventId', 'type', 'data', 'metadata'],
    ]);
    expect(JSON.parse(lines[61] ?? '')).toEqual({
      events: 60,
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
    });
  });

  it('is readable only by its owner, during and after the export', async () => {
    const log = await logOf(history);
    const file = fileOf(ending);
    const modeOf = async (name: string) => (await stat(name)).mode & 0o777;
    await exportLog(log, file, walk(1));
    expect(await modeOf(partOf(file))).toBe(0o600);
    await exportLog(log, file, walk());
    expect(await modeOf(file)).toBe(0o600);
  });

  it('continues after its last whole line, wherever the export was cut off', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.array(fc.nat(10_000), { maxLength: 3 }), async (steps, cuts) => {
        fc.pre(steps.length > 0);
        const log = await logOf(steps);
        const file = fileOf(ending);
        for (const cut of cuts) {
          await exportLog(log, file, walk(1));
          // A file cut off after its last event is complete at once.
          if (!(await readdir(folder)).includes(path.basename(partOf(file)))) break;
          const { size } = await stat(partOf(file));
          await truncate(partOf(file), cut % (size + 1));
        }
        await exportLog(log, file, walk());
        expect(await read(file)).toEqual(await everything(log));
        expect(await readdir(folder)).not.toContain(path.basename(partOf(file)));
      }),
      { numRuns: 50 },
    );
  });

  it('gets the log’s later events when it is complete', async () => {
    const log = await logOf(history);
    const file = fileOf(ending);
    await exportLog(log, file, walk());
    await appendEvents(log, 'thing-9', 5);
    expect(await exportLog(log, file, walk())).toEqual({ known: 60, written: 5 });
    expect(await exportLog(log, file, walk())).toEqual({ known: 65, written: 0 });
    expect(await read(file)).toEqual(await everything(log));
  });

  it('is not continued from another log', async () => {
    const file = fileOf(ending);
    await exportLog(await logOf(history), file, walk());
    const other = await logOf(history);
    await expect(exportLog(other, file, walk())).rejects.toThrow('another log');
    const otherEngine = troubled(createMemoryLog(), { engine: 'postgres' });
    await expect(exportLog(otherEngine, file, walk())).rejects.toThrow('another log');
  });

  it('holds the log as of the start of its export', async () => {
    const log = await logOf(history);
    const busy: EventLog = {
      ...troubled(log, {}),
      readAll: async (...args) => {
        await appendEvents(log, 'thing-9');
        return log.readAll(...args);
      },
    };
    const file = fileOf(ending);
    expect(await exportLog(busy, file, walk())).toEqual({ known: 0, written: 60 });
  });

  it('of an empty log is complete', async () => {
    const file = fileOf(ending);
    await exportLog(createMemoryLog(), file, walk());
    expect(await read(file)).toEqual([]);
  });

  it('with any damage is refused', async () => {
    const whole = fileOf(ending);
    const log = await logOf(history);
    await exportLog(log, whole, walk());
    const bytes = await readFile(whole);
    const events = await everything(log);
    const file = fileOf(ending);
    const damages = fc.oneof(
      fc.record({ kind: fc.constant('flip' as const), at: fc.nat(bytes.length - 1), bit: fc.nat(7) }),
      fc.record({ kind: fc.constant('cut' as const), at: fc.nat(bytes.length - 1) }),
      fc.record({ kind: fc.constant('more' as const), at: fc.nat(bytes.length - 1) }),
    );
    await fc.assert(
      fc.asyncProperty(damages, async (damage) => {
        const damaged = Buffer.from(damage.kind === 'cut' ? bytes.subarray(0, damage.at) : bytes);
        if (damage.kind === 'flip')
          damaged.writeUInt8(damaged.readUInt8(damage.at) ^ (1 << damage.bit), damage.at);
        await writeFile(file, damaged);
        if (damage.kind === 'more') await appendFile(file, bytes.subarray(damage.at));
        const found = await read(file).catch((error: unknown) => error);
        // A few bits at the end of a compressed block have no meaning.
        if (ending.endsWith('.gz') && damage.kind === 'flip' && Array.isArray(found))
          expect(found).toEqual(events);
        else expect(found).toBeInstanceOf(DamagedFileError);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a file with changed lines', () => {
  const change = async (edit: (lines: string[]) => void) => {
    const file = fileOf('.events');
    await exportLog(await logOf(history), file, walk());
    const lines = (await textOf(file)).split('\n');
    edit(lines);
    await writeFile(file, lines.join('\n'));
    return read(file);
  };
  const swap = (lines: string[], a: number, b: number) => {
    const [one = '', other = ''] = [lines[a], lines[b]];
    lines[a] = other;
    lines[b] = one;
  };

  it.each<[string, (lines: string[]) => void, string]>([
    ['has lines swapped', (lines) => swap(lines, 10, 11), 'Line 12 is out of order'],
    ['lacks a line', (lines) => lines.splice(10, 1), 'not what its last line says'],
    ['lacks its last events', (lines) => lines.splice(55, 6), 'not what its last line says'],
    ['has a line twice', (lines) => lines.splice(10, 0, lines[10] ?? ''), 'Line 12 is out of order'],
    ['lacks its end', (lines) => lines.splice(61, 1), 'cut off'],
    ['has no header', (lines) => lines.splice(0, 1), 'not a file of events'],
    ['has a field more', (lines) => lines.splice(5, 1, '{"a":1}'), 'Line 6 is not an event (position)'],
    ['has a line that is no JSON', (lines) => lines.splice(5, 1, 'secret'), 'Line 6 is not JSON'],
    [
      'is of a later version',
      (lines) => lines.splice(0, 1, (lines[0] ?? '').replace('"version":1', '"version":2')),
      'version 2',
    ],
  ])('is refused when it %s', async (_, edit, reason) => {
    const refusal = await change(edit).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DamagedFileError);
    expect(String(refusal)).toContain(reason);
    expect(String(refusal)).not.toContain('secret');
  });
});

it('a compressed file not made by export is refused', async () => {
  const file = fileOf('.gz');
  await writeFile(file, 'a plain text that is long enough to be a block');
  await expect(read(file)).rejects.toThrow('not compressed by export');
});
