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
import type { Vault } from '@pmcw/vault';
import { type UserCommand, userDecider } from '../deciders/user.ts';
import { requireActing, requireMember } from '../deciders/userState.ts';
import { stateSnapshots } from '../handling/stateSnapshots.ts';
import { StreamStates } from '../handling/streamStates.ts';
import type { ServiceLogger } from '../serviceLogger.ts';

/** What the names of all `user-{id}` streams begin with. */
const userStreams = 'user-';

/** Members kept in memory; some kilobytes each at most times. */
const mostKept = 20_000;

/** Pauses before following again: the first, and the longest. */
const again = { firstMs: 100, mostMs: 2_000 };

/**
 * The members as the log knows them. Following the log keeps those in memory up to date, so that looking one up
 * costs no read; while it does not follow, every look-up reads the log.
 */
export class Members {
  readonly states: StreamStates<UserState, UserCommand, UserEvent>;
  readonly #store: EventStore<ProductEvents>;
  readonly #logger: ServiceLogger;
  #following: Subscription | null = null;
  #isClosed = false;
  #failuresInRow = 0;
  #retry: NodeJS.Timeout | undefined;

  constructor(store: EventStore<ProductEvents>, snapshots: Vault['snapshots'], logger: ServiceLogger) {
    this.states = new StreamStates(store, userDecider, {
      entries: mostKept,
      snapshots: stateSnapshots(snapshots, userFold, logger),
    });
    this.#store = store;
    this.#logger = logger;
  }

  /** Begins to follow the log from its head; what ends that later is waited out, and following begins anew. */
  async start(): Promise<void> {
    const subscription = this.#store.subscribe(
      await this.#store.head(),
      async ({ events }) => {
        for (const event of events) this.states.arrived(event);
        this.#failuresInRow = 0;
      },
      { filter: { streamPrefixes: [userStreams] } },
    );
    // What was read before may already be out of date.
    this.states.clear();
    if (this.#isClosed) return subscription.stop();
    this.#following = subscription;
    subscription.done.then(
      () => this.#lost(new Error('The subscription ended')),
      (error: unknown) => this.#lost(error),
    );
  }

  /** The member, from memory where that is up to date within a moment, else from the log; null when nobody is. */
  async find(userId: number): Promise<Member | null> {
    const stream = streams.user(userId);
    const kept = this.#following === null ? undefined : this.states.kept(stream);
    const { state } = kept ?? (await this.states.load(stream));
    return state.status === 'registered' ? state : null;
  }

  /** @throws ProblemError `not_found` when there is no such member */
  async require(userId: number): Promise<Member> {
    return requireMember((await this.find(userId)) ?? { status: 'absent' });
  }

  /**
   * Whether a member is suspended. Memory may answer no for a moment too long, which ends with their sessions; a yes
   * is asked of the log again, for who was just let in again must not be shut out by what this process has not heard.
   */
  async isSuspended(member: Member): Promise<boolean> {
    if (!member.isSuspended) return false;
    const { state } = await this.states.load(streams.user(member.id));
    return state.status === 'registered' && state.isSuspended;
  }

  /**
   * The member who acts.
   * @throws ProblemError `not_signed_in` when there is no such member any more, `suspended` when they may not act now
   */
  async requireActive(userId: number): Promise<Member> {
    const member = await this.find(userId);
    if (member !== null && !member.isSuspended) return member;
    return requireActing((await this.states.load(streams.user(userId))).state);
  }

  /**
   * Asks the log itself: whether somebody may administer must not hang on what this process has heard yet.
   * @throws ProblemError `not_signed_in` when there is no such member any more, `suspended` when they may not act now,
   * `forbidden` when they are no administrator
   */
  async requireAdmin(userId: number): Promise<void> {
    const { state } = await this.states.load(streams.user(userId));
    if (!requireActing(state).isAdmin) {
      throw new ProblemError('forbidden', texts.refusals.adminsOnly);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#following?.stop();
    this.#following = null;
  }

  /** Every look-up reads the log until following has begun anew, from where the log is then. */
  #lost(error: unknown): void {
    this.#following = null;
    if (this.#isClosed) return;
    const full = Math.min(again.mostMs, again.firstMs * 2 ** Math.min(this.#failuresInRow, 20));
    this.#failuresInRow += 1;
    // Half of it is chance, so that several processes don't come back in step.
    const wait = full * (0.5 + Math.random() / 2);
    this.#logger.error(
      { err: error, wait },
      'members are not followed; each look-up reads the log meanwhile',
    );
    this.#retry = setTimeout(() => this.start().catch((failure: unknown) => this.#lost(failure)), wait);
  }
}

/** A member as shown beside their messages. */
export const cardOf = ({ username, fullName, avatarHash }: Member): MemberCard => ({
  username,
  fullName: shownName(fullName, username),
  avatarUrl: mediaUrl(avatarHash),
});
