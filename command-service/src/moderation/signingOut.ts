import type { ProductEvents } from '@pmcw/contracts/events';
import type { EventStore, RecordedEvent } from '@pmcw/event-store';
import type { Logger } from '@pmcw/resilience';
import type { Followed } from '@pmcw/runtime';
import type { Vault } from '@pmcw/vault';
import { LogFollower } from '../handling/logFollower.ts';
import type { Members } from '../members/members.ts';

export interface SigningOutParts {
  readonly eventStore: EventStore<ProductEvents>;
  readonly vault: Pick<Vault, 'sessions' | 'bookmarks'>;
  readonly members: Members;
  readonly logger: Logger;
}

/** The process that appended the event may have died before ending the sessions. */
export class SigningOut {
  readonly #parts: SigningOutParts;
  readonly #follower: LogFollower;

  constructor(parts: SigningOutParts) {
    this.#parts = parts;
    this.#follower = new LogFollower({
      ...parts,
      bookmark: 'signing-out',
      types: ['UserSuspended', 'UserDeleted'],
      from: 'start',
      lost: 'suspensions are not followed; trying again',
      handle: (events) => this.#signOutAll(events),
    });
  }

  get followed(): Followed {
    return this.#follower.followed;
  }

  start(): void {
    this.#follower.start();
  }

  close(): Promise<void> {
    return this.#follower.close();
  }

  async #signOutAll(events: readonly RecordedEvent<ProductEvents>[]): Promise<void> {
    const concerned = new Set(events.flatMap(({ data }) => ('userId' in data ? [data.userId] : [])));
    for (const userId of concerned) await this.#signOut(userId);
  }

  /** A member reinstated since stays signed in. */
  async #signOut(userId: number): Promise<void> {
    const { vault, members } = this.#parts;
    const { state } = await members.load(userId);
    if (state.status === 'deleted') await vault.sessions.endAll(userId, 'deleted');
    else if (state.status === 'registered' && state.isSuspended) {
      await vault.sessions.endAll(userId, 'suspended');
    }
  }
}
