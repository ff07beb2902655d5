import { networkName, socialPlatforms } from '@pmcw/contracts';
import { type ProductEvents, streams } from '@pmcw/contracts/events';
import type { EventStore, RecordedEvent } from '@pmcw/event-store';
import type { ReportedChange } from './kinds.ts';
import { aboutSignIn } from './securityMails.ts';

/** Positions in the log, the first and the last. */
export interface Span {
  readonly from: bigint;
  readonly upTo: bigint;
}

/** The span that a mail reports together; null for one about a single change. */
export function spanOf({ from, upTo }: Readonly<Record<string, string>>): Span | null {
  return from === undefined || upTo === undefined ? null : { from: BigInt(from), upTo: BigInt(upTo) };
}

/** What the member's lists held, by the ids of its entries: removals name ids alone. */
class Listed {
  readonly #entries = new Map<string, string>();

  /** The change to a list that an event is; null for others. */
  changeOf(event: RecordedEvent<ProductEvents>): ReportedChange | null {
    switch (event.type) {
      case 'WalletAdded':
      case 'WalletRestored': {
        const { walletId, network, address } = event.data;
        return this.#added(walletId, `${networkName(network)}: ${address}`);
      }
      case 'SocialLinkAdded':
      case 'SocialLinkRestored': {
        const { socialId, platform, username } = event.data;
        return this.#added(socialId, `${socialPlatforms[platform].name}: ${username}`);
      }
      case 'WalletRemoved':
        return this.#removed(event.data.walletId);
      case 'SocialLinkRemoved':
        return this.#removed(event.data.socialId);
      default:
        return null;
    }
  }

  #added(id: string, what: string): ReportedChange {
    this.#entries.set(id, what);
    return { to: 'list', isAdded: true, what };
  }

  #removed(id: string): ReportedChange {
    return { to: 'list', isAdded: false, what: this.#entries.get(id) ?? '?' };
  }
}

/** The changes of a member that a mail reports together, from the log, in their order. @param to of what */
export async function reportedChanges(
  eventStore: EventStore<ProductEvents>,
  userId: number,
  to: ReportedChange['to'],
  { from, upTo }: Span,
): Promise<readonly ReportedChange[]> {
  const listed = new Listed();
  const changes: ReportedChange[] = [];
  for await (const event of eventStore.readStream(streams.user(userId))) {
    // Also of what was before: it may be removed within the span.
    const toList = listed.changeOf(event);
    if (event.position < from || event.position > upTo) continue;
    const kind = aboutSignIn(event)?.kind;
    if (to === 'list' && toList !== null) changes.push(toList);
    if (to === 'sign-in' && kind !== undefined) {
      changes.push({ to: 'sign-in', kind, at: new Date(event.metadata.time) });
    }
  }
  return changes;
}
