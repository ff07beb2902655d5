import { randomUUID } from 'node:crypto';
import {
  type CommandOutcome,
  type FrameCommand,
  ProblemError,
  type SendMessage,
  texts,
} from '@pmcw/contracts';
import { messageView, type ProductEvents, streams } from '@pmcw/contracts/events';
import type { EventStore } from '@pmcw/event-store';

export function recordedBy(actorId: number) {
  const metadata = {
    actorId,
    correlationId: randomUUID(),
    causationId: randomUUID(),
    time: new Date().toISOString(),
  };
  return { eventId: randomUUID(), metadata };
}

/** Appends what the frames ask for, without deciders. */
export class MinimalCommandService {
  readonly #eventStore: EventStore<ProductEvents>;
  readonly #sent = new Map<string, Promise<CommandOutcome>>();

  constructor(eventStore: EventStore<ProductEvents>) {
    this.#eventStore = eventStore;
  }

  handle(command: FrameCommand, actorId: number): Promise<CommandOutcome> {
    return command.type === 'SendMessage' ? this.#send(command, actorId) : this.#markRead(command, actorId);
  }

  /** Idempotent. */
  #send(command: SendMessage, senderId: number): Promise<CommandOutcome> {
    const sent = this.#sent.get(command.id) ?? this.#append(command, senderId);
    this.#sent.set(command.id, sent);
    sent.catch(() => this.#sent.delete(command.id));
    return sent;
  }

  async #append({ id, receiverId, content }: SendMessage, senderId: number): Promise<CommandOutcome> {
    if (receiverId === senderId) throw new ProblemError('invalid_input', texts.refusals.messageToSelf);
    const recorded = recordedBy(senderId);
    const data = {
      messageId: id,
      senderId,
      receiverId,
      content,
      messageType: 'text',
      voiceHash: null,
      voiceSeconds: null,
    } as const;
    const { position } = await this.#eventStore.append(streams.message(id), 'no-stream', [
      { type: 'MessageSent', data, ...recorded },
    ]);
    const sender = { username: 'from-the-command-service', fullName: '', avatarUrl: null };
    return { position: String(position), message: messageView({ data, position, ...recorded }, sender) };
  }

  async #markRead(
    { peerId, upTo }: Extract<FrameCommand, { type: 'MarkRead' }>,
    readerId: number,
  ): Promise<CommandOutcome> {
    const seen = upTo ?? String(await this.#eventStore.head());
    const recorded = recordedBy(readerId);
    const event =
      peerId === null
        ? { type: 'GlobalChatRead' as const, data: { readerId, upTo: seen }, ...recorded }
        : { type: 'ConversationRead' as const, data: { readerId, peerId, upTo: seen }, ...recorded };
    const { position } = await this.#eventStore.append(streams.inbox(readerId), 'any', [event]);
    return { position: String(position), message: null };
  }
}
