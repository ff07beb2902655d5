import { randomUUID } from 'node:crypto';
import {
  checkedLink,
  ensNetwork,
  type LinkCheckResult,
  ProblemError,
  type SocialLink,
  texts,
  type Wallet,
} from '@pmcw/contracts';
import { type Member, type ProductEvents, streams } from '@pmcw/contracts/events';
import type { RecordedEvent } from '@pmcw/event-store';
import { backoffMs, type Logger } from '@pmcw/resilience';
import type { Followed } from '@pmcw/runtime';
import type { DueCheck, ListedItem, Vault } from '@pmcw/vault';
import type { RecordEnsName, RecordLinkCheck } from '../deciders/profile.ts';
import { requireMember } from '../deciders/userState.ts';
import { type Handling, handle } from '../handling/handle.ts';
import { LogFollower } from '../handling/logFollower.ts';
import { QueueWorker } from '../handling/queueWorker.ts';
import { causeOf } from '../handling/stamp.ts';
import type { Members } from '../members/members.ts';
import type { FindEnsName } from './ensNames.ts';
import type { FindLinkBack } from './linkBack.ts';

const dayMs = 24 * 60 * 60 * 1000;
const weekMs = 7 * dayMs;
/** For so long a mark stays on something that can't be reached. */
const mostUnseenMs = 5 * weekMs;
const retryMs = { firstMs: 60 * 60 * 1000, mostMs: dayMs };
const working = { atOnce: 4, lookEveryMs: 60_000, graceMs: 0 };
const leaseMs = 60_000;
/** Adding an item and its check may come before its removal in any process. */
const types = [
  'SocialLinkAdded',
  'SocialLinkRestored',
  'SocialLinkRemoved',
  'WalletProved',
  'WalletRestored',
  'WalletRemoved',
] as const;

export interface ProfileCheckingParts extends Handling {
  readonly vault: Pick<Vault, 'profileChecks' | 'bookmarks' | 'sessions'>;
  readonly members: Members;
  readonly logger: Logger;
  readonly findLinkBack: FindLinkBack;
  readonly findEnsName: FindEnsName;
}

export interface CheckedNow {
  readonly result: LinkCheckResult;
  readonly link: SocialLink;
  readonly position: bigint;
}

/** A command to record the result of a check; `unknown` if that can't be found out now. */
type Finding = RecordLinkCheck | RecordEnsName | 'unknown';

/** Something on a profile that can be checked. */
interface Item {
  /** When its mark was last seen; null without one. */
  readonly seenAt: string | null;
  readonly check: (signal: AbortSignal) => Promise<Finding>;
  /** Takes its mark away. */
  readonly forget: Exclude<Finding, 'unknown'>;
}

/**
 * Checks weekly whether social links name the profiles that they are on, also on request, and whether proved addresses
 * have ENS names.
 */
export class ProfileChecking {
  readonly #parts: ProfileCheckingParts;
  readonly #follower: LogFollower;
  readonly #worker: QueueWorker<DueCheck>;

