import { openEventLog } from '@pmcw/event-store';

/** A message in the log. */
export interface SentMessage {
  readonly id: string;
  readonly senderId: unknown;
  /** Null for the global chat. */
  readonly receiverId: unknown;
  readonly isDeleted: boolean;
}

/** Messages in the log, the truth about what was sent. */
export interface SentMessages {
  /** A member's messages so far, in log order; duplicates are included. */
  of(senderId: number): Promise<readonly SentMessage[]>;
  close(): Promise<void>;
}

/** Reads the log of a running product; each call reads the events since the last one. */
export async function openSentMessages(connectionString: string): Promise<SentMessages> {
  const log = await openEventLog({ connectionString });
  const bySender = new Map<unknown, SentMessage[]>();
  const deleted = new Set<string>();
  let position = 0n;
  let underWay: Promise<void> = Promise.resolve();

  async function readOn(): Promise<void> {
    for (let isLive = false; !isLive; ) {
      const page = await log.readAll(position);
      for (const { stream, type, data } of page.events) {
        const id = stream.replace('message-', '');
        if (type === 'MessageDeleted') deleted.add(id);
        if (type !== 'MessageSent') continue;
        const { senderId, receiverId } = data;
        const before = bySender.get(senderId) ?? [];
        bySender.set(senderId, [...before, { id, senderId, receiverId, isDeleted: false }]);
      }
      ({ position, live: isLive } = page);
    }
  }

  return {
    async of(senderId) {
      // One reader at a time, because all share the position.
      underWay = underWay.then(readOn);
      await underWay;
      return (bySender.get(senderId) ?? []).map((message) => ({
        ...message,
        isDeleted: deleted.has(message.id),
      }));
    },
    close: () => log.close(),
  };
}
