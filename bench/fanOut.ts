import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { SocketEngine } from '@pmcw/gateway';
import { within } from '@pmcw/resilience';
import { type Bench, bench } from './support/bench.ts';
import { type Caller, registerCallers } from './support/callers.ts';
import { openChat } from './support/chat.ts';
import { optionsOf } from './support/options.ts';
import type { Program } from './support/program.ts';
import { RawSocket } from './support/rawSocket.ts';
import { compared, type Result, report } from './support/results.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Deliveries per second of messages to everyone, 32 at once, to 5,000 sockets; and the memory of the server's process
 * for each of the second half of these sockets while they are idle. The first half is opened twice before: it makes V8
 * enlarge its room for short-lived objects, by up to 48 MB, and takes what closed sockets have freed. The product is
 * measured as `npm start` runs it and with its gateway in a process of its own, on each engine; the peers are
 * uWebSockets.js, ws and socket.io, which store nothing.
 *
 * npm run fan-out -w bench -- --rounds 3 --seconds 5 --sockets 5000
 */
const senders = 8;
/** As many as uWebSockets.js puts into one write to a socket. */
const burst = 32;
const socketsPerMember = 50;
const openedAtOnce = 100;
/** Frames of opening and pings are shorter, messages longer. */
const shortest = 150;

const values = optionsOf({ rounds: '3', seconds: '5', sockets: '5000' });
const sockets = Number(values.sockets);

/** As many bytes as a frame of the product, once one was seen. */
let frameBytes = 0;

type OnMessage = Parameters<typeof RawSocket.open>[0]['onMessage'];

/** A server whose sockets all get all messages. */
interface Server {
  readonly program: Program;
  listen(n: number, onMessage: OnMessage): Promise<RawSocket>;
  sendBurst(): Promise<unknown>;
}

async function productServer(program: Program, callers: readonly Caller[]): Promise<Server> {
  const { port } = program;
  const chats = await Promise.all(
    callers.slice(0, senders).map((caller) => openChat.product(port, caller, {})),
  );
  return {
    program,
    listen(n, onMessage) {
      const { id: userId, cookie } = callers[Math.floor(n / socketsPerMember) + senders] ?? {
        id: 0,
        cookie: '',
      };
      const hello = JSON.stringify({ type: 'authenticate', userId });
      return RawSocket.greet({ port, path: '/ws', cookie, onMessage }, hello, '"authenticated"');
    },
    sendBurst: () => Promise.all(Array.from({ length: burst }, (_, n) => chats[n % senders]?.send(null))),
  };
}

async function peerServer(bed: Bench, engine: 'uws' | 'ws' | 'socket.io'): Promise<Server> {
  const program = await bed.start('broadcaster', { ENGINE: engine, DATABASE_URL: '' });
  const isSocketIo = engine === 'socket.io';
  const path = isSocketIo ? '/socket.io/?EIO=4&transport=websocket' : '/';
  const listen = (_: number, onMessage: OnMessage) => {
    const opening = { port: program.port, path, cookie: '', onMessage };
    // Pings of socket.io need no answer in the first 45 seconds.
    return isSocketIo ? RawSocket.greet(opening, '40', '40{') : RawSocket.open(opening);
  };
  const sender = await listen(0, (buffer, from, to) => {
    if (isSocketIo && buffer.toString('utf8', from, to) === '2') sender.send('3');
  });
  return {
    program,
    listen,
    async sendBurst() {
      const text = 'x'.repeat(frameBytes);
      const message = isSocketIo ? `42["message","${text}"]` : text;
      sender.send(...Array.from({ length: burst }, () => message));
    },
  };
}

async function residentKiB({ pid }: Program): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]);
}

interface Measured extends Contender {
  /** For each idle socket, in the first run. */
  readonly kib: () => number;
}

