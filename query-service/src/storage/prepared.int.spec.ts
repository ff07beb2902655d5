import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';
import { findSessionUser } from '../accounts/queries.ts';
import { openReadModels, type ReadModels } from './database.ts';

let world: World;
let db: ReadModels;
let owner: pg.Client;
beforeAll(async () => {
  world = await openWorld();
  await world.register('ada');
  await world.settle();
  db = openReadModels(world.databaseUrl);
  owner = new pg.Client(world.databaseUrl);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await db.destroy();
  await world.close();
});

const usernameOf = async (memberId: number) => (await findSessionUser(db, memberId))?.username ?? null;

describe('a prepared statement', () => {
  it('takes the values of each call', async () => {
    expect([await usernameOf(1), await usernameOf(2), await usernameOf(1)]).toEqual(['ada', null, 'ada']);
  });

  it('is planned for the tables that a rebuild puts in the place of others', async () => {
    await owner.query(`
      alter schema accounts rename to accounts_before;
      create schema accounts;
      create table accounts.accounts as select * from accounts_before.accounts;
      update accounts.accounts set username = 'lovelace'`);
    expect(await usernameOf(1)).toBe('lovelace');
  });

  it('is answered when the replaced tables have another type of column', async () => {
    await owner.query('alter table accounts.accounts alter username type varchar(40)');
    expect([await usernameOf(1), await usernameOf(1)]).toEqual(['lovelace', 'lovelace']);
  });
});
