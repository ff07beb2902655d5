import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ExportFormat, exportMeter } from './exportHistory.ts';

const positions = [400, 300, 100];
const files: Readonly<Record<ExportFormat, string>> = {
  csv: `position,time\r\n${positions.map((position) => `${position},now\r\n`).join('')}`,
  ndjson: positions.map((position) => `{"position":"${position}","facts":{"title":"Straße"}}\n`).join(''),
};

describe.each(['csv', 'ndjson'] as const)('an export as %s', (format) => {
  const bytes = new TextEncoder().encode(files[format]);

  it('is counted however it is split, and its progress advances', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 8 });
    fc.assert(
      fc.property(cuts, (given) => {
        const ends = [...given.toSorted((a, b) => a - b), bytes.length];
        const meter = exportMeter(format);
        const reports = ends.map((end, n) => meter(bytes.subarray(ends[n - 1] ?? 0, end)));
        expect(reports.at(-1)).toEqual({ events: 3, bytes: bytes.length, share: 0.75 });
        const shares = reports.flatMap(({ share }) => share ?? []);
        expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      }),
    );
  });

  it('without events has no progress', () => {
    const head = format === 'csv' ? 'position,time\r\n' : '';
    expect(exportMeter(format)(new TextEncoder().encode(head))).toMatchObject({ events: 0, share: null });
  });
});
