/** A rule of a bad network. */
export interface Rule<Seen> {
  /** What it was first applied to. */
  readonly met: Promise<Seen>;
  /** How often it was applied. */
  readonly times: number;
  /** Ends it. */
  lift(): void;
}

interface Kept<Seen, Fault> {
  readonly isMeant: (seen: Seen) => boolean;
  readonly fault: Fault;
  readonly applied: (seen: Seen) => void;
}

/** What is to become of which request or frame. Of several rules that fit, the oldest counts. */
export class Rules<Seen, Fault> {
  readonly #kept = new Set<Kept<Seen, Fault>>();

  /** Does this to the next one that is meant. */
  next(isMeant: (seen: Seen) => boolean, fault: Fault): Rule<Seen> {
    return this.#add(isMeant, fault, true);
  }

  /** Does this to every one that is meant, until it is lifted. */
  always(isMeant: (seen: Seen) => boolean, fault: Fault): Rule<Seen> {
    return this.#add(isMeant, fault, false);
  }

  /** What is to become of one; null when no rule is about it. */
  take(seen: Seen): Fault | null {
    for (const { isMeant, fault, applied } of this.#kept) {
      if (!isMeant(seen)) continue;
      applied(seen);
      return fault;
    }
    return null;
  }

  #add(isMeant: (seen: Seen) => boolean, fault: Fault, isOnce: boolean): Rule<Seen> {
    let times = 0;
    let lift = () => {};
    const met = new Promise<Seen>((resolve) => {
      const applied = (seen: Seen) => {
        times += 1;
        if (isOnce) lift();
        resolve(seen);
      };
      const kept = { isMeant, fault, applied };
      lift = () => void this.#kept.delete(kept);
      this.#kept.add(kept);
    });
    return {
      met,
      lift,
      get times() {
        return times;
      },
    };
  }
}
