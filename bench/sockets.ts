import { type Bench, bench } from './support/bench.ts';
import { receiverOf, registerCallers } from './support/callers.ts';
import { openChat } from './support/chat.ts';
import { closedLoop } from './support/closedLoop.ts';
import { optionsOf } from './support/options.ts';
import { compared, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Messages per second over 64 sockets, each to the next member and durable before its acknowledgement, with one and
 * with eight of a socket on their way: the whole product beside socket.io with the same.
 *
 * npm run sockets -w bench -- --rounds 3 --seconds 8
 */
const members = 64;
const cases = [
  { inFlight: 1, target: '≥ 0.8' },
  { inFlight: 8, target: '≥ 1.0' },
];

const title = (name: string, inFlight: number) => `${name}, ${inFlight} in flight`;

async function contendersOf(bed: Bench, name: 'product' | 'peer'): Promise<readonly Contender[]> {
  const { port } = await bed.start(name);
  const callers = await registerCallers(port, members);
  const sockets = await Promise.all(
    callers.map(async (caller, n) => ({
      chat: await openChat[name](port, caller, {}),
      receiverId: receiverOf(callers, n).id,
    })),
  );
  return cases.map(({ inFlight }) => ({
    name: title(name, inFlight),
    async run(seconds) {
      const rates = sockets.map(({ chat, receiverId }) =>
        closedLoop(inFlight, seconds, () => chat.send(receiverId)),
      );
      return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
    },
  }));
}

await bench(
  async (bed) => {
    const contenders = [...(await contendersOf(bed, 'product')), ...(await contendersOf(bed, 'peer'))];
    const results = await inTurns(contenders, { rounds: bed.rounds, seconds: bed.seconds, warmUp: 4 });
    const rate = (name: string, inFlight: number) => median(results.get(title(name, inFlight)) ?? []);
    await report(
      cases.map(({ inFlight, target }) =>
        compared(
          `SendMessage by socket, 64 sockets, ${inFlight} in flight`,
          '/s',
          { product: rate('product', inFlight), peer: rate('peer', inFlight) },
          target,
        ),
      ),
    );
  },
  optionsOf({ rounds: '3', seconds: '8' }),
);
