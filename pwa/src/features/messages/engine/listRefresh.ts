import { singleFlight } from '@pmcw/resilience';
import { applyConversations, applyGlobalCount } from '../../../device/offline/apply.ts';
import type { Clock } from '../../../device/offline/clock.ts';
import type { MemberDatabase } from '../../../device/offline/database.ts';
import { Spread } from '../../../device/realtime/spread.ts';
import * as api from './api.ts';

/** Less than for other requests, because readers see it. */
const spreadMs = 2_000;

/** Fetches the list of conversations, once at a time. */
export class ListRefresh {
  readonly #db: MemberDatabase;
  readonly #spread: Spread;
  #isFetched = false;
  #underWay: Promise<void> = Promise.resolve();
  /** @throws ApiError, NetworkError, UnreadableAnswerError */
  readonly refresh: () => Promise<void>;

  constructor(db: MemberDatabase, clock: Clock) {
    this.#db = db;
    const fetch = singleFlight(() => this.#fetch());
    this.refresh = () => {
      this.#underWay = fetch();
      return this.#underWay;
    };
    this.#spread = new Spread(clock, () => this.again(), spreadMs);
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

  /** Within seconds, for changes that reach many devices at once. */
  soon(): void {
    this.#spread.soon();
  }

  stop(): void {
    this.#spread.cancel();
  }

  async #fetch(): Promise<void> {
    const cursor = (await this.#db.sync.get('cursor'))?.position ?? null;
    for await (const page of api.fetchConversations(cursor)) await applyConversations(this.#db, page);
    if (cursor === null) return;
    await applyGlobalCount(this.#db, await api.fetchGlobalUnread(cursor), cursor);
    this.#isFetched = true;
  }
}
