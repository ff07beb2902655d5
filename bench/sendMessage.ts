import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { type Bench, bench } from './support/bench.ts';
import { content, messageRequests, registerCallers } from './support/callers.ts';
import { createDatabase } from './support/database.ts';
import { type LoadResult, loadHttp } from './support/httpLoad.ts';
import { optionsOf } from './support/options.ts';
import { createSingleRowTable, findPgbench, singleRowCommits } from './support/pgbench.ts';
import { compared, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * HTTP `SendMessage` commands per second, from socket to durable commit and back: 64 members with a connection each
 * send private messages as fast as they are answered, to the whole product as `npm start` runs it, whose projections
 * and gateway process every message on the same cores, to the command side alone, and to the peer. In turns, on the
 * same PostgreSQL, with pgbench committing one row of the same texts at a time over 64 connections.
 *
 * npm run send-message -w bench -- --rounds 3 --seconds 8
 */
const members = 64;

/** A server under load, and the measurements of each round. */
interface Loaded extends Contender {
  readonly loads: LoadResult[];
}

async function loaded(bed: Bench, name: 'product' | 'commandSide' | 'peer'): Promise<Loaded> {
  const { port } = await bed.start(name);
  const request = messageRequests(await registerCallers(port, members));
  const loads: LoadResult[] = [];
  return {
    name,
    loads,
    async run(seconds) {
      const load = await loadHttp({ host: '127.0.0.1', port, connections: members, seconds, request });
      const refused = [...load.statuses].filter(([status]) => status !== 201);
      if (refused.length > 0) throw new Error(`Not every message was taken: ${JSON.stringify(refused)}`);
      loads.push(load);
      return load.perSecond;
    },
  };
}

async function pgbench(serverUrl: string): Promise<Contender> {
  const program = await findPgbench();
  const url = await createDatabase(serverUrl, 'bench_pgbench');
  await createSingleRowTable(url);
  // As long as the log's text of such a message.
  const sealed = randomBytes(content.length).toString('base64url');
  const row = {
    stream: `message-${uuidv7()}`,
    type: 'MessageSent',
    data: JSON.stringify({ messageId: uuidv7(), senderId: 12, receiverId: 13, content: { sealed } }),
    metadata: JSON.stringify({
      actorId: 12,
      correlationId: randomUUID(),
      causationId: randomUUID(),
      time: new Date().toISOString(),
      schemaVersion: 1,
    }),
  };
  return {
    name: 'pgbench',
    run: (seconds) => singleRowCommits(program, url, row, { clients: members, seconds }),
  };
}

await bench(
  async (bed) => {
    const product = await loaded(bed, 'product');
    const commandSide = await loaded(bed, 'commandSide');
    const peer = await loaded(bed, 'peer');
    const single = await pgbench(bed.postgresUrl);
    const times = { rounds: bed.rounds, seconds: bed.seconds, warmUp: 4 };
    const results = await inTurns([product, commandSide, peer, single], times);

    const rate = ({ name }: Contender) => median(results.get(name) ?? []);
    const latency = ({ loads }: Loaded) => median(loads.slice(1).map(({ p99 }) => p99));
    const rates = (one: Contender, other: Contender) => ({ product: rate(one), peer: rate(other) });
    await report([
      compared('SendMessage over HTTP, 64 connections', '/s', rates(product, peer), '≥ 1.0, aim 1.3'),
      compared('SendMessage over HTTP, p99', 'ms', { product: latency(product), peer: latency(peer) }, '–'),
      compared('SendMessage over HTTP, command side alone', '/s', rates(commandSide, peer), '≥ 1.6'),
      compared(
        'SendMessage over HTTP, command side alone beside pgbench',
        '/s',
        rates(commandSide, single),
        '–',
      ),
    ]);
  },
  optionsOf({ rounds: '3', seconds: '8' }),
);
