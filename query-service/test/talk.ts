import { type Message, messagesSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { expect } from 'vitest';
import { openWorld, type World } from './world.ts';

/** Three members without ties to those of other specs, who have read the whole global chat. */
export interface Three {
  readonly ada: number;
  readonly bob: number;
  readonly eve: number;
  /** Suffix of their usernames. */
  readonly round: number;
  /** The log's position at their registration. */
  readonly start: string;
}

/** A world with talking members. */
export interface Talk {
  readonly world: World;
  /** New members for a spec. */
  three(): Promise<Three>;
  /** Record a read mark, and return its position. */
  read(readerId: number, peerId: number, upTo: string): Promise<string>;
  readGlobal(readerId: number, upTo: string): Promise<string>;
  remove(messageId: string, senderId: number, receiverId: number | null): Promise<string>;
  /** Of a text. */
  restore(message: Message): Promise<string>;
  /** A thread as a member sees it; `path` follows `/api/messages/`. */
  thread(as: number, path: string): Promise<Message[]>;
  /** Follows `Link` to the end. */
  allPages(path: string, as: number): Promise<Message[][]>;
}

/** The caller closes it. */
export async function openTalk(): Promise<Talk> {
  const world = await openWorld();
  let round = 0;
  const read: Talk['read'] = (readerId, peerId, upTo) =>
    world.record({ type: 'ConversationRead', data: { readerId, peerId, upTo } }, streams.inbox(readerId));
  const readGlobal: Talk['readGlobal'] = (readerId, upTo) =>
    world.record({ type: 'GlobalChatRead', data: { readerId, upTo } }, streams.inbox(readerId));
  return {
    world,
    async three() {
      round += 1;
      const ada = await world.register(`Ada_${round}`);
      const bob = await world.register(`bob_${round}`);
      const eve = await world.register(`eve_${round}`);
      const head = await readGlobal(ada, '0');
      let start = head;
      for (const member of [ada, bob, eve]) start = await readGlobal(member, head);
      return { ada, bob, eve, round, start };
    },
    read,
    readGlobal,
    remove: (messageId, senderId, receiverId) =>
      world.record(
        { type: 'MessageDeleted', data: { messageId, senderId, receiverId } },
        streams.message(messageId),
      ),
    restore({ id: messageId, senderId, receiverId, isGlobal, content, ...sent }) {
      const text = { messageType: 'text', voiceHash: null, voiceSeconds: null } as const;
      const data = {
        ...text,
        ...{ messageId, senderId, receiverId: isGlobal ? null : receiverId, content },
        ...{ sentPosition: sent.position, sentAt: sent.createdAt },
      };
      return world.record({ type: 'MessageRestored', data }, streams.message(messageId));
    },
    thread: (as, path) => world.json(messagesSchema, `/api/messages/${path}`, { as }),
    async allPages(path, as) {
      const pages: Message[][] = [];
      let next: string | undefined = path;
      while (next !== undefined) {
        const response = await world.ask(next, { as });
        expect(response.status).toBe(200);
        pages.push(await world.json(messagesSchema, next, { as }));
        next = /^<([^>]+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1];
      }
      return pages;
    },
  };
}
