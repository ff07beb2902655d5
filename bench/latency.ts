import { v7 as uuidv7 } from 'uuid';
import { type Bench, bench } from './support/bench.ts';
import { receiverOf, registerCallers } from './support/callers.ts';
import { openChat } from './support/chat.ts';
import { optionsOf } from './support/options.ts';
import { paced } from './support/paced.ts';
import { percentile } from './support/percentiles.ts';
import { compared, type Result, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Milliseconds from sending a message on a socket to its acknowledgement, which means that it is durable, and to the
 * other member's socket, at steady rates that leave the servers most of the time idle: the whole product beside
 * socket.io with the same.
 *
 * npm run latency -w bench -- --rounds 3 --seconds 10
 */
const members = 16;
const rates = [50, 200];

interface Times {
  readonly acknowledged: number;
  readonly received: number;
}

interface Measured extends Contender {
  readonly rate: number;
  /** Of each round, the warm-up first. */
  readonly rounds: (readonly Times[])[];
}

async function contendersOf(bed: Bench, name: 'product' | 'peer'): Promise<readonly Measured[]> {
  const { port } = await bed.start(name);
  const callers = await registerCallers(port, members);
  const arrivals = new Map<string, () => void>();
  const onReceived = (id: string) => arrivals.get(id)?.();
  const sockets = await Promise.all(
    callers.map(async (caller, n) => ({
      // The sender's own socket may get the message, too.
      chat: await openChat[name](port, caller, n % 2 === 0 ? {} : { onReceived }),
      receiverId: receiverOf(callers, n).id,
    })),
  );
  const senders = sockets.filter((_, n) => n % 2 === 0);

  async function send(n: number): Promise<Times> {
    const sender = senders[n % senders.length];
    if (sender === undefined) throw new Error('There is no sender');
    const id = uuidv7();
    const sentAt = performance.now();
    const elapsed = () => performance.now() - sentAt;
    const arrived = new Promise<number>((resolve) => arrivals.set(id, () => resolve(elapsed())));
    const acknowledged = sender.chat.send(sender.receiverId, id).then(elapsed);
    const times = { acknowledged: await acknowledged, received: await arrived };
    arrivals.delete(id);
    return times;
  }
  return rates.map((rate) => {
    const rounds: (readonly Times[])[] = [];
    return {
      name: `${name}, ${rate} per second`,
      rate,
      rounds,
      async run(seconds) {
        rounds.push(await paced(rate, seconds, send));
        return rate;
      },
    };
  });
}

/** Medians of the rounds. */
const middle = ({ rounds }: Measured, of: keyof Times, share: number): number =>
  median(
    rounds.slice(1).map((times) =>
      percentile(
        times.map((each) => each[of]),
        share,
      ),
    ),
  );

await bench(
  async (bed) => {
    const product = await contendersOf(bed, 'product');
    const peer = await contendersOf(bed, 'peer');
    await inTurns([...product, ...peer], { rounds: bed.rounds, seconds: bed.seconds, warmUp: bed.seconds });

    const row = (workload: string, rate: number, of: keyof Times, share: number, target: string): Result => {
      const figure = (all: readonly Measured[]) =>
        all.filter((each) => each.rate === rate).map((each) => middle(each, of, share))[0] ?? 0;
      const figures = { product: figure(product), peer: figure(peer) };
      return compared(`${workload}, ${rate}/s, p${share * 100}`, 'ms', figures, target);
    };
    await report([
      row('acknowledged', 50, 'acknowledged', 0.5, '≤ 1.5'),
      row('acknowledged', 50, 'acknowledged', 0.99, '≤ 1.5'),
      row('send → the other socket', 50, 'received', 0.5, '≤ 2'),
      row('send → the other socket', 50, 'received', 0.99, '≤ 2'),
      row('send → the other socket', 200, 'received', 0.5, '≤ 2.5'),
      row('send → the other socket', 200, 'received', 0.99, '≤ 3'),
    ]);
  },
  optionsOf({ rounds: '3', seconds: '10' }),
);
