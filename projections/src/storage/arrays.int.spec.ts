import { freshDatabase, scaled, type TestDatabase } from '@pmcw/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { arrayOf } from './arrays.ts';
import { Connections } from './connections.ts';

let database: TestDatabase;
let connections: Connections;
beforeAll(async () => {
  database = await freshDatabase();
  connections = new Connections(database.url, 1);
});
afterAll(async () => {
  await connections.close();
  await database.drop();
});

// The WHATWG encoder replaces lone surrogates only.
const storableOf = (text: string) =>
  new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(new TextEncoder().encode(text))
    .replaceAll('\0', '\ufffd');

const units = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0, max: 0x7f })))
  .map((codes) => String.fromCharCode(...codes));

it('gives Postgres every text, without characters that it cannot store', async () => {
  const texts = fc.array(fc.option(units));
  await fc.assert(
    fc.asyncProperty(texts, fc.array(units), async (values, list) => {
      const [row] = await connections.query('select $1::text[] as texts, ($2::text[])[1]::text[] as list', [
        arrayOf(values),
        arrayOf([list]),
      ]);
      const expected = values.map((value) => value && storableOf(value));
      expect(row).toEqual({ texts: expected, list: list.map(storableOf) });
    }),
    {
      numRuns: scaled(200),
      examples: [
        [
          ['\0', '\ud83d', '\\n', '\\\n', '{}', 'null', '', null, '\ud83d\ude00'],
          ['"', ','],
        ],
      ],
    },
  );
});

it('gives other values as JSON has them', async () => {
  const at = new Date('2026-01-01T00:00:00.001Z');
  const values = [arrayOf([1, -2.5, null]), arrayOf([true, false]), arrayOf([at])];
  expect(
    await connections.query('select $1::float8[] as n, $2::boolean[] as b, $3::timestamptz[] as t', values),
  ).toEqual([{ n: [1, -2.5, null], b: [true, false], t: [at] }]);
});
