import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore, RecordedEvent } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Vault } from '@pmcw/vault';
import { LogFollower } from '../handling/logFollower.ts';
import type { Members } from '../members/members.ts';

export interface SigningOutParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'sessions' | 'bookmarks'>;
  readonly members: Members;
  readonly logger: Logger;
}

/** Ends sessions: the process that appended the event may have died before. */
export const signingOut = (parts: SigningOutParts): LogFollower =>
  new LogFollower({
    ...parts,
    bookmark: 'signing-out',
    types: ['UserSuspended', 'UserDeleted'],
    from: 'start',
    lost: 'suspensions are not followed; trying again',
    handle: (events) => signOutAll(parts, events),
  });

async function signOutAll(
  parts: SigningOutParts,
  events: readonly RecordedEvent<ProductEvents>[],
): Promise<void> {
  const concerned = new Set(events.flatMap(({ data }) => ('userId' in data ? [data.userId] : [])));
  for (const userId of concerned) await signOut(parts, userId);
}

/** A member reinstated since stays signed in. */
async function signOut({ vault, members }: SigningOutParts, userId: number): Promise<void> {
  const { state } = await members.load(userId);
  if (state.status === 'deleted') await vault.sessions.endAll(userId, 'deleted');
  else if (state.status === 'registered' && state.isSuspended) {
    await vault.sessions.endAll(userId, 'suspended');
  }
}
