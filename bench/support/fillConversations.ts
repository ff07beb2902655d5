import { randomUUID } from 'node:crypto';
import { eventTypes, type ProductEvent, type ProductEvents, streams } from '@pmcw/contracts/events';
import { createEventStore, type EventStore, openPostgresLog } from '@pmcw/event-store';
import { openVault } from '@pmcw/vault';
import type { SingleBar } from 'cli-progress';
import { v7 as uuidv7 } from 'uuid';
import { content } from './callers.ts';
import { makeMembers } from './members.ts';

const appendsAtOnce = 200;
/** Above the ids that the product gives to members who register. */
const firstId = 1_000_000;

export interface Owner {
  readonly id: number;
  /** Each conversation has one message, from another member. */
  readonly conversations: number;
  /** Conversations of an earlier call, of all owners the same. */
  readonly present?: number;
  /** The first of them: requests, and conversations with members who are then blocked, by turns. */
  readonly hidden?: number;
}

interface Appended {
  readonly stream: string;
  readonly actorId: number;
  readonly event: ProductEvent;
}

const memberCount = (owners: readonly Owner[]) =>
  Math.max(...owners.map(({ conversations }) => conversations));

const presentOf = (owners: readonly Owner[]) => owners[0]?.present ?? 0;

/** Number of events of `fillConversations`. */
export const eventsFor = (owners: readonly Owner[]): number =>
  owners.reduce(
    (sum, { conversations, hidden = 0 }) => sum + conversations + Math.floor(hidden / 2) - presentOf(owners),
    memberCount(owners) - presentOf(owners),
  );

/** Members who write, the same in every run. */
export const writers = (count: number) =>
  Array.from(makeMembers(count), ({ id, username }) => ({
    id: firstId + id,
    username: `m${username}`.slice(0, 30),
  }));

/** The members who write, each followed by the messages to those who have a conversation with them. */
function* story(owners: readonly Owner[]): Generator<readonly Appended[]> {
  for (const made of makeMembers(memberCount(owners))) {
    if (made.id <= presentOf(owners)) continue;
    const { username, fullName, email, userType } = made;
    const userId = firstId + made.id;
    const member: ProductEvent = {
      type: 'UserRegistered',
      data: { userId, username: `m${username}`.slice(0, 30), fullName, email, telegramHandle: '', userType },
    };
    const receivers = owners.filter(({ conversations }) => made.id <= conversations);
    yield [
      { stream: streams.user(userId), actorId: userId, event: member },
      ...receivers.flatMap(({ id, hidden = 0 }) => {
        const isRequest = made.id <= hidden && made.id % 2 === 1;
        const message = messageFrom(userId, id, `Hello from ${fullName}`, isRequest);
        return made.id <= hidden && !isRequest ? [message, blockBy(id, userId)] : [message];
      }),
    ];
  }
}

function messageFrom(senderId: number, receiverId: number, content: string, isRequest = false): Appended {
  const messageId = uuidv7();
  const text = { messageType: 'text', content, voiceHash: null, voiceSeconds: null } as const;
  return {
    stream: streams.message(messageId),
    actorId: senderId,
    event: { type: 'MessageSent', data: { messageId, senderId, receiverId, ...text, isRequest } },
  };
}

const blockBy = (userId: number, memberId: number): Appended => ({
  stream: streams.user(userId),
  actorId: userId,
  event: { type: 'MemberBlocked', data: { userId, memberId } },
});

async function append(
  eventStore: EventStore<ProductEvents>,
  { stream, actorId, event }: Appended,
): Promise<void> {
  const metadata = {
    actorId,
    correlationId: randomUUID(),
    causationId: randomUUID(),
    time: new Date().toISOString(),
  };
  const expected = event.type === 'MemberBlocked' ? 'any' : 'no-stream';
  await eventStore.append(stream, expected, [{ ...event, eventId: randomUUID(), metadata }]);
}

/** Appends a message of 90 characters. */
export const appendMessage = (
  eventStore: EventStore<ProductEvents>,
  from: number,
  to: number,
): Promise<void> => append(eventStore, messageFrom(from, to, content));

/** Writes conversations into the log of a running product, encrypted as there. */
export async function fillConversations(
  { connectionString, masterKey }: { readonly connectionString: string; readonly masterKey: Uint8Array },
  owners: readonly Owner[],
  bar: SingleBar,
): Promise<void> {
  const vault = await openVault({ connectionString, masterKey });
  const eventStore = createEventStore(await openPostgresLog({ connectionString }), eventTypes, vault.sealer);
  try {
    // All writers share one iterator: each takes the next member.
    const members = story(owners);
    const write = async () => {
      for (const appended of members) {
        for (const each of appended) await append(eventStore, each);
        bar.increment(appended.length);
      }
    };
    await Promise.all(Array.from({ length: appendsAtOnce }, write));
  } finally {
    await eventStore.close();
    await vault.close();
  }
}
