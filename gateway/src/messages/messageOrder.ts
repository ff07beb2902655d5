import { isFinalRefusal, ProblemError, texts } from '@pmcw/contracts';

interface Sent {
  readonly id?: string | undefined;
  /** The message sent right before it, if that had no answer then. */
  readonly previous?: string | undefined;
}

export interface Arrived {
  readonly id: string | undefined;
  /** Why messages after it must be sent again; null once it is stored or refused for good. */
  obstacle: ProblemError | null;
}

export interface Arrival {
  readonly message: Arrived;
  /** Null for a message that starts again. */
  readonly after: Arrived | null;
}

/** Only the latest conversations are remembered; a message that follows a forgotten one is sent again. */
const conversationsMost = 100;

/** The message must be sent again. */
export const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

/**
 * Which messages of one socket may be stored, so that a conversation keeps the order of sending although several
 * messages are on their way (docs/decisions/gateway-messages-in-flight.md).
 */
export class MessageOrder {
  readonly #lasts = new Map<string, Arrived>();

  /**
   * Call it in order of arrival.
   * @throws ProblemError if another message arrived last, or none
   */
  arrived(conversation: string, { id, previous }: Sent): Arrival {
    const last = this.#lasts.get(conversation) ?? null;
    const message: Arrived = { id, obstacle: busy() };
    this.#remember(conversation, message);
    if (previous === undefined) return { message, after: null };
    if (last?.id !== previous) throw busy();
    return { message, after: last };
  }

  #remember(conversation: string, message: Arrived): void {
    this.#lasts.delete(conversation);
    this.#lasts.set(conversation, message);
    if (this.#lasts.size <= conversationsMost) return;
    const [oldest = conversation] = this.#lasts.keys();
    this.#lasts.delete(oldest);
  }
}

/**
 * Runs a message's work. Call it in order of arrival, each after the end of the one before.
 * @throws ProblemError without running it, if the message before it has to be sent again
 */
export async function inTurn<T>({ message, after }: Arrival, work: () => Promise<T>): Promise<T> {
  if (after !== null && after.obstacle !== null) {
    message.obstacle = after.obstacle;
    throw after.obstacle;
  }
  try {
    const done = await work();
    message.obstacle = null;
    return done;
  } catch (error) {
    if (error instanceof ProblemError) message.obstacle = isFinalRefusal(error.code) ? null : error;
    throw error;
  }
}
