import { describe, expect, it } from 'vitest';
import { integer, nullable, text, timestamp } from './columns.ts';
import { RowChanges } from './rowChanges.ts';
import { defineTable, type Transaction } from './table.ts';

const table = defineTable('things', ['owner', 'name'], { owner: integer, name: text, note: text });

describe('a table', () => {
  it('is made with its columns and key, not null unless they may be', () => {
    const columns = { owner: integer, note: text, since: nullable(timestamp) };
    expect(defineTable('things', ['owner'], columns)).toMatchObject({
      name: 'things',
      key: ['owner'],
      columns: ['owner', 'note', 'since'],
      ddl: 'create table things (\n  owner integer,\n  note text not null,\n  since timestamptz,\n  primary key (owner)\n)',
    });
  });
});

describe('changes of rows', () => {
  it('reduce to the final state of each row, in two statements', async () => {
    const statements: { statement: string; values: readonly unknown[] | undefined }[] = [];
    const tx: Transaction = {
      query: async (statement, values) => {
        statements.push({
          statement: statement.split(' ', 2).join(' '),
          values,
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
      { statement: 'delete from', values: ['{1}', '{"b"}'] },
      {
        statement: 'insert into',
        values: ['{1,2}', '{"a","a"}', '{"second","back"}'],
      },
    ]);
  });
});
