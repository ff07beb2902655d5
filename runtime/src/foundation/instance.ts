import { eventTypes, type ProductEvents, streams } from '@pmcw/contracts/events';
import {
  createEventStore,
  ERASED,
  EventIdConflictError,
  type EventStore,
  type Origin,
  type ServedEventLog,
  UNREADABLE,
  UnreadableEventError,
  WrongExpectedRevisionError,
} from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';
import {
  byNoMember,
  type IncarnationParts,
  identityOf,
  type LogIdentity,
  originOf,
  settleIncarnation,
} from './incarnation.ts';

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
  readonly vault: Pick<Vault, 'instance' | 'subjectKeys' | 'sealer' | 'bookmarks'>;
  readonly log: ServedLog;
  /** More about where the log is stored, if the caller knows it. */
  readonly place?: Origin | undefined;
}

type ServedLog = Omit<ServedEventLog, 'queueDepth' | 'pulse' | 'confirmWritable'>;

export interface RightLog {
  readonly id: string;
  readonly identity: LogIdentity;
}

export type Verified = RightLog | { readonly wrong: string };

/**
 * Checks whether vault and log belong together, gives both the id if they have none, and starts an incarnation if one
 * of them was restored. Safe to interrupt and to run concurrently. Never writes to another installation's log.
 * @throws LogUnavailableError, or the vault's database error
 */
export async function verifyInstance(installation: Installation): Promise<Verified> {
  const { vault, log } = installation;
  const eventStore = createEventStore(log, eventTypes, vault.sealer);
  const { id, isConfirmed } = await vault.instance.find();
  const members = isConfirmed ? 'unknown' : await membersIn(eventStore, vault);
  const isLogEmpty = (await log.head()) === 0n;
  // Last, so that events of a process that has just named the log don't count as old.
  const { name } = await identityOf(log);
  const verdict = judge({ id, isConfirmed, name, isLogEmpty, members });
  if (typeof verdict === 'object') return verdict;
  if (verdict === 'name') {
    await nameLog(eventStore, id, await originOf(installation));
    return verifyInstance(installation);
  }
  const settled = name ?? id;
  const isRestored = !isConfirmed && (await isUnconfirmedLater(installation));
  const parts: IncarnationParts = { ...installation, eventStore, bookmarks: vault.bookmarks };
  const identity = await settleIncarnation({ id: settled, isRestored }, parts);
  if (!isConfirmed) await vault.instance.confirm(settled);
  return { id: settled, identity };
}

/**
 * Whether the vault, whose backups lack the note that the log has its id, was restored, rather than new: then the log
 * has events after its name, and no other process has confirmed it in the moment since.
 */
async function isUnconfirmedLater({ vault, log }: Installation): Promise<boolean> {
  const { incarnations } = await identityOf(log);
  if ((await log.head()) === incarnations.at(-1)?.position) return false;
  return !(await vault.instance.find()).isConfirmed;
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
async function nameLog(
  eventStore: EventStore<ProductEvents>,
  instanceId: string,
  origin: Origin,
): Promise<void> {
  const named = { type: 'InstanceNamed', data: { instanceId, origin }, ...byNoMember() } as const;
  try {
    await eventStore.append(streams.instance(), 'no-stream', [{ ...named, eventId: instanceId }]);
  } catch (error) {
    const isNamed = error instanceof WrongExpectedRevisionError || error instanceof EventIdConflictError;
    if (!isNamed) throw error;
  }
}
