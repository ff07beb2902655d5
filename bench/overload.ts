import { setTimeout as delay } from 'node:timers/promises';
import { type Answer, agent, ask, connections } from './support/ask.ts';
import { bench } from './support/bench.ts';
import { type Caller, content, receiverOf, registerCallers } from './support/callers.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { percentile } from './support/percentiles.ts';

/**
 * Answers of `npm start` at twice the load that it can carry: how many are useful, their time and that of refusals, and
 * how soon all is answered again. Requests arrive at a fixed rate, however slow the answers are.
 *
 * npm run overload -w bench -- --seconds 8
 */
const memberCount = 200;
/** Later answers help no person. */
const usefulMs = 500;

/** A request of a messenger's member, by its number: one in five is a message. */
function act(port: number, members: readonly Caller[], nth: number): Promise<Answer> {
  const { cookie, username } = receiverOf(members, nth - 1);
  const peer = receiverOf(members, nth * 7);
  const asks = [
    () => ask(port, '/api/messages', cookie, { receiverId: peer.id, content }),
    () => ask(port, '/api/messages/conversations', cookie),
    () => ask(port, `/api/messages/${peer.id}`, cookie),
    () => ask(port, `/api/profile/${username}`, cookie),
    () => ask(port, '/api/directory', cookie),
  ];
  return asks[nth % asks.length]?.() ?? ask(port, '/api/user', cookie);
}

interface Measured {
  readonly rate: number;
  readonly useful: number;
  readonly acceptedP99: number;
  readonly refused: number;
  readonly refusedP99: number;
  readonly failed: number;
}

type Arrive = (rate: number, forSeconds: number) => Promise<Measured>;

const p99 = (times: readonly number[]): number => percentile(times, 0.99);

async function arrive(next: () => Promise<Answer>, rate: number, forSeconds: number): Promise<Measured> {
  const answers: Promise<Answer>[] = [];
  const began = performance.now();
  while (performance.now() - began < forSeconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * rate;
    while (answers.length < due) answers.push(next());
    await delay(5);
  }
  const all = await Promise.all(answers);
  const of = (statuses: readonly number[]) =>
    all.filter(({ status }) => statuses.includes(status)).map(({ ms }) => ms);
  const [accepted, refused] = [of([200, 201, 204]), of([429, 503])];
  return {
    rate,
    useful: Math.round(accepted.filter((ms) => ms <= usefulMs).length / forSeconds),
    acceptedP99: Math.round(p99(accepted)),
    refused: Math.round(refused.length / forSeconds),
    refusedP99: Math.round(p99(refused)),
    failed: all.length - accepted.length - refused.length,
  };
}

async function best(arriving: Arrive, seconds: number): Promise<Measured> {
  let found = await arriving(200, seconds);
  for (let rate = 400; ; rate += 200) {
    const next = await arriving(rate, seconds);
    console.table([next]);
    if (next.useful < found.useful * 1.05) return found;
    found = next;
    await delay(1_000);
  }
}

/** Seconds until a second without refusal at half of the load. */
async function recovery(arriving: Arrive, rate: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const { refused, failed, acceptedP99 } = await arriving(rate, 1);
    if (refused + failed === 0 && acceptedP99 < usefulMs) return (performance.now() - began) / 1_000 - 1;
  }
}

await bench(
  async ({ start, closing, seconds }) => {
    console.log(describeMachine());
    const { port } = await start('product');
    closing(async () => agent.destroy());
    const members = await registerCallers(port, memberCount);
    for (let opened = 0; opened < connections; opened += 100) {
      await Promise.all(Array.from({ length: opened + 100 }, () => ask(port, '/healthz')));
    }
    let sent = 0;
    const next = () => {
      sent += 1;
      return act(port, members, sent);
    };
    const arriving: Arrive = (rate, forSeconds) => arrive(next, rate, forSeconds);
    await arriving(200, seconds);
    const most = await best(arriving, seconds / 2);
    const twice = await arriving(2 * most.rate, 2 * seconds);
    const recovered = await recovery(arriving, most.rate / 2);
    console.table([most, twice]);
    console.log(`useful at twice the load: ${Math.round((twice.useful / most.useful) * 100)} % of the best`);
    console.log(`all answered again after ${recovered.toFixed(1)} s`);
  },
  optionsOf({ seconds: '8' }),
);
