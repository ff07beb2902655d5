import { runningPostgresUrl } from '@pmcw/launcher/postgres';
import type { Instance } from '../../e2e/support/instance.ts';
import { startBar } from './bar.ts';
import { eventsFor, fillConversations, type Owner } from './fillConversations.ts';

/** Fills the database of a running product. Returns its connection string. */
export async function seedConversations(
  { dataDir }: Instance,
  masterKey: Buffer,
  owners: readonly Owner[],
): Promise<string> {
  const server = await runningPostgresUrl(dataDir);
  if (server === null) throw new Error('The product has no database');
  const connectionString = Object.assign(new URL(server), { pathname: '/pmcw' }).href;
  const bar = startBar(eventsFor(owners), 'events written');
  await fillConversations({ connectionString, masterKey }, owners, bar);
  bar.stop();
  return connectionString;
}
