import { isFinalRefusal, ProblemError, texts } from '@pmcw/contracts';

interface Sent {
  readonly id?: string | undefined;
  /** The message sent right before it, if that had no answer then. */
  readonly previous?: string | undefined;
}

interface Arrived {
  readonly id: string | undefined;
  /** Why messages after it must be sent again; null once it is stored or refused for good. */
  obstacle: ProblemError | null;
}

/** Runs a message in its turn. Rejects without running it if the message before it has to be sent again. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Only the latest conversations are remembered; a message that follows a forgotten one is sent again. */
const conversationsMost = 100;

const busy = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

/**
 * Which messages of one socket may be stored, so that a conversation keeps the order of sending although several
 * messages are on their way (docs/decisions/gateway-messages-in-flight.md).
 */
export class MessageOrder {
  readonly #lasts = new Map<string, Arrived>();

  /**
   * Call it in order of arrival. The functions it returns run one after another, in the same order.
   * @throws ProblemError if another message arrived last, or none
   */
  arrived(conversation: string, { id, previous }: Sent): InTurn {
    const last = this.#lasts.get(conversation);
    const message: Arrived = { id, obstacle: busy() };
    this.#remember(conversation, message);
    if (previous === undefined) return (work) => run(message, work);
    if (last?.id !== previous) throw busy();
    return async (work) => {
      if (last.obstacle === null) return await run(message, work);
      message.obstacle = last.obstacle;
      throw last.obstacle;
    };
  }

  #remember(conversation: string, message: Arrived): void {
    this.#lasts.delete(conversation);
    this.#lasts.set(conversation, message);
    if (this.#lasts.size <= conversationsMost) return;
    const [oldest = conversation] = this.#lasts.keys();
    this.#lasts.delete(oldest);
  }
}

async function run<T>(message: Arrived, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work();
    message.obstacle = null;
    return done;
  } catch (error) {
    if (error instanceof ProblemError) message.obstacle = isFinalRefusal(error.code) ? null : error;
    throw error;
  }
}
