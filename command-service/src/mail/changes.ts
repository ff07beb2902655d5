import { networkName, passwordMethodId, socialPlatforms, type Wallet } from '@pmcw/contracts';
import { type Member, type ProductEvents, streams } from '@pmcw/contracts/events';
import type { EventStore, RecordedEvent } from '@pmcw/event-store';
import type { ReportedChange } from './kinds.ts';
import { aboutSignIn } from './securityMails.ts';

const walletText = ({ network, address }: Pick<Wallet, 'network' | 'address'>): string =>
  `${networkName(network)}: ${address}`;

/** Without the members' own labels. */
export function waysToLose({ signInMethods, wallets }: Member): readonly ReportedChange[] {
  return signInMethods
    .filter(({ id }) => id !== passwordMethodId)
    .map(({ id, kind }) => {
      const wallet = wallets.find((each) => each.id === id);
      return { to: 'ways', kind, what: wallet === undefined ? null : walletText(wallet) };
    });
}

/** Those that ended by the event's command. */
export async function waysLost(
  eventStore: EventStore<ProductEvents>,
  userId: number,
  eventId: string,
): Promise<readonly ReportedChange[]> {
  const wallets = new Map<string, string>();
  let command: string | null = null;
  const lost: ReportedChange[] = [];
  for await (const event of eventStore.readStream(streams.user(userId))) {
    const { type, data, metadata } = event;
    if (type === 'WalletAdded' || type === 'WalletRestored') wallets.set(data.walletId, walletText(data));
    if (event.eventId === eventId) command = metadata.causationId;
    if (type !== 'SignInMethodRemoved' || metadata.causationId !== command) continue;
    lost.push({ to: 'ways', kind: data.kind, what: wallets.get(data.methodId) ?? null });
  }
  return lost;
}

/** Log positions, inclusive. */
export interface Span {
  readonly from: bigint;
  readonly upTo: bigint;
}

/** Null for a mail about one change. */
export function spanOf({ from, upTo }: Readonly<Record<string, string>>): Span | null {
  return from === undefined || upTo === undefined ? null : { from: BigInt(from), upTo: BigInt(upTo) };
}

/** By id, because removals name ids only. */
class Listed {
  readonly #entries = new Map<string, string>();

  changeOf(event: RecordedEvent<ProductEvents>): ReportedChange | null {
    switch (event.type) {
      case 'WalletAdded':
      case 'WalletRestored': {
        const { walletId, network, address } = event.data;
        return this.#added(walletId, walletText({ network, address }));
      }
      case 'SocialLinkAdded':
      case 'SocialLinkRestored': {
        const { socialId, platform, username } = event.data;
        return this.#added(socialId, `${socialPlatforms[platform].name}: ${username}`);
      }
      case 'WalletRemoved':
        return this.#removed(event.data.walletId, event.data.cause);
      case 'SocialLinkRemoved':
        return this.#removed(event.data.socialId);
      default:
        return null;
    }
  }

  #added(id: string, what: string): ReportedChange {
    this.#entries.set(id, what);
    return { to: 'list', how: 'added', what };
  }

  #removed(id: string, cause?: 'proved_by_another'): ReportedChange {
    return { to: 'list', how: cause ?? 'removed', what: this.#entries.get(id) ?? '?' };
  }
}

/** In log order. */
export async function reportedChanges(
  eventStore: EventStore<ProductEvents>,
  userId: number,
  to: ReportedChange['to'],
  { from, upTo }: Span,
): Promise<readonly ReportedChange[]> {
  const listed = new Listed();
  const changes: ReportedChange[] = [];
  for await (const event of eventStore.readStream(streams.user(userId))) {
    // Entries may be removed within the span.
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
