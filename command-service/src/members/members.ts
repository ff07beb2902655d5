import { type MemberCard, mediaUrl, ProblemError, shownName, texts } from '@pmcw/contracts';
import {
  type Member,
  type ProductEvents,
  streams,
  type UserEvent,
  type UserState,
  userFold,
} from '@pmcw/contracts/events';
import type { EventStore, Subscription } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import { backoffMs } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';
import { type UserCommand, userDecider } from '../deciders/user.ts';
import { requireActing, requireMember } from '../deciders/userState.ts';
import { stateSnapshots } from '../handling/stateSnapshots.ts';
import { type Loaded, StreamStates } from '../handling/streamStates.ts';

export interface MemberAt {
  readonly member: Member;
  readonly position: bigint;
}

const userStreams = 'user-';

/** Some kilobytes each. */
const mostKept = 20_000;

const retryMs = { firstMs: 100, mostMs: 2_000 };

/** Following the log keeps cached members current; while it is not followed, each look-up reads the log. */
export class Members {
  readonly states: StreamStates<UserState, UserCommand, UserEvent>;
  readonly #store: EventStore<ProductEvents>;
  readonly #logger: Logger;
  #following: Subscription | null = null;
  #isClosed = false;
  #failuresInRow = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(store: EventStore<ProductEvents>, snapshots: Vault['snapshots'], logger: Logger) {
    this.states = new StreamStates(store, userDecider, {
      entries: mostKept,
      snapshots: stateSnapshots(snapshots, userFold, logger),
    });
    this.#store = store;
    this.#logger = logger;
  }

  async start(): Promise<void> {
    const subscription = this.#store.subscribe(
      await this.#store.head(),
      async ({ events }) => {
        for (const event of events) this.states.arrived(event);
        this.#failuresInRow = 0;
      },
      { filter: { streamPrefixes: [userStreams] } },
    );
    this.states.clear();
    if (this.#isClosed) return subscription.stop();
    this.#following = subscription;
    subscription.done.then(
      () => this.#lost(new Error('The subscription ended')),
      (error: unknown) => this.#lost(error),
    );
  }

  /** From the log. */
  load(userId: number): Promise<Loaded<UserState>> {
    return this.states.load(streams.user(userId));
  }

  /** From the log. @throws ProblemError `not_signed_in` if deleted, `suspended` */
  async loadActing(userId: number): Promise<MemberAt> {
    const { state, position } = await this.load(userId);
    return { member: requireActing(state), position };
  }

  /** May lag by a moment. */
  async find(userId: number): Promise<Member | null> {
    const kept = this.#following === null ? undefined : this.states.kept(streams.user(userId));
    const { state } = kept ?? (await this.load(userId));
    return state.status === 'registered' ? state : null;
  }

  /** @throws ProblemError `not_found` */
  async require(userId: number): Promise<Member> {
    return requireMember((await this.find(userId)) ?? { status: 'absent' });
  }

  /**
   * The cache may answer no for a moment too long, which ends with the member's sessions; a yes is checked in the log,
   * so that a reinstated member is never refused.
   */
  async isSuspended(member: Member): Promise<boolean> {
    if (!member.isSuspended) return false;
    const { state } = await this.load(member.id);
    return state.status === 'registered' && state.isSuspended;
  }

  /** @throws ProblemError `not_signed_in` if deleted, `suspended` */
  async requireActive(userId: number): Promise<Member> {
    const member = await this.find(userId);
    if (member !== null && !member.isSuspended) return member;
    return (await this.loadActing(userId)).member;
  }

  /** Reads the log, not the cache. @throws ProblemError `not_signed_in`, `suspended`, `forbidden` */
  async requireAdmin(userId: number): Promise<void> {
    const { member } = await this.loadActing(userId);
    if (!member.isAdmin) throw new ProblemError('forbidden', texts.refusals.adminsOnly);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#following?.stop();
    this.#following = null;
  }

  /** Look-ups read the log until it is followed again. */
  #lost(error: unknown): void {
    this.#following = null;
    if (this.#isClosed) return;
    this.#failuresInRow += 1;
    const wait = backoffMs(this.#failuresInRow, retryMs);
    this.#logger.error(
      { err: error, wait },
      'members are not followed; each look-up reads the log until they are',
    );
    this.#retry = setTimeout(() => this.start().catch((failure: unknown) => this.#lost(failure)), wait);
  }
}

export const cardOf = ({ username, fullName, avatarHash }: Member): MemberCard => ({
  username,
  fullName: shownName(fullName, username),
  avatarUrl: mediaUrl(avatarHash),
});
