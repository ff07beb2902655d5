import { type MemberCard, ProblemError, texts } from '@pmcw/contracts';
import { type ProductEvents, streams, type UserEvent } from '@pmcw/contracts/events';
import type { EventStore, Subscription } from '@pmcw/event-store';
import { StreamStates } from '../handling/streamStates.ts';
import type { ServiceLogger } from '../serviceLogger.ts';
import { type UserCommand, userDecider } from './userDecider.ts';
import { type Member, requireMember, type UserState } from './userState.ts';

/** What the names of all `user-{id}` streams begin with. */
const userStreams = 'user-';

/** Members kept in memory; some kilobytes each at most times. */
const mostKept = 20_000;

/**
 * The members as the log knows them. Following the log keeps those in memory up to date, so that looking one up
 * costs no read; while it does not follow, every look-up reads the log.
 */
export class Members {
  readonly states: StreamStates<UserState, UserCommand, UserEvent>;
  readonly #store: EventStore<ProductEvents>;
  readonly #logger: ServiceLogger;
  #following: Subscription | null = null;

  constructor(store: EventStore<ProductEvents>, logger: ServiceLogger) {
    this.states = new StreamStates(store, userDecider, mostKept);
    this.#store = store;
    this.#logger = logger;
  }

  /** Begins to follow the log from its head. */
  async start(): Promise<void> {
    const subscription = this.#store.subscribe(
      await this.#store.head(),
      async ({ events }) => {
        for (const event of events) this.states.arrived(event);
      },
      { filter: { streamPrefixes: [userStreams] } },
    );
    // What was read before may already be out of date.
    this.states.clear();
    this.#following = subscription;
    subscription.done.catch((error: unknown) => {
      this.#following = null;
      this.#logger.error(
        { err: error },
        'members are no longer followed; each look-up reads the log from now on',
      );
    });
  }

  /** The member, from memory where that is up to date within a moment, else from the log; null when nobody is. */
  async find(userId: number): Promise<Member | null> {
    const stream = streams.user(userId);
    const kept = this.#following === null ? undefined : this.states.kept(stream);
    const { state } = kept ?? (await this.states.load(stream));
    return state.status === 'absent' ? null : state;
  }

  /** @throws ProblemError `not_found` when there is no such member */
  async require(userId: number): Promise<Member> {
    return requireMember((await this.find(userId)) ?? { status: 'absent' });
  }

  /** @throws ProblemError `forbidden` when the member is no administrator */
  async requireAdmin(userId: number): Promise<void> {
    if ((await this.find(userId))?.isAdmin !== true) {
      throw new ProblemError('forbidden', texts.refusals.adminsOnly);
    }
  }

  async close(): Promise<void> {
    await this.#following?.stop();
    this.#following = null;
  }
}

/** A member as shown beside their messages. */
export const cardOf = ({ username, fullName }: Member): MemberCard => ({
  username,
  fullName,
  avatarUrl: null,
});
