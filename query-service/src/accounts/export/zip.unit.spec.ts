import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { type ArchivedFile, zipOf } from './zip.ts';

const made = new Date('2026-01-01T00:00:00Z');
const part = randomBytes(64 * 1024);

async function* given(...files: readonly ArchivedFile[]) {
  yield* files;
}

describe('a zip', () => {
  it('has the unchanged files, compressed or not, including empty ones and those in folders', async () => {
    const archive = zipOf(
      given(
        { name: 'one.txt', content: ['Grüße', ' an alle'] },
        { name: 'folder/two.bin', content: [part, part], isCompressed: true },
        { name: 'none', content: [] },
      ),
      made,
    );
    const files = unzipSync(await buffer(archive));
    expect(Object.keys(files)).toEqual(['one.txt', 'folder/two.bin', 'none']);
    expect(strFromU8(files['one.txt'] ?? part)).toBe('Grüße an alle');
    expect(Buffer.concat([part, part]).equals(files['folder/two.bin'] ?? part)).toBe(true);
    expect(files.none).toHaveLength(0);
  });

  it.each([true, false])(
    'is made as fast as it is read, and not buffered (stored: %s)',
    async (isCompressed) => {
      let [asked, taken] = [0, 0];
      async function* content() {
        for (let parts = 0; parts < 150; parts += 1) {
          asked += part.length;
          yield part;
        }
      }
      const archive = zipOf(
        given(...['a', 'b'].map((name) => ({ name, content: content(), isCompressed }))),
        made,
      );
      let ahead = 0;
      for await (const chunk of archive) {
        taken += chunk.length;
        ahead = Math.max(ahead, asked - taken);
      }
      expect(asked).toBe(300 * part.length);
      expect(ahead).toBeLessThan(1024 * 1024);
    },
  );

  it('releases its source when destroyed, and starts no further file', async () => {
    const steps: string[] = [];
    async function* endless() {
      try {
        for (;;) yield part;
      } finally {
        steps.push('let go');
      }
    }
    async function* files() {
      try {
        yield { name: 'endless', content: endless() };
        steps.push('the next one');
      } finally {
        steps.push('no more files');
      }
    }
    const archive = zipOf(files(), made);
    for await (const _ of archive) break;
    await expect.poll(() => steps).toEqual(expect.arrayContaining(['let go', 'no more files']));
    expect(steps).toHaveLength(2);
  });

  it('fails when a file can’t be read or found', async () => {
    async function* broken() {
      yield 'a beginning';
      throw new Error('The disk is gone');
    }
    await expect(buffer(zipOf(given({ name: 'a', content: broken() }), made))).rejects.toThrow('disk');
    async function* missing(): AsyncGenerator<ArchivedFile> {
      yield { name: 'a', content: ['a'] };
      throw new Error('The database is gone');
    }
    await expect(buffer(zipOf(missing(), made))).rejects.toThrow('database');
  });
});
