interface Seen {
  readonly head: bigint;
  /** On the clock of `performance.now()`. */
  readonly at: number;
}

/** More are not needed to compare with limits of seconds. */
const mostSeen = 100;

/** When the log was seen to end where, so that followers are compared in time: positions are events or bytes. */
export class HeadTimes {
  #seen: Seen[] = [];

  note(head: bigint): void {
    const last = this.#seen.at(-1)?.head ?? -1n;
    // A restored log may be shorter.
    if (head < last) this.#seen = [];
    if (head !== last) this.#seen.push({ head, at: performance.now() });
    if (this.#seen.length > mostSeen) this.#seen.shift();
  }

  /** For how long the log has had something after this position; 0 if it was seen to have nothing. */
  secondsBehind(position: bigint): number {
    const next = this.#seen.find(({ head }) => head > position);
    return next === undefined ? 0 : (performance.now() - next.at) / 1_000;
  }
}
