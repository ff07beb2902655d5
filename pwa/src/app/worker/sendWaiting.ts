import { messageSchema, problemSchema, sessionUserSchema } from '@pmcw/contracts';
import { retryAfterOf } from '@pmcw/resilience';
import * as v from 'valibot';
import { isOfServer } from '../../base/api/ofServer.ts';
import { systemClock } from '../../device/offline/clock.ts';
import type { MemberDatabase, OutboxRow } from '../../device/offline/database.ts';
import { peerOf } from '../../device/offline/keys.ts';
import { isSentByWindow } from '../../device/offline/outbox/askWindows.ts';
import { ownerOfTag } from '../../device/offline/outbox/background.ts';
import { requeueWaiting } from '../../device/offline/outbox/claims.ts';
import { whenOutboxIdle } from '../../device/offline/outbox/idle.ts';
import { browserLocks } from '../../device/offline/outbox/lock.ts';
import { outcomeOf, type SendOutcome } from '../../device/offline/outbox/outcome.ts';
import { OutboxWorker } from '../../device/offline/outbox/worker.ts';
import type { Owner } from '../../device/offline/owner.ts';
import { databaseName } from '../../device/offline/stores.ts';
import { Writer } from '../../device/offline/writer.ts';
import { outgoingPost } from '../../features/messages/engine/outgoingPost.ts';
import { bytesToDataUrl } from '../../features/messages/voice/bytesToDataUrl.ts';
import { inStoredDatabase } from './storedDatabase.ts';

/** Same as in the app. */
const answerWithinMs = 15_000;
/** Recordings take longer on a slow connection. */
const voiceWithinMs = 120_000;

const messageBody = v.pipe(v.string(), v.parseJson(), messageSchema);
const problemBody = v.pipe(v.string(), v.parseJson(), problemSchema);

/**
 * Sends a member's outbox while no window of the app does, in the same way, but over HTTP, and only while the session
 * is theirs.
 * @throws Error if messages still wait; the browser then wakes the worker again later
 */
export async function sendWaiting(clients: Clients, tag: string): Promise<void> {
  const owner = ownerOfTag(tag);
  if (owner === null) return;
  if (await isSentByWindow(clients, databaseName(owner))) return;
  await inStoredDatabase(owner, async (db) => {
    if (await isSignedIn(owner)) await sendOutbox(db);
  });
}

/** @throws Error if the server can't be reached */
async function isSignedIn({ id, createdAt }: Owner): Promise<boolean> {
  const response = await request('/api/user', { method: 'GET' }, answerWithinMs);
  if (!isOfServer(response)) throw new Error('The session could not be checked');
  if (response.status === 401) return false;
  const member = v.parse(sessionUserSchema, await response.json());
  return member.id === id && member.createdAt === createdAt;
}

async function sendOutbox(db: MemberDatabase): Promise<void> {
  await requeueWaiting(db, 'network', 'server', 'sign-in');
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  const worker = new OutboxWorker({
    db,
    courier: { window: () => 0, sendAhead: async () => null, send: (row) => sendOne(db, row) },
    writer: new Writer(db, systemClock),
    clock: systemClock,
    locks: browserLocks(),
    onSignInNeeded: () => undefined,
    onRefused: () => undefined,
    onError: (error) => fail(error),
  });
  // A frozen window may hold the lock.
  worker.takeOver();
  try {
    await Promise.race([whenOutboxIdle(db), failed]);
  } finally {
    worker.stop();
  }
  const waiting = await db.outbox.where('delivery.state').equals('waiting').count();
  if (waiting > 0) throw new Error('Messages still wait to be sent');
}

async function sendOne(db: MemberDatabase, row: OutboxRow): Promise<SendOutcome> {
  const { id } = db.owner;
  if (row.task === 'withdraw') {
    return outcomeFrom(
      request(`/api/messages/${row.id}?senderId=${id}`, { method: 'DELETE' }, answerWithinMs),
      {
        taken: async () => ({ kind: 'withdrawn', wasThere: true }),
        refused: { kind: 'withdrawn', wasThere: false },
      },
    );
  }
  // The server would refuse it for a block that has ended here; the app reports that first.
  if ((await db.blocks.get(peerOf(row.lane) ?? 0))?.untold === 1)
    return { kind: 'passing', waitingFor: 'server' };
  const recording = row.messageType === 'voice' ? await db.recordings.get(row.id) : undefined;
  // The browser lost it; the app reports that when next opened.
  if (row.messageType === 'voice' && recording === undefined)
    return { kind: 'passing', waitingFor: 'server' };
  const voiceUrl = recording === undefined ? null : bytesToDataUrl(recording.bytes, recording.mediaType);
  const { path, body } = outgoingPost(row, id, voiceUrl);
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const withinMs = voiceUrl === null ? answerWithinMs : voiceWithinMs;
  return outcomeFrom(request(path, init, withinMs), {
    taken: async (response) => {
      const message = v.safeParse(messageBody, await response.text());
      const isOurs = message.success && message.output.id === row.id && message.output.senderId === id;
      return isOurs
        ? { kind: 'accepted', message: message.output }
        : { kind: 'passing', waitingFor: 'server' };
    },
  });
}

/**
 * A body that is cut off is a failure of the network.
 * @param refused the outcome of a final refusal that does not concern the message
 */
async function outcomeFrom(
  asked: Promise<Response>,
  {
    taken,
    refused,
  }: { readonly taken: (response: Response) => Promise<SendOutcome>; readonly refused?: SendOutcome },
): Promise<SendOutcome> {
  try {
    const response = await asked;
    if (!isOfServer(response)) return { kind: 'passing', waitingFor: 'server' };
    if (response.ok) return await taken(response);
    const problem = v.safeParse(problemBody, await response.text());
    const { code, detail } = problem.success ? problem.output : { code: '', detail: '' };
    const retryAfter = retryAfterOf(response.headers) ?? undefined;
    const outcome = outcomeOf({ status: response.status, code, detail, retryAfter });
    return outcome.kind === 'refused' ? (refused ?? outcome) : outcome;
  } catch {
    return { kind: 'passing', waitingFor: 'network' };
  }
}

function request(path: string, init: RequestInit, withinMs: number): Promise<Response> {
  const headers = { accept: 'application/json', ...init.headers };
  return fetch(path, { ...init, headers, credentials: 'include', signal: AbortSignal.timeout(withinMs) });
}
