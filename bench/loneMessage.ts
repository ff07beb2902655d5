import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { type Bench, bench } from './support/bench.ts';
import { content, receiverOf, registerCallers } from './support/callers.ts';
import { cpuOf, postgresPid } from './support/cpu.ts';
import { optionsOf } from './support/options.ts';
import { paced } from './support/paced.ts';
import { origin } from './support/program.ts';
import { compared, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Costs of a message on its own, at 20 per second, and of a process that has nothing to do: processor time of
 * the program with all its threads, and of all processes of PostgreSQL, but not of this one, which sends; and
 * statements, counted by PostgreSQL. Contenders whose turn it is not are frozen. The time for a message includes what
 * the clocks of the program do at the same time.
 *
 * npm run lone-message -w bench -- --rounds 3 --seconds 20
 */
const perSecond = 20;
const aims = { cpu: 1.5, idleMs: 5, idleStatements: 5 };

interface Costs {
  readonly cpuMs: number;
  readonly statements: number;
}

const names = ['product', 'peer'] as const;
type Name = (typeof names)[number];

async function contendersOf(bed: Bench, observer: pg.Client, name: Name): Promise<readonly Measured[]> {
  const program = await bed.start(name);
  const callers = await registerCallers(program.port, 2);
  const url = `http://127.0.0.1:${program.port}/api/messages`;
  const roots = [program.pid, await postgresPid(observer)];
  const database = new URL(bed.databaseOf(name)).pathname.slice(1);

  async function send(n: number): Promise<void> {
    const body = { id: uuidv7(), receiverId: receiverOf(callers, n).id, content, messageType: 'text' };
    const { cookie } = receiverOf(callers, n + 1);
    const headers = { 'content-type': 'application/json', origin, cookie };
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`A message was answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  async function spent(): Promise<Costs> {
    const { rows } = await observer.query(
      `select coalesce(sum(calls), 0)::float8 as statements from pg_stat_statements
       where dbid = (select oid from pg_database where datname = $1)`,
      [database],
    );
    const [row] = z.array(z.object({ statements: z.number() })).parse(rows);
    return { cpuMs: await cpuOf(roots), statements: row?.statements ?? 0 };
  }
  async function costsOf(work: () => Promise<unknown>): Promise<Costs> {
    program.thaw();
    // Timers that were due while it was frozen.
    await delay(1_000);
    const before = await spent();
    await work();
    const after = await spent();
    program.freeze();
    return { cpuMs: after.cpuMs - before.cpuMs, statements: after.statements - before.statements };
  }
  program.freeze();
  return [
    measured(
      `${name}, a message`,
      (seconds) =>
        costsOf(async () => {
          await paced(perSecond, seconds, send);
          // For what follows an answer.
          await delay(500);
        }),
      perSecond,
    ),
    measured(`${name}, idle`, (seconds) => costsOf(() => delay(seconds * 1_000)), 1),
  ];
}

interface Measured extends Contender {
  /** For each message, or for each second. */
  readonly costs: Costs[];
}

function measured(name: string, costsOf: (seconds: number) => Promise<Costs>, each: number): Measured {
  const costs: Costs[] = [];
  return {
    name,
    costs,
    async run(seconds) {
      const { cpuMs, statements } = await costsOf(seconds);
      const count = seconds * each;
      costs.push({ cpuMs: cpuMs / count, statements: statements / count });
      return count;
    },
  };
}

await bench(
  async (bed) => {
    const observer = new pg.Client({ connectionString: bed.postgresUrl });
    await observer.connect();
    bed.closing(() => observer.end());
    await observer.query('create extension pg_stat_statements');
    const product = await contendersOf(bed, observer, 'product');
    const peer = await contendersOf(bed, observer, 'peer');
    await inTurns([...product, ...peer], { rounds: bed.rounds, seconds: bed.seconds, warmUp: bed.seconds });

    // Without the warm-up.
    const middle = (all: readonly Measured[], n: number, pick: (costs: Costs) => number) =>
      median((all[n]?.costs ?? []).slice(1).map(pick));
    const both = (n: number, pick: (costs: Costs) => number) => ({
      product: middle(product, n, pick),
      peer: middle(peer, n, pick),
    });
    await report([
      compared(
        'one message on its own, 20 per second, CPU',
        'ms',
        both(0, ({ cpuMs }) => cpuMs),
        `≤ ${aims.cpu}`,
      ),
      compared(
        'one message on its own, statements',
        '',
        both(0, ({ statements }) => statements),
        '–',
      ),
      compared(
        'idle, CPU per second',
        'ms',
        both(1, ({ cpuMs }) => cpuMs),
        `≤ ${aims.idleMs} ms`,
      ),
      compared(
        'idle, statements per second',
        '',
        both(1, ({ statements }) => statements),
        `≤ ${aims.idleStatements}`,
      ),
    ]);
  },
  {
    ...optionsOf({ rounds: '3', seconds: '20' }),
    postgresSettings: { shared_preload_libraries: 'pg_stat_statements' },
  },
);
