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

/** What vault and log say about whether they belong together. */
export interface Findings {
  /** The vault's id. */
  readonly id: string;
  /** Whether a log was seen to carry it. */
  readonly isConfirmed: boolean;
  /** The id that the log carries; null when none. */
  readonly name: string | null;
  readonly isLogEmpty: boolean;
  /** `known`: a member of the vault is in the log, as their key shows. `none`: the vault has no members. */
  readonly members: 'none' | 'known' | 'unknown';
}

/** What follows from findings: `adopt` the log's id, `name` the log, or keep away from it. */
export type Verdict = 'right' | 'adopt' | 'name' | { readonly wrong: string };

/**
 * Whether a log is this installation's. Once confirmed, the id decides. Before, at the first start of all, after an upgrade or a
 * restore, the log is also known by a member whose key opens their events; and two that are both new become one.
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

/** Why nothing goes on with a log that is not this installation's, for who runs it. */
export const wrongLog = (reason: string): string =>
  `The log is not this installation's: ${reason}. Nothing is written to it. Look at EVENTSTORE_URL and DATABASE_URL.`;

/** What verifying needs. */
export interface Installation {
  readonly vault: Pick<Vault, 'instance' | 'subjectKeys' | 'sealer'>;
  readonly log: EventLog;
}

/** Whether the log is this installation's: then with the id that both carry, else with the reason. */
export type Verified = { readonly id: string } | { readonly wrong: string };

/**
 * Finds out whether vault and log belong together, and gives both the id where they have none yet. May be stopped at any point,
 * and several may do so at once: all come to one id. Appends nothing to a log that is not this installation's.
 * @throws LogUnavailableError, or what the vault's database says, when one of them is away
 */
export async function verifyInstance({ vault, log }: Installation): Promise<Verified> {
  const eventStore = createEventStore(log, eventTypes, vault.sealer);
  const { id, isConfirmed } = await vault.instance.find();
  const members = isConfirmed ? 'unknown' : await membersIn(eventStore, vault);
  const isLogEmpty = (await log.head()) === 0n;
  // Last, so that what another process does once it has named the log is not taken for what was there before.
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

/** The id that a log carries; null when it has none, and no id at all where something else is in that stream. */
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

/** Those of the vault's members who are looked for: a registration that crashed left a key and no event. */
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
 * Whether a member of the log is the vault's: their key opens the events, which no other does, or both say that they were erased.
 * Null when the log doesn't tell.
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

/** Only a log that has no name gets one; of several who try at once, the first. */
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
