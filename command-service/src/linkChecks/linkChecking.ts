import { randomUUID } from 'node:crypto';
import { checkedLink, type LinkCheckResult, ProblemError, type SocialLink, texts } from '@pmcw/contracts';
import { type Member, type ProductEvents, streams } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import { backoffMs, type Logger } from '@pmcw/resilience';
import type { Followed } from '@pmcw/runtime';
import type { DueLink, Vault } from '@pmcw/vault';
import { requireMember } from '../deciders/userState.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { LogFollower } from '../handling/logFollower.ts';
import { QueueWorker } from '../handling/queueWorker.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Members } from '../members/members.ts';
import type { FindLinkBack } from './linkBack.ts';

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
/** A page that can't be reached keeps its mark for this long. */
const mostUnseenMs = 5 * weekMs;
const retryMs = { firstMs: 60 * 60 * 1000, mostMs: dayMs };
const working = { atOnce: 4, lookEveryMs: 60_000, graceMs: 0 };
const leaseMs = 60_000;
/** Adding a link and its check may come before its removal in any process. */
const types = ['SocialLinkAdded', 'SocialLinkRestored', 'SocialLinkRemoved'] as const;

export interface LinkCheckingParts extends Handling {
  readonly vault: Pick<Vault, 'linkChecks' | 'bookmarks' | 'sessions'>;
  readonly members: Members;
  readonly logger: Logger;
  readonly findLinkBack: FindLinkBack;
}

export interface CheckedNow {
  readonly result: LinkCheckResult;
  readonly link: SocialLink;
  readonly position: bigint;
}

/** Checks weekly, and on request, whether social links name the profiles that they are on. */
export class LinkChecking {
  readonly #parts: LinkCheckingParts;
  readonly #follower: LogFollower;
  readonly #worker: QueueWorker<DueLink>;

  constructor(parts: LinkCheckingParts) {
    const { vault, logger } = parts;
    this.#parts = parts;
    this.#follower = new LogFollower({
      ...parts,
      bookmark: 'link checks',
      types,
      from: 'start',
      lost: 'new links are not checked; trying again',
      handle: (events) => this.#schedule(events),
    });
    this.#worker = new QueueWorker({
      ...working,
      take: (most) => vault.linkChecks.take(most, leaseMs),
      work: (due, signal) => this.#checkDue(due, signal),
      onFailedLook: (error) => logger.warn({ err: error }, 'links could not be looked at; trying again'),
      onFailedItem: (error) => logger.warn({ err: error }, 'a link is checked again later'),
    });
  }

  get followed(): Followed {
    return this.#follower.followed;
  }

  start(): void {
    this.#follower.start();
    this.#worker.start();
  }

  async close(): Promise<void> {
    await this.#follower.close();
    await this.#worker.close();
  }

  /** @throws ProblemError `not_found`, `not_checkable` */
  async checkNow(userId: number, socialId: string, signal: AbortSignal): Promise<CheckedNow> {
    const { vault, members } = this.#parts;
    const { state, position } = await members.load(userId);
    const member = requireMember(state);
    const link = linkOf(member, socialId);
    if (link === undefined) throw new ProblemError('not_found', texts.refusals.socialLinkNotFound);
    const found = await this.#find(member, link, signal);
    if (found === 'uncheckable') throw new ProblemError('not_checkable', texts.refusals.linkNotCheckable);
    if (found === 'unknown') return { result: 'unreachable', link, position };
    const handled = await this.#record(userId, socialId, found);
    await vault.linkChecks.putBack({ userId, socialId }, weekMs, true);
    const now = linkOf(requireMember(handled.state), socialId) ?? link;
    return { result: found === null ? 'no_link' : 'links_back', link: now, position: handled.position };
  }

  async #schedule(events: readonly RecordedEvent<ProductEvents>[]): Promise<void> {
    const { linkChecks } = this.#parts.vault;
    for (const { type, data } of events) {
      if (type === 'SocialLinkRemoved') await linkChecks.remove(data.userId, data.socialId);
      if (type === 'SocialLinkAdded' || type === 'SocialLinkRestored') {
        await linkChecks.add(data.userId, data.socialId);
      }
    }
    if (events.length > 0) this.#worker.wake();
  }

  async #checkDue({ userId, socialId, tries }: DueLink, signal: AbortSignal): Promise<void> {
    const { members, vault, clock } = this.#parts;
    const { state } = await members.load(userId);
    const link = state.status === 'registered' ? linkOf(state, socialId) : undefined;
    if (state.status !== 'registered' || link === undefined) return vault.linkChecks.remove(userId, socialId);
    const found = await this.#find(state, link, signal);
    if (found === 'uncheckable') return vault.linkChecks.remove(userId, socialId);
    if (found !== 'unknown') {
      await this.#record(userId, socialId, found);
      return vault.linkChecks.putBack({ userId, socialId }, weekMs, true);
    }
    const { linksBack } = link;
    const isForgotten = linksBack !== null && clock().getTime() - Date.parse(linksBack.seenAt) > mostUnseenMs;
    if (isForgotten) await this.#record(userId, socialId, null);
    await vault.linkChecks.putBack({ userId, socialId }, backoffMs(tries, retryMs), false);
  }

  async #find({ username }: Member, { platform, username: name }: SocialLink, signal: AbortSignal) {
    const checked = checkedLink(platform, name);
    return checked === null ? 'uncheckable' : this.#parts.findLinkBack(checked, username, signal);
  }

  #record(userId: number, socialId: string, by: Awaited<ReturnType<FindLinkBack>>) {
    const { members } = this.#parts;
    const cause = causeOf({ actorId: null, correlationId: randomUUID(), authority: { kind: 'operator' } });
    const command = { type: 'RecordLinkCheck', socialId, by: by === 'unknown' ? null : by } as const;
    return handle(this.#parts, members.states, streams.user(userId), command, cause);
  }
}

const linkOf = ({ socials }: Member, socialId: string): SocialLink | undefined =>
  socials.find(({ id }) => id === socialId);
