import { ProblemError, texts } from '@pmcw/contracts';
import { type MessageEvent, type MessageState, streams } from '@pmcw/contracts/events';
import { type Media, type MediaBytes, type MediaChange, SubjectErasedError } from '@pmcw/vault';
import type { MessageCommand } from '../deciders/message.ts';
import type { StreamStates } from '../handling/streamStates.ts';
import type { Members } from '../members/members.ts';
import type { ServiceLogger } from '../serviceLogger.ts';

/** Where a member's images are; the recording of a message is in a place named as the message's stream. */
export type ImagePlace = 'avatar' | 'background';

/** What the places are kept by. */
export interface PlacesOptions {
  readonly media: Media;
  readonly members: Members;
  readonly messages: StreamStates<MessageState, MessageCommand, MessageEvent>;
  readonly logger: ServiceLogger;
}

/** How often changes that nobody settled are looked for, and how many of them are in memory at a time. */
const sweeping = { everyMs: 5 * 60 * 1000, atOnce: 100 };

/** What members keep where, in step with the log (docs/decisions/media.md). */
export class Places {
  readonly #options: PlacesOptions;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #sweep: Promise<void> | null = null;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /** Looks after changes that nobody settled, from now on. */
  start(): void {
    this.#timer = setInterval(() => {
      this.#sweep ??= this.sweep().finally(() => {
        this.#sweep = null;
      });
    }, sweeping.everyMs).unref();
  }

  /** Resolves when what is being settled is. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#sweep;
  }

  /**
   * Keeps bytes for a place of the member who acts, or announces that there will be none; see `Media.begin`.
   * @throws ProblemError `not_signed_in` when they were just deleted
   */
  async begin(ownerId: number, place: string, media: MediaBytes | null): Promise<MediaChange> {
    try {
      return await this.#options.media.begin(ownerId, place, media);
    } catch (error) {
      if (!(error instanceof SubjectErasedError)) throw error;
      throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
    }
  }

  /**
   * Appends what was begun, and then makes the places what the log says. Of an append with an unknown outcome nothing
   * is taken away: it may still arrive, and the sweep comes later.
   */
  async settling<T>(changes: () => readonly MediaChange[], append: () => Promise<T>): Promise<T> {
    try {
      const result = await append();
      await this.#settleAll(changes());
      return result;
    } catch (error) {
      if (error instanceof ProblemError) await this.#settleAll(changes());
      throw error;
    }
  }

  /**
   * Settles what commands left behind that crashed or did not hear what became of them: all of it, so that what can't be settled now
   * never stands before what can. Never rejects.
   */
  async sweep(): Promise<void> {
    const { media, logger } = this.#options;
    try {
      let last: MediaChange | undefined;
      do {
        const changes = await media.unsettled(sweeping.atOnce, last);
        await this.#settleAll(changes);
        last = changes.at(-1);
      } while (last !== undefined && !this.#isClosed);
    } catch (error) {
      logger.warn({ err: error }, 'media that nobody settled could not be looked for');
    }
  }

  /** What is not settled now stays for the sweep: the command itself is done. */
  async #settleAll(changes: readonly MediaChange[]): Promise<void> {
    const { media, logger } = this.#options;
    for (const change of changes) {
      try {
        await media.settle(change, () => this.#currentHash(change));
      } catch (error) {
        logger.warn({ err: error }, 'media could not be settled');
      }
    }
  }

  /** What the log says is in a place now. */
  async #currentHash({ ownerId, place }: MediaChange): Promise<string | null> {
    const { members, messages } = this.#options;
    if (place === 'avatar' || place === 'background') {
      const { state } = await members.states.load(streams.user(ownerId));
      if (state.status !== 'registered') return null;
      return place === 'avatar' ? state.avatarHash : state.backgroundHash;
    }
    const { state } = await messages.load(place);
    return state.status === 'sent' && state.senderId === ownerId ? state.voiceHash : null;
  }
}
