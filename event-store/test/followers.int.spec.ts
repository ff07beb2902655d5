import { scaled } from '@pmcw/testing';
import { it } from 'vitest';
import { eventStoreDbForSpecs } from './eventStoreDbForSpecs.ts';
import { expectAllToFollow, smallWindow } from './followers.ts';
import { postgresForSpecs } from './postgresDatabase.ts';

const postgres = postgresForSpecs();
const eventStoreDb = eventStoreDbForSpecs();

it('all followers of a PostgreSQL log see every event once, whatever they and its connections do', async () => {
  const log = await postgres.open({ window: smallWindow });
  const writer = await postgres.open();
  let breaks = 0;
  const disturb = async () => {
    breaks += 1;
    await postgres.breakConnections(breaks % 2 === 0 ? 'listener' : 'reader');
  };
  await expectAllToFollow(async () => ({ log, writer, disturb }), scaled(40));
  await Promise.all([log.close(), writer.close()]);
});

it('all followers of an EventStoreDB see every event once, whatever they and its connections do', async () => {
  const server = await eventStoreDb.server();
  const log = await eventStoreDb.open(server, { window: smallWindow });
  const writer = await eventStoreDb.open(server);
  const disturb = () => server.faults.cutAfterEvents(3);
  await expectAllToFollow(async () => ({ log, writer, disturb }), scaled(25));
});
