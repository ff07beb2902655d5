import { ProblemError, texts } from '@pmcw/contracts';
import type { MessageEvent, MessageState } from '@pmcw/contracts/events';
import type { Logger } from '@pmcw/resilience';
import { type Media, type MediaBytes, type MediaChange, SubjectErasedError } from '@pmcw/vault';
import type { MessageCommand } from '../deciders/message.ts';
import type { StreamStates } from '../handling/streamStates.ts';
import type { Members } from '../members/members.ts';

/** A recording's place is its message's stream. */
export type ImagePlace = 'avatar' | 'background';

export interface PlacesOptions {
  readonly media: Media;
  readonly members: Members;
  readonly messages: StreamStates<MessageState, MessageCommand, MessageEvent>;
  readonly logger: Logger;
}

const sweeping = { everyMs: 5 * 60 * 1000, atOnce: 100 };

/** In step with the log (docs/decisions/media.md). */
export class Places {
  readonly #options: PlacesOptions;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #sweep: Promise<void> | null = null;

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#sweep ??= this.sweep().finally(() => {
        this.#sweep = null;
      });
    }, sweeping.everyMs).unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isClosed = true;
    await this.#sweep;
  }

  /** @throws ProblemError `not_signed_in` if the member was just deleted */
  async begin(ownerId: number, place: string, media: MediaBytes | null): Promise<MediaChange> {
    try {
      return await this.#options.media.begin(ownerId, place, media);
    } catch (error) {
      if (!(error instanceof SubjectErasedError)) throw error;
      throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
    }
  }

  /** An append with unknown outcome may still arrive, so only a later sweep settles it. */
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

  /** Visits all changes, so that a failing one never blocks the rest. Never rejects. */
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
      logger.warn({ err: error }, 'unsettled media could not be listed');
    }
  }

  /** A failure is only logged, because the command succeeded; the sweep retries. */
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

  async #currentHash({ ownerId, place }: MediaChange): Promise<string | null> {
    const { members, messages } = this.#options;
    if (place === 'avatar' || place === 'background') {
      const { state } = await members.load(ownerId);
      if (state.status !== 'registered') return null;
      return place === 'avatar' ? state.avatarHash : state.backgroundHash;
    }
    const { state } = await messages.load(place);
    return state.status === 'sent' && state.senderId === ownerId ? state.voiceHash : null;
  }
}
