import { isMuted } from '@pmcw/contracts';
import {
  inboxFold,
  muteFold,
  type ProductEvents,
  type Mutes as State,
  streams,
} from '@pmcw/contracts/events';
import {
  type EventStore,
  type Folded,
  foldStream,
  type RecordedEvent,
  type Snapshot,
} from '@pmcw/event-store';
import type { Vault } from '@pmcw/vault';

/** Members; more start over. */
const most = 20_000;

/**
 * The muted conversations of members with subscriptions. A member's are read once, at their first push, and then follow
 * the log, so that pushing reads nothing for them.
 */
export class Mutes {
  readonly #eventStore: Pick<EventStore<ProductEvents>, 'readStream'>;
  readonly #snapshots: Pick<Vault['snapshots'], 'find'>;
  readonly #kept = new Map<number, Folded<State>>();
  #noted = 0;

  constructor(
    eventStore: Pick<EventStore<ProductEvents>, 'readStream'>,
    snapshots: Pick<Vault['snapshots'], 'find'>,
  ) {
    this.#eventStore = eventStore;
    this.#snapshots = snapshots;
  }

  note(event: RecordedEvent<ProductEvents>): void {
    if (!muteFold.owns(event)) return;
    this.#noted += 1;
    const { readerId } = event.data;
    const kept = this.#kept.get(readerId);
    if (kept === undefined || event.revision <= (kept.revision ?? -1)) return;
    const { revision, position, eventId } = event;
    this.#kept.set(readerId, { state: muteFold.evolve(kept.state, event), revision, position, eventId });
  }

  /** @param now in milliseconds since 1970 */
  async isMuted(memberId: number, peerId: number, now: number): Promise<boolean> {
    const { state } = this.#kept.get(memberId) ?? (await this.#load(memberId));
    return isMuted(state.get(peerId)?.value ?? null, now);
  }

  clear(): void {
    this.#kept.clear();
  }

  async #load(memberId: number): Promise<Folded<State>> {
    const before = this.#noted;
    const folded = await foldStream(this.#eventStore, streams.inbox(memberId), {
      initialState: muteFold.initialState,
      evolve: (state, event: RecordedEvent<ProductEvents>) =>
        muteFold.owns(event) ? muteFold.evolve(state, event) : state,
      findSnapshot: () => this.#findSnapshot(memberId),
    });
    // An event that was noted while reading may be missing.
    if (this.#noted > before) return folded;
    if (this.#kept.size >= most) this.#kept.clear();
    this.#kept.set(memberId, folded);
    return folded;
  }

  /** Null if there is no readable one; then the stream is read. */
  async #findSnapshot(memberId: number): Promise<Snapshot<State> | null> {
    const { name, schema } = inboxFold.snapshot;
    try {
      const found = await this.#snapshots.find(memberId, name);
      return found && { ...found, state: schema.decode(JSON.parse(found.state)).mutes };
    } catch {
      return null;
    }
  }
}
