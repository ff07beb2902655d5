import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integer, nullable, text, timestamp } from './columns.ts';
import { RowChanges } from './rowChanges.ts';
import { defineTable, rowsAsJson, type Transaction } from './table.ts';

const table = defineTable('things', ['owner', 'name'], { owner: integer, name: text, note: text });

describe('a table', () => {
  it('is made with its columns and key, not null unless they may be', () => {
    const columns = { owner: integer, note: text, since: nullable(timestamp) };
    expect(defineTable('things', ['owner'], columns)).toEqual({
      name: 'things',
      key: ['owner'],
      columns: ['owner', 'note', 'since'],
      ddl: 'create table things (\n  owner integer,\n  note text not null,\n  since timestamptz,\n  primary key (owner)\n)',
    });
  });
});

describe('rows as JSON', () => {
  it('hold no character that Postgres cannot hold, and keep all others', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = String.fromCharCode(...units);
        const [row] = JSON.parse(rowsAsJson([{ text }]));
        // The WHATWG encoder replaces lone surrogates only.
        const storable = new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text));
        expect(row.text).toBe(storable.replaceAll('\0', '\ufffd'));
      }),
      { examples: [[[0]], [[0xd83d]], [[0xd83d, 0xde00]], [[0x5c, 0x75, 0x30, 0x30, 0x30, 0x30]]] },
    );
  });
});

describe('changes of rows', () => {
  it('reduce to the final state of each row, in two statements', async () => {
    const statements: { statement: string; values: unknown }[] = [];
    const tx: Transaction = {
      query: async (statement, values) => {
        statements.push({
          statement: statement.split(' ', 2).join(' '),
          values: JSON.parse(String(values?.[0])),
        });
        return { rows: [] };
      },
    };
    const changes = new RowChanges(table, ['owner', 'name']);
    changes.put({ owner: 1, name: 'a', note: 'first' });
    changes.put({ owner: 1, name: 'a', note: 'second' });
    changes.put({ owner: 1, name: 'b', note: 'gone' });
    changes.remove({ owner: 1, name: 'b' });
    changes.remove({ owner: 2, name: 'a' });
    changes.put({ owner: 2, name: 'a', note: 'back' });
    await changes.write(tx);
    expect(statements).toEqual([
      { statement: 'delete from', values: [{ owner: 1, name: 'b' }] },
      {
        statement: 'insert into',
        values: [
          { owner: 1, name: 'a', note: 'second' },
          { owner: 2, name: 'a', note: 'back' },
        ],
      },
    ]);
  });
});