  constructor(parts: ProfileCheckingParts) {
    const { vault, logger } = parts;
    this.#parts = parts;
    this.#follower = new LogFollower({
      ...parts,
      bookmark: 'profile checks',
      types,
      from: 'start',
      lost: 'new links and proofs are not checked; trying again',
      handle: (events) => this.#schedule(events),
    });
    this.#worker = new QueueWorker({
      ...working,
      take: (most) => vault.profileChecks.take(most, leaseMs),
      work: (due, signal) => this.#checkDue(due, signal),
      onFailedLook: (error) => logger.warn({ err: error }, 'profiles could not be looked at; trying again'),
      onFailedItem: (error) => logger.warn({ err: error }, 'a link or an address is checked again later'),
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
    const item = this.#linkItem(member, link);
    if (item === null) throw new ProblemError('not_checkable', texts.refusals.linkNotCheckable);
    const found = await item.check(signal);
    if (found === 'unknown') return { result: 'unreachable', link, position };
    const handled = await this.#record(userId, found);
    await vault.profileChecks.putBack({ userId, itemId: socialId }, weekMs, true);
    const now = linkOf(requireMember(handled.state), socialId) ?? link;
    return {
      result: now.linksBack === null ? 'no_link' : 'links_back',
      link: now,
      position: handled.position,
    };
  }

  /** The last event of an item decides. */
  async #schedule(events: readonly RecordedEvent<ProductEvents>[]): Promise<void> {
    const { profileChecks } = this.#parts.vault;
    const changes = new Map(events.flatMap(changesOf).map((change) => [change.item.itemId, change]));
    const items = (isListed: boolean) =>
      [...changes.values()].filter((change) => change.isListed === isListed).map(({ item }) => item);
    await profileChecks.add(items(true));
    await profileChecks.remove(items(false));
    if (events.length > 0) this.#worker.wake();
  }

  async #checkDue({ userId, itemId, tries }: DueCheck, signal: AbortSignal): Promise<void> {
    const { members, vault, clock } = this.#parts;
    const { state } = await members.load(userId);
    const item = state.status === 'registered' ? this.#itemOf(state, itemId) : null;
    if (item === null) return vault.profileChecks.remove([{ userId, itemId }]);
    const found = await item.check(signal);
    if (found !== 'unknown') {
      await this.#record(userId, found);
      return vault.profileChecks.putBack({ userId, itemId }, weekMs, true);
    }
    const isForgotten = item.seenAt !== null && clock().getTime() - Date.parse(item.seenAt) > mostUnseenMs;
    if (isForgotten) await this.#record(userId, item.forget);
    await vault.profileChecks.putBack({ userId, itemId }, backoffMs(tries, retryMs), false);
  }

  /** Null for what was removed, or can't be checked. */
  #itemOf(member: Member, itemId: string): Item | null {
    const link = linkOf(member, itemId);
    if (link !== undefined) return this.#linkItem(member, link);
    const wallet = member.wallets.find(({ id }) => id === itemId);
    return wallet === undefined ? null : this.#walletItem(wallet);
  }

  #linkItem({ username }: Member, { id, platform, username: name, linksBack }: SocialLink): Item | null {
    const checked = checkedLink(platform, name);
    if (checked === null) return null;
    const record = (by: RecordLinkCheck['by']) => ({ type: 'RecordLinkCheck', socialId: id, by }) as const;
    return {
      seenAt: linksBack?.seenAt ?? null,
      check: async (signal) => {
        const by = await this.#parts.findLinkBack(checked, username, signal);
        return by === 'unknown' ? by : record(by);
      },
      forget: record(null),
    };
  }

  #walletItem({ id, network, address, proof, ensName }: Wallet): Item | null {
    if (network !== ensNetwork || proof === null) return null;
    const record = (name: string | null) => ({ type: 'RecordEnsName', walletId: id, name }) as const;
    return {
      seenAt: ensName?.seenAt ?? null,
      check: async () => {
        const found = await this.#parts.findEnsName(address);
        return found === 'unknown' ? found : record(found?.name ?? null);
      },
      forget: record(null),
    };
  }

  #record(userId: number, command: Exclude<Finding, 'unknown'>) {
    const { members } = this.#parts;
    const cause = causeOf({ actorId: null, correlationId: randomUUID(), authority: { kind: 'operator' } });
    return handle(this.#parts, members.states, streams.user(userId), command, cause);
  }
}

const linkOf = ({ socials }: Member, socialId: string): SocialLink | undefined =>
  socials.find(({ id }) => id === socialId);

interface Change {
  readonly item: ListedItem;
  readonly isListed: boolean;
}

function changesOf({ type, data }: RecordedEvent<ProductEvents>): readonly Change[] {
  switch (type) {
    case 'SocialLinkAdded':
    case 'SocialLinkRestored':
      return [{ item: { userId: data.userId, itemId: data.socialId }, isListed: true }];
    case 'SocialLinkRemoved':
      return [{ item: { userId: data.userId, itemId: data.socialId }, isListed: false }];
    case 'WalletProved':
    case 'WalletRestored':
      return [{ item: { userId: data.userId, itemId: data.walletId }, isListed: true }];
    case 'WalletRemoved':
      return [{ item: { userId: data.userId, itemId: data.walletId }, isListed: false }];
    default:
      return [];
  }
}
