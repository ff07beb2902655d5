import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCommandService } from '@pmcw/command-service';
import { eventTypes, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventLog, openEventStoreDbLog, openPostgresLog } from '@pmcw/event-store';
import { createGateway, socketEngines } from '@pmcw/gateway';
import { createHttpServer } from '@pmcw/http';
import { startPostgres } from '@pmcw/launcher/postgres';
import { onlyIncarnation } from '@pmcw/runtime';
import { openVault } from '@pmcw/vault';
import { v7 as uuidv7 } from 'uuid';
import { WebSocket } from 'ws';
import { createDatabase } from './support/database.ts';
import { describeMachine } from './support/machine.ts';
import { optionsOf } from './support/options.ts';
import { type Contender, inTurns, median } from './support/rounds.ts';

/**
 * Costs of an action on a stream of 10, 10,000 and 100,000 events: a profile edit over HTTP, and a message from its
 * command to another member's socket, with the sender's card read each time. Members in turns.
 *
 * npm run streams -w bench -- --rounds 5 --seconds 3 [--eventstore esdb://127.0.0.1:2113?tls=false]
 *
 * Without --eventstore the log is in PostgreSQL.
 */
const lengths = [10, 10_000, 100_000];
const aim = 1.5;
const origin = 'http://localhost:8080';

const values = optionsOf({ rounds: '5', seconds: '3', eventstore: '' });

const folder = await mkdtemp(path.join(tmpdir(), 'pmcw-bench-streams-'));
const server = await startPostgres({ dataDir: folder });
const connectionString = await createDatabase(server.url, 'streams');
const vault = await openVault({ connectionString, masterKey: randomBytes(32) });
const log: EventLog =
  values.eventstore === ''
    ? await openPostgresLog({ connectionString })
    : await openEventStoreDbLog({ connectionString: values.eventstore });
const eventStore = createEventStore(log, eventTypes, vault.sealer);
const service = createCommandService({ eventStore, vault, rateLimits: 'off' });
await service.start();
const app = await createHttpServer({ vault, publicUrl: origin, incarnations: onlyIncarnation });
await app.register(service.plugin);
await app.ready();
const gateway = createGateway({
  eventStore,
  incarnations: onlyIncarnation,
  sessions: vault.sessions,
  drafts: vault.drafts,
  snapshots: vault.snapshots,
  dispatch: service.dispatch,
  dispatchMessages: service.dispatchMessages,
  publicUrl: origin,
  limits: { memberCards: 0 },
  engine: socketEngines.find((name) => name === process.env.SOCKET_ENGINE),
});
const { port } = await gateway.listen({ host: '127.0.0.1', port: 0 });

interface Writer {
  readonly id: number;
  readonly cookie: string;
}

async function register(username: string): Promise<Writer> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/register',
    headers: { origin },
    payload: {
      fullName: 'Bench Member',
      username,
      email: `${username}@example.org`,
      password: 'correct horse',
    },
  });
  if (answer.statusCode !== 201)
    throw new Error(`Registering was answered ${answer.statusCode}: ${answer.body}`);
  const id = Number(answer.json().id);
  return { id, cookie: `session=${(await vault.sessions.start(id)).token}` };
}

const profile = (bio: string) => ({ fullName: 'Bench Member', bio, telegramHandle: '' });

async function edit({ cookie }: Writer, bio: string): Promise<void> {
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/user/profile',
    headers: { origin, cookie },
    payload: profile(bio),
  });
  if (answer.statusCode !== 200) throw new Error(`An edit was answered ${answer.statusCode}: ${answer.body}`);
}

/** A member whose stream has so many events. */
async function writerOf(length: number): Promise<Writer> {
  const writer = await register(`length_${length}`);
  const stream = streams.user(writer.id);
  const metadata = {
    actorId: writer.id,
    correlationId: 'bench',
    causationId: 'bench',
    time: new Date().toISOString(),
  };
  for (let from = 1; from < length; from += 500) {
    const events = Array.from({ length: Math.min(500, length - from) }, (_, n) => ({
      type: 'ProfileEdited' as const,
      data: { userId: writer.id, ...profile(`number ${from + n}`) },
      eventId: uuidv7(),
      metadata,
    }));
    await eventStore.append(stream, from - 1, events, { idsAreNew: true });
  }
  // The first load reads everything and stores the snapshot.
  await edit(writer, 'known');
  return writer;
}

async function listener(): Promise<WebSocket> {
  const { id, cookie } = await register('listener');
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { origin, headers: { cookie } });
  await once(socket, 'open');
  const authenticated = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'authenticate', userId: id }));
  await authenticated;
  return socket;
}

/** Repeats an action; returns how often per second. */
async function perSecond(seconds: number, act: (n: number) => Promise<void>): Promise<number> {
  const started = performance.now();
  let count = 0;
  for (; performance.now() < started + seconds * 1_000; count += 1) await act(count);
  return (count * 1_000) / (performance.now() - started);
}

const writers = new Map<number, Writer>();
for (const length of lengths) {
  console.log(`Filling a stream with ${length} events …`);
  writers.set(length, await writerOf(length));
}
const socket = await listener();

const contenders: Contender[] = [...writers].flatMap(([length, writer]) => [
  {
    name: `edit, ${length}`,
    run: (seconds) => perSecond(seconds, (n) => edit(writer, `edit ${n} ${uuidv7()}`)),
  },
  {
    name: `push, ${length}`,
    run: (seconds) =>
      perSecond(seconds, async (n) => {
        const pushed = once(socket, 'message');
        const command = {
          type: 'SendMessage',
          id: uuidv7(),
          receiverId: null,
          content: `line ${n}`,
          messageType: 'text',
          voiceUrl: null,
        } as const;
        await service.dispatch(command, { actorId: writer.id, correlationId: 'bench' });
        await pushed;
      }),
  },
]);
const results = await inTurns(contenders, {
  rounds: Number(values.rounds),
  seconds: Number(values.seconds),
  warmUp: 1,
});

const milliseconds = (name: string) => 1_000 / median(results.get(name) ?? []);
console.log(
  `\n${describeMachine()} The log in ${log.engine}. Milliseconds, medians of ${values.rounds} rounds.`,
);
console.table(
  ['edit', 'push'].flatMap((act) =>
    lengths.map((length) => {
      const own = milliseconds(`${act}, ${length}`);
      const ratio = own / milliseconds(`${act}, ${lengths[0]}`);
      return {
        act,
        events: length,
        ms: own.toFixed(2),
        'times the short one': ratio.toFixed(2),
        aim,
        met: ratio <= aim,
      };
    }),
  ),
);

socket.terminate();
await gateway.close();
await app.close();
await service.close();
await log.close();
await vault.close();
await server.stop();
await rm(folder, { recursive: true, force: true });
