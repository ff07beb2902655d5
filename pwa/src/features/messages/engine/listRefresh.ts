import { singleFlight } from '@pmcw/resilience';
import { applyConversations, applyGlobalCount } from '../../../device/offline/apply.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { Cursor, MemberDatabase } from '../../../device/offline/database.ts';
import { orderOf } from '../../../device/offline/keys.ts';
import { Spread } from '../../../device/realtime/spread.ts';
import * as api from './api.ts';

/** Less than for other requests, because readers see it. */
const spreadMs = 2_000;

/** Names and pictures of members are as old as this at most, except in the newest conversations. */
const wholeListForMs = 24 * 60 * 60 * 1000;

/** Fetches the list of conversations, once at a time: once a day the whole list, otherwise its first page. */
export class ListRefresh {
  readonly #db: MemberDatabase;
  readonly #clock: Clock;
  readonly #spread: Spread;
  #isFetched = false;
  #isStale = false;
  #underWay: Promise<void> = Promise.resolve();
  /** @throws ApiError, NetworkError, UnreadableAnswerError */
  readonly refresh: () => Promise<void>;

  constructor(db: MemberDatabase, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
    const fetch = singleFlight(() => this.#fetch());
    this.refresh = () => {
      this.#underWay = fetch();
      return this.#underWay;
    };
    this.#spread = new Spread(clock, () => this.stale(), spreadMs);
  }

  /** Whether it was fetched at a known position, so that changes keep it right. */
  get isFetched(): boolean {
    return this.#isFetched;
  }

  /** After the fetch under way, which may have come too early. The screen's own query reports failures. */
  again(): void {
    const refresh = () => this.refresh();
    this.#underWay.then(refresh, refresh).catch(() => undefined);
  }

  /** Fetches the whole list, because changes did not keep it right. */
  stale(): void {
    this.#isStale = true;
    this.again();
  }

  /** As `stale`, within seconds, for changes that reach many devices at once. */
  staleSoon(): void {
    this.#spread.soon();
  }

  stop(): void {
    this.#spread.cancel();
  }

  async #fetch(): Promise<void> {
    const isStale = this.#isStale;
    this.#isStale = false;
    const cursor = (await this.#db.sync.get('cursor')) ?? null;
    const isKnown = !isStale && this.#isRecent(cursor?.wholeListAt);
    try {
      for await (const page of api.fetchConversations(cursor)) {
        await applyConversations(this.#db, page, cursor?.incarnation);
        // `again` continues from the position that became known.
        if (isKnown || (cursor === null && (await this.#position()) !== null)) break;
      }
      if (cursor === null) return;
      if (!isKnown) await this.#fetchRequests(cursor);
      const unread = await api.fetchGlobalUnread(cursor);
      await applyGlobalCount(this.#db, unread, cursor.position, cursor.incarnation);
      if (!isKnown && !this.#isStale) await this.#noteWhole(cursor);
      this.#isFetched = true;
    } catch (error) {
      this.#isStale ||= !isKnown;
      throw error;
    }
  }

  async #fetchRequests(cursor: Cursor): Promise<void> {
    for await (const page of api.fetchConversations(cursor, 'requests'))
      await applyConversations(this.#db, page, cursor.incarnation);
  }

  /** Not if the log was restored, or replaced by a shorter one, during the fetch. */
  async #noteWhole(fetchedAt: Cursor): Promise<void> {
    const reached = this.#db.sync.filter(
      ({ position, incarnation }) =>
        incarnation === fetchedAt.incarnation && orderOf(position) >= orderOf(fetchedAt.position),
    );
    await reached.modify({ wholeListAt: this.#clock.now() });
  }

  async #position(): Promise<string | null> {
    return (await this.#db.sync.get('cursor'))?.position ?? null;
  }

  /** Not if the clock was set back since. */
  #isRecent(at: number | undefined): boolean {
    // biome-ignore lint/plugin: an earlier visit noted the moment
    const age = this.#clock.now() - (at ?? Number.NEGATIVE_INFINITY);
    return age >= 0 && age < wholeListForMs;
  }
}
