import { eventTypes } from '@pmcw/contracts/events';
import { createEventStore, openPostgresLog } from '@pmcw/event-store';
import { openVault } from '@pmcw/vault';
import { startBar } from './support/bar.ts';
import { type Bench, bench } from './support/bench.ts';
import { receiverOf, registerCallers } from './support/callers.ts';
import { openChat } from './support/chat.ts';
import { appendMessage, eventsFor, fillConversations } from './support/fillConversations.ts';
import { optionsOf } from './support/options.ts';
import { paced } from './support/paced.ts';
import { percentile } from './support/percentiles.ts';
import { dropModels, untilProjected } from './support/projected.ts';
import { compared, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Costs of a longer log: the 99th percentile of an append and of a message by socket, 100 per second, on a log of
 * 10,000 events and on one of 1,000,000; a start at rest, beside a bare server; and a start with all read models to
 * make, with 100,000 and 300,000 events, beside reading and decrypting these once.
 *
 * npm run growth -w bench -- --rounds 3 --seconds 10 --short 10000 --rebuilt 300000 --long 1000000
 */
const perSecond = 100;
/** Of a socket, only so many messages may be in flight. */
const members = 16;
const values = optionsOf({ rounds: '3', seconds: '10', short: '10000', rebuilt: '300000', long: '1000000' });
const [short, rebuilt, long] = [values.short, values.rebuilt, values.long].map(Number);
const sizes = { short: short ?? 0, rebuilt: rebuilt ?? 0, long: long ?? 0 };
const counted = (events: number) => `${events.toLocaleString('en-US')} events`;

/** Adds events to a log until it has so many: half of them members, half of them messages to one member. */
async function grow(bed: Bench, label: string, from: number, to: number): Promise<void> {
  const owners = [{ id: 1, conversations: to / 2, present: from / 2 }];
  const bar = startBar(eventsFor(owners), `${counted(to)} written`);
  await fillConversations({ connectionString: bed.databaseOf(label), masterKey: bed.masterKey }, owners, bar);
  bar.stop();
}

async function openStore(bed: Bench, label: string) {
  const connectionString = bed.databaseOf(label);
  const vault = await openVault({ connectionString, masterKey: bed.masterKey });
  const log = await openPostgresLog({ connectionString });
  const close = async () => {
    await log.close();
    await vault.close();
  };
  return { eventStore: createEventStore(log, eventTypes, vault.sealer), close };
}

/** Seconds of reading and decrypting all events. */
async function readOnce(bed: Bench, label: string): Promise<number> {
  const { eventStore, close } = await openStore(bed, label);
  const startedAt = performance.now();
  for (let after = 0n; ; ) {
    const { position, live } = await eventStore.readAll(after);
    after = position;
    if (live) break;
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await close();
  return seconds;
}

/** Seconds until a product is ready that has to make all read models. */
async function rebuild(bed: Bench, label: string): Promise<number> {
  await dropModels(bed.databaseOf(label));
  const settings = { DATABASE_URL: bed.databaseOf(label) };
  console.log('Waiting for the read models …');
  const product = await bed.start('product', settings, label);
  await product.stop();
  return product.readyMs / 1_000;
}

/** Milliseconds of acts at a steady rate. */
function pacedContender(name: string, act: (n: number) => Promise<unknown>) {
  const p99s: number[] = [];
  const contender: Contender = {
    name,
    async run(seconds) {
      const times = await paced(perSecond, seconds, async (n) => {
        const startedAt = performance.now();
        await act(n);
        return performance.now() - startedAt;
      });
      p99s.push(percentile(times, 0.99));
      return perSecond;
    },
  };
  return { contender, p99: () => median(p99s.slice(1)) };
}

/** An append and a message by socket, on a running product. */
async function actsOn(bed: Bench, label: string, port: number) {
  const callers = await registerCallers(port, members);
  const chats = await Promise.all(callers.map((caller) => openChat.product(port, caller, {})));
  const { eventStore, close } = await openStore(bed, label);
  bed.closing(close);
  const append = (n: number) =>
    appendMessage(eventStore, receiverOf(callers, n - 1).id, receiverOf(callers, n).id);
  return {
    append: pacedContender(`append, ${label} log`, append),
    message: pacedContender(`message, ${label} log`, async (n) =>
      chats[n % members]?.send(receiverOf(callers, n).id),
    ),
  };
}

async function rebuilds(bed: Bench) {
  const first = sizes.rebuilt / 3;
  await grow(bed, 'long', 0, first);
  const firstSeconds = await rebuild(bed, 'long');
  await grow(bed, 'long', first, sizes.rebuilt);
  const seconds = await rebuild(bed, 'long');
  const exponent = Math.log(seconds / firstSeconds) / Math.log(sizes.rebuilt / first);
  return { seconds, read: await readOnce(bed, 'long'), exponent };
}

/** Starts at rest, in turns with a bare server. */
async function starts(bed: Bench) {
  const settings = { DATABASE_URL: bed.databaseOf('long') };
  const product: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < bed.rounds; round += 1) {
    for (const [name, times] of [
      ['product', product],
      ['bare', bare],
    ] as const) {
      const program = await bed.start(name, settings, 'long');
      times.push(program.readyMs / 1_000);
      await program.stop();
    }
  }
  return { product: median(product), peer: median(bare) };
}

await bench(async (bed) => {
  const short = await bed.start('product', {}, 'short');
  await grow(bed, 'short', 0, sizes.short);
  await (await bed.start('product', {}, 'long')).stop();
  const { seconds, read, exponent } = await rebuilds(bed);
  await grow(bed, 'long', sizes.rebuilt, sizes.long);
  const settings = { DATABASE_URL: bed.databaseOf('long') };
  const filled = await bed.start('product', settings, 'long');
  console.log('Waiting for the read models …');
  await untilProjected(bed.databaseOf('long'));
  await filled.stop();
  const started = await starts(bed);

  const long = await bed.start('product', settings, 'long');
  const [few, many] = [await actsOn(bed, 'short', short.port), await actsOn(bed, 'long', long.port)];
  const acts = [few.append, many.append, few.message, many.message].map(({ contender }) => contender);
  await inTurns(acts, { rounds: bed.rounds, seconds: bed.seconds, warmUp: bed.seconds });
  const p99s = (name: 'append' | 'message') => ({ product: many[name].p99(), peer: few[name].p99() });
  const beside = `${counted(sizes.long)} beside ${counted(sizes.short)}`;
  await report([
    compared(`start to ready, ${counted(sizes.long)}, beside a bare server`, 's', started, '≤ 2'),
    compared(
      `rebuild of all read models, ${counted(sizes.rebuilt)}, beside reading and decrypting once`,
      's',
      { product: seconds, peer: read },
      '≤ 2',
    ),
    {
      workload: `growth of a rebuild with its events, exponent`,
      product: exponent.toFixed(2),
      peer: '–',
      ratio: '–',
      target: '≤ 1.05',
    },
    compared(`append, p99, ${beside}`, 'ms', p99s('append'), 'stays, 0.8 to 1.1'),
    compared(`message by socket, p99, ${beside}`, 'ms', p99s('message'), 'stays, 0.8 to 1.1'),
  ]);
}, values);