function measured(name: string, server: Server): Measured {
  let kib: number | undefined;

  async function open(from: number, to: number, onMessage: OnMessage): Promise<RawSocket[]> {
    const opened: RawSocket[] = [];
    for (let next = from; next < to; next = from + opened.length) {
      const count = Math.min(openedAtOnce, to - next);
      const some = Array.from({ length: count }, (_, n) => server.listen(next + n, onMessage));
      opened.push(...(await Promise.all(some)));
    }
    return opened;
  }
  return {
    name,
    kib: () => kib ?? 0,
    async run(seconds) {
      let delivered = 0;
      let wanted = Number.POSITIVE_INFINITY;
      let done = () => {};
      const onMessage: OnMessage = (_, from, to) => {
        if (to - from < shortest) return;
        if (frameBytes === 0) frameBytes = to - from;
        delivered += 1;
        if (delivered === wanted) done();
      };
      const half = sockets / 2;
      if (kib === undefined) {
        for (const socket of await open(0, half, onMessage)) socket.close();
        await delay(1_000);
      }
      const opened = await open(0, half, onMessage);
      await delay(1_000);
      const before = await residentKiB(server.program);
      opened.push(...(await open(half, sockets, onMessage)));
      await delay(1_000);
      kib ??= ((await residentKiB(server.program)) - before) / half;
      const startedAt = performance.now();
      const elapsed = () => (performance.now() - startedAt) / 1_000;
      for (wanted = 0; elapsed() < seconds; ) {
        wanted += burst * sockets;
        const all = new Promise<void>((resolve) => {
          done = resolve;
        });
        // A server may cut off a socket.
        await within(30_000, 'delivering messages', Promise.all([server.sendBurst(), all]));
      }
      const rate = delivered / elapsed();
      for (const socket of opened) socket.close();
      await delay(1_000);
      return rate;
    },
  };
}

async function gatewayAlone(bed: Bench, engine: SocketEngine): Promise<Server> {
  const settings = { DISPATCH_SECRET: 'a secret that only this benchmark knows' };
  const label = `commands_of_${engine}`;
  const commands = await bed.start('commandService', settings, label);
  const ofGateway = {
    ...settings,
    DATABASE_URL: bed.databaseOf(label),
    COMMAND_SERVICE_URL: `http://127.0.0.1:${commands.port}`,
    SOCKET_ENGINE: engine,
  };
  const gateway = await bed.start('gateway', ofGateway, `gateway_on_${engine}`);
  return productServer(gateway, await registerCallers(commands.port, members));
}

const members = senders + Math.ceil(sockets / socketsPerMember);

await bench(async (bed) => {
  const product = await bed.start('product');
  const callers = await registerCallers(product.port, members);
  const start = measured('npm start', await productServer(product, callers));
  const gateway = measured('gateway alone', await gatewayAlone(bed, 'uws'));
  const onWs = measured('gateway alone on ws', await gatewayAlone(bed, 'ws'));
  const uws = measured('uWebSockets.js', await peerServer(bed, 'uws'));
  const ws = measured('ws', await peerServer(bed, 'ws'));
  const socketIo = measured('socket.io', await peerServer(bed, 'socket.io'));
  const times = { rounds: bed.rounds, seconds: bed.seconds, warmUp: bed.seconds };
  const results = await inTurns([start, gateway, onWs, uws, ws, socketIo], times);

  const count = sockets.toLocaleString('en-US');
  const rate = ({ name }: Contender) => median(results.get(name) ?? []);
  const fanOut = (own: Measured, peer: Measured, target: string): Result => {
    const figures = { product: rate(own), peer: rate(peer) };
    return compared(`fan-out to ${count} sockets, ${own.name} beside ${peer.name}`, '/s', figures, target);
  };
  const idle = (own: Measured, peer: Measured, target: string): Result => {
    const figures = { product: own.kib(), peer: peer.kib() };
    return compared(`an idle socket, ${own.name} beside ${peer.name}`, 'KiB', figures, target);
  };
  await report([
    fanOut(gateway, uws, '≥ 0.6'),
    fanOut(onWs, ws, '–'),
    fanOut(start, uws, '≥ 0.25'),
    fanOut(start, ws, '–'),
    fanOut(start, socketIo, '–'),
    idle(gateway, uws, '≤ 2.5'),
    idle(onWs, ws, '–'),
    idle(start, uws, '≤ 5'),
    idle(start, ws, '–'),
  ]);
}, values);
