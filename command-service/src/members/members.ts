import { type MemberCard, mediaUrl, ProblemError, shownName, texts } from '@pmcw/contracts';
import {
  hasBlocked,
  type Member,
  type ProductEvents,
  streams,
  type UserEvent,
  type UserState,
  userFold,
} from '@pmcw/contracts/events';
import { type EventStore, type Following, follow } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Followed } from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import { admits } from '../deciders/contact.ts';
import { type UserCommand, userDecider } from '../deciders/user.ts';
import { requireActing, requireMember } from '../deciders/userState.ts';
import { followedAt } from '../handling/followerChecks.ts';
import { stateSnapshots } from '../handling/stateSnapshots.ts';
import { type Loaded, StreamStates } from '../handling/streamStates.ts';

export interface MemberAt {
  readonly member: Member;
  readonly position: bigint;
}

const userStreams = 'user-';

/** Some kilobytes each. */
const mostKept = 20_000;

/** Following the log keeps cached members current; while it is not followed, each look-up reads the log. */
export class Members {
  readonly states: StreamStates<UserState, UserCommand, UserEvent>;
  readonly #store: EventStore<ProductEvents>;
  readonly #logger: Logger;
  #following: Following | null = null;
  #position = 0n;

  constructor(store: EventStore<ProductEvents>, snapshots: Vault['snapshots'], logger: Logger) {
    this.states = new StreamStates(store, userDecider, {
      entries: mostKept,
      snapshots: stateSnapshots(snapshots, userFold, logger),
    });
    this.#store = store;
    this.#logger = logger;
  }

  /** Rejects if the log can't be followed yet. */
  async start(): Promise<void> {
    this.#following = follow(this.#store, {
      filter: { streamPrefixes: [userStreams] },
      turn: async (readOn) => {
        const head = await this.#store.head();
        this.states.clear();
        this.#position = head;
        await readOn(head, async ({ events, position }) => {
          for (const event of events) this.states.arrived(event);
          this.#position = position;
        });
      },
      onFailure: (failure) =>
        this.#logger.error(failure, 'members are not followed; each look-up reads the log until they are'),
    });
    await this.#following.started;
  }

  get followed(): Followed {
    return followedAt(this.#following, this.#position);
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
    const kept = this.#following?.status === 'following' ? this.states.kept(streams.user(userId)) : undefined;
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

  /** As `isSuspended`: a yes is checked in the log, so that nothing is refused after an unblock. */
  async hasBlocked(member: Member, otherId: number): Promise<boolean> {
    if (!hasBlocked(member, otherId)) return false;
    const { state } = await this.load(member.id);
    return state.status === 'registered' && hasBlocked(state, otherId);
  }

  /** Whether one who is not known to the receiver can start a conversation; a no is checked in the log. */
  async admits(receiver: Member, sender: Member): Promise<boolean> {
    if (admits(receiver, sender)) return true;
    const [to, from] = await Promise.all([this.load(receiver.id), this.load(sender.id)]);
    return admits(requireMember(to.state), requireMember(from.state));
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
    await this.#following?.stop();
  }
}

export const cardOf = ({ username, fullName, avatarHash }: Member): MemberCard => ({
  username,
  fullName: shownName(fullName, username),
  avatarUrl: mediaUrl(avatarHash),
});
