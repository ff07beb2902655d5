import { type ActivityEntry, activityTypes, changedBy } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import type { LoggedEvent, Streams } from '../../audit/record.ts';

const ofAccount: ReadonlySet<string> = new Set(activityTypes);

interface OwnEvent {
  readonly position: string;
  readonly time: string;
  readonly by: ActivityEntry['by'];
  readonly type: string;
  readonly data: object;
}

function seenBy(memberId: number, { position, metadata, type, data }: LoggedEvent): OwnEvent {
  const { actorId, time } = metadata;
  const by = changedBy(memberId, actorId, 'cause' in data ? data.cause : undefined);
  return { position: String(position), time, by, type, data };
}

/** All events of a member's account, decrypted, then those of the inbox. Without the notes of administrators. */
export async function* ownEvents(log: Streams, memberId: number): AsyncGenerator<readonly OwnEvent[]> {
  for await (const event of log.readStream(streams.user(memberId)))
    if (ofAccount.has(event.type)) yield [seenBy(memberId, event)];
  for await (const event of log.readStream(streams.inbox(memberId))) yield [seenBy(memberId, event)];
}
