import { randomUUID } from 'node:crypto';
import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import {
  createEventStore,
  ERASED,
  type EventLog,
  type EventStore,
  UNREADABLE,
  UnreadableEventError,
  WrongExpectedRevisionError,
} from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';

export interface Findings {
  readonly id: string;
  /** Whether a log with this id was seen. */
  readonly isConfirmed: boolean;
  readonly name: string | null;
  readonly isLogEmpty: boolean;
  /** `known`: the vault's key of a member opens their events. `none`: the vault has no members. */
  readonly members: 'none' | 'known' | 'unknown';
}

export type Verdict = 'right' | 'adopt' | 'name' | { readonly wrong: string };

/**
 * Decides whether a log is this installation's: by its id once confirmed; before (first start, upgrade, restore) by a
 * member whose key opens their events. Two new ones are paired.
 */
export function judge(findings: Findings): Verdict {
  const { id, isConfirmed, name, isLogEmpty, members } = findings;
  if (name === id) return 'right';
  if (!isConfirmed) {
    if (members === 'known') return name === null ? 'name' : 'adopt';
    if (members === 'none' && isLogEmpty) return 'name';
  }
  return { wrong: reasonOf(findings) };
}

function reasonOf({ name, isLogEmpty, isConfirmed, members }: Findings): string {
  if (name !== null) return 'it belongs to another installation';
  if (isLogEmpty) return 'it is empty, and the vault is not new';
  if (isConfirmed) return 'it does not carry the id of this installation';
  return members === 'none' ? 'it holds events, and the vault no member' : 'no member of the vault is in it';
}

export const wrongLog = (reason: string): string =>
  `The log is not this installation's: ${reason}. Nothing is written to it. Look at EVENTSTORE_URL and DATABASE_URL.`;

export interface Installation {
  readonly vault: Pick<Vault, 'instance' | 'subjectKeys' | 'sealer'>;
  readonly log: EventLog;
}

export type Verified = { readonly id: string } | { readonly wrong: string };

/**
 * Checks whether vault and log belong together, and gives both the id if they have none. Safe to interrupt and to run
 * concurrently. Never writes to another installation's log.
 * @throws LogUnavailableError, or the vault's database error
 */
export async function verifyInstance({ vault, log }: Installation): Promise<Verified> {
  const eventStore = createEventStore(log, eventTypes, vault.sealer);
  const { id, isConfirmed } = await vault.instance.find();
  const members = isConfirmed ? 'unknown' : await membersIn(eventStore, vault);
  const isLogEmpty = (await log.head()) === 0n;
  // Last, so that events of a process that has just named the log don't count as old.
  const name = await nameOf(log);
  const verdict = judge({ id, isConfirmed, name, isLogEmpty, members });
  if (typeof verdict === 'object') return verdict;
  if (verdict === 'name') {
    await nameLog(eventStore, id);
    return verifyInstance({ vault, log });
  }
  const settled = name ?? id;
  if (!isConfirmed) await vault.instance.confirm(settled);
  return { id: settled };
}

/** Null also if something else is in that stream. */
export async function nameOf(log: Pick<EventLog, 'readStream'>): Promise<string | null> {
  try {
    for await (const { type, data } of log.readStream(streams.instance())) {
      const named = eventTypes.InstanceNamed.schema.safeParse(data);
      return type === 'InstanceNamed' && named.success ? named.data.instanceId : 'not an id';
    }
    return null;
  } catch (error) {
    if (error instanceof UnreadableEventError) return 'not an id';
    throw error;
  }
}

/** Members to try: a crashed registration left a key without events. */
const mostMembers = 50;

async function membersIn(
  eventStore: EventStore<ProductEvents>,
  { subjectKeys }: Pick<Vault, 'subjectKeys'>,
): Promise<Findings['members']> {
  const members = await subjectKeys.oldest(mostMembers);
  if (members.length === 0) return 'none';
  for (const member of members) {
    const ours = await isOurs(eventStore, member);
    if (ours !== null) return ours ? 'known' : 'unknown';
  }
  return 'unknown';
}

/**
 * Whether a member of the log is the vault's: the key opens the events, or both say that the member was erased. Null if
 * the log doesn't show it.
 */
async function isOurs(eventStore: EventStore<ProductEvents>, member: number): Promise<boolean | null> {
  try {
    for await (const { type, data } of eventStore.readStream(streams.user(member))) {
      if (type === 'UserRegistered' && data.username === UNREADABLE) return false;
      if (type === 'UserDeleted' || (type === 'UserRegistered' && data.username !== ERASED)) return true;
    }
    return null;
  } catch (error) {
    if (error instanceof UnreadableEventError) return false;
    throw error;
  }
}

/** Safe to call concurrently. */
async function nameLog(eventStore: EventStore<ProductEvents>, instanceId: string): Promise<void> {
  const cause = randomUUID();
  const metadata = {
    actorId: null,
    correlationId: cause,
    causationId: cause,
    time: new Date().toISOString(),
  };
  const named = { type: 'InstanceNamed', data: { instanceId }, eventId: instanceId, metadata } as const;
  try {
    await eventStore.append(streams.instance(), 'no-stream', [named]);
  } catch (error) {
    if (!(error instanceof WrongExpectedRevisionError)) throw error;
  }
}
