import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import type { Change } from '../frames/change.ts';
import type { GatewayLimits } from '../limits.ts';
import type { GatewayObserver } from '../observer.ts';
import type { Hub } from './hub.ts';

/** How often a rest asks whether it is needed. */
const restLookMs = 25;
/** Of the event loop's time. */
const busyShare = 0.5;

export interface FanOutParts {
  readonly hub: Pick<Hub, 'countOf' | 'members' | 'pushTo'>;
  readonly limits: Pick<
    GatewayLimits,
    'broadcastSlice' | 'broadcastRestPerSocketMs' | 'broadcastRestMs' | 'changesHeld'
  >;
  readonly observe: GatewayObserver;
}

/** A push to all sockets, some in each turn of the event loop. */
interface Broadcast {
  readonly changes: readonly Change[];
  readonly upTo: bigint;
  readonly members: Iterator<number>;
  sockets: number;
}

/**
 * Pushes a member's changes at once. Those for everyone are pushed at once too, and then rest for a while if the
 * process is busy: what comes in that time is pushed together, because a write to every socket costs the same for one
 * frame and for ten. A change for a member takes along what waits for everyone, so that each socket gets all of its
 * changes in order.
 */
export class FanOut {
  readonly #parts: FanOutParts;
  /** For everyone, by position: some sockets don't have them yet. */
  #waiting: Change[] = [];
  #sinceBroadcast = 0;
  #upTo = 0n;
  #next: NodeJS.Immediate | null = null;
  #resting: NodeJS.Timeout | null = null;

  constructor(parts: FanOutParts) {
    this.#parts = parts;
  }

  /** @param changes all since the last call and up to a position */
  push(changes: readonly Change[], upTo: bigint): void {
    this.#upTo = upTo;
    this.#sinceBroadcast += changes.length;
    this.#pushToMembers(changes);
    if (this.#next === null && (this.#resting === null || this.#isFull)) this.#broadcast();
  }

  /** Forgets what waits. */
  clear(): void {
    if (this.#next !== null) clearImmediate(this.#next);
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#next = null;
    this.#resting = null;
    this.#waiting = [];
  }

  get #isFull(): boolean {
    return this.#sinceBroadcast > this.#parts.limits.changesHeld;
  }

  /** Lets changes for everyone wait. */
  #pushToMembers(changes: readonly Change[]): void {
    const { hub } = this.#parts;
    const members = new Set(changes.flatMap(({ audience }) => audience ?? []));
    const own = new Map<number, Change[]>();
    for (const userId of members) if (hub.countOf(userId) > 0) own.set(userId, [...this.#waiting]);
    for (const change of changes) {
      if (change.audience === null) this.#wait(change, own.values());
      else for (const userId of change.audience) own.get(userId)?.push(change);
    }
    let sockets = 0;
    for (const [userId, theirs] of own) sockets += hub.pushTo(userId, theirs, this.#upTo);
    const [oldest] = changes;
    if (oldest !== undefined && members.size > 0) this.#report(oldest, sockets);
  }

  #wait(change: Change, lists: Iterable<Change[]>): void {
    const { erased } = change;
    if (erased !== null) this.#waiting = this.#waiting.filter(({ people }) => !people.includes(erased));
    this.#waiting.push(change);
    for (const list of lists) list.push(change);
  }

  #broadcast(): void {
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = null;
    this.#sinceBroadcast = 0;
    if (this.#waiting.length === 0) return;
    const changes = [...this.#waiting];
    this.#continue({ changes, upTo: this.#upTo, members: this.#parts.hub.members(), sockets: 0 });
  }

  #continue(broadcast: Broadcast): void {
    this.#next = null;
    if (this.#pushSlice(broadcast)) this.#rest(broadcast);
    else this.#next = setImmediate(() => this.#continue(broadcast));
  }

  /** True after the last socket. */
  #pushSlice(broadcast: Broadcast): boolean {
    const { hub, limits } = this.#parts;
    const { changes, upTo, members } = broadcast;
    for (const enough = broadcast.sockets + limits.broadcastSlice; broadcast.sockets < enough; ) {
      const { done, value: userId } = members.next();
      if (done === true) return true;
      broadcast.sockets += hub.pushTo(userId, changes, upTo);
    }
    return false;
  }

  #rest({ changes, upTo, sockets }: Broadcast): void {
    const { limits } = this.#parts;
    this.#waiting = this.#waiting.filter(({ position }) => position > upTo);
    const [oldest] = changes;
    if (oldest !== undefined) this.#report(oldest, sockets);
    const restMs = Math.min(limits.broadcastRestMs, sockets * limits.broadcastRestPerSocketMs);
    this.#restFor(this.#isFull ? 0 : restMs, performance.eventLoopUtilization());
  }

  /** A rest ends early when there is little else to do. */
  #restFor(leftMs: number, since: EventLoopUtilization): void {
    const ms = Math.min(leftMs, restLookMs);
    this.#resting = setTimeout(() => {
      const isBusy = performance.eventLoopUtilization(since).utilization > busyShare;
      if (isBusy && ms < leftMs) this.#restFor(leftMs - ms, since);
      else this.#broadcast();
    }, ms).unref();
  }

  #report({ time }: Change, sockets: number): void {
    // biome-ignore lint/plugin: since a moment that another process noted
    const milliseconds = Math.max(0, Date.now() - Date.parse(time));
    this.#parts.observe({ kind: 'pushed', sockets, milliseconds });
  }
}
