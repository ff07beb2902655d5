import pg from 'pg';
import { startBar } from './support/bar.ts';
import { type Bench, bench } from './support/bench.ts';
import { type Caller, messageRequests, receiverOf, registerCallers, requestOf } from './support/callers.ts';
import { eventsFor, fillConversations } from './support/fillConversations.ts';
import { loadHttp } from './support/httpLoad.ts';
import { makeMembers } from './support/members.ts';
import { optionsOf } from './support/options.ts';
import { untilProjected } from './support/projected.ts';
import { compared, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Reads over HTTP per second, 32 connections, among 100,000 members: a profile, the member who is signed in, the newest
 * page of a conversation, and the first page of the directory; the whole product beside a handler with the obvious SQL.
 *
 * npm run reads -w bench -- --rounds 3 --seconds 4 --members 100000
 */
const connections = 32;
const values = optionsOf({ rounds: '3', seconds: '4', members: '100000' });
const members = Number(values.members);

const cases = [
  { read: 'profile', target: '≥ 0.7', path: (peer: Caller) => `/api/profile/${peer.username}` },
  { read: 'session user', target: '≥ 0.7', path: () => '/api/user' },
  { read: 'conversation', target: '≥ 0.8', path: (peer: Caller) => `/api/messages/${peer.id}` },
  { read: 'directory', target: 'keep', path: () => '/api/directory' },
];

/** A page of messages between each member and the next. */
async function contendersOf(name: 'product' | 'peer', port: number, callers: readonly Caller[]) {
  const load = { host: '127.0.0.1', port, connections };
  await loadHttp({ ...load, seconds: 2, request: messageRequests(callers) });
  return cases.map(
    ({ read, path }): Contender => ({
      name: `${name}, ${read}`,
      async run(seconds) {
        const request = (n: number) => requestOf(receiverOf(callers, n - 1), path(receiverOf(callers, n)));
        const { perSecond, statuses } = await loadHttp({ ...load, seconds, request });
        if ([...statuses.keys()].some((status) => status !== 200))
          throw new Error(`Not every read was answered: ${JSON.stringify([...statuses])}`);
        return perSecond;
      },
    }),
  );
}

async function productContenders(bed: Bench): Promise<readonly Contender[]> {
  const { port } = await bed.start('product');
  const callers = await registerCallers(port, connections);
  const owners = [{ id: callers[0]?.id ?? 0, conversations: members }];
  const bar = startBar(eventsFor(owners), 'events written');
  const connectionString = bed.databaseOf('product');
  await fillConversations({ connectionString, masterKey: bed.masterKey }, owners, bar);
  bar.stop();
  const contenders = await contendersOf('product', port, callers);
  console.log('Waiting for the read models …');
  await untilProjected(connectionString);
  return contenders;
}

async function peerContenders(bed: Bench): Promise<readonly Contender[]> {
  const { port } = await bed.start('peer');
  const callers = await registerCallers(port, connections);
  const client = new pg.Client({ connectionString: bed.databaseOf('peer') });
  await client.connect();
  await client.query(
    `insert into members (username, full_name, email, bio)
     select * from json_to_recordset($1) as made (username text, "fullName" text, email text, bio text)`,
    [JSON.stringify([...makeMembers(members)])],
  );
  await client.query('analyze');
  await client.end();
  return contendersOf('peer', port, callers);
}

await bench(async (bed) => {
  const contenders = [...(await productContenders(bed)), ...(await peerContenders(bed))];
  const results = await inTurns(contenders, { rounds: bed.rounds, seconds: bed.seconds, warmUp: 2 });
  const rate = (name: string) => median(results.get(name) ?? []);
  const count = members.toLocaleString('en-US');
  await report(
    cases.map(({ read, target }) => {
      const figures = { product: rate(`product, ${read}`), peer: rate(`peer, ${read}`) };
      return compared(`GET ${read}, ${count} members`, '/s', figures, target);
    }),
  );
}, values);
