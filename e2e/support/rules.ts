export interface Rule<Seen> {
  /** The first request or frame that it was applied to. */
  readonly met: Promise<Seen>;
  /** How often it was applied. */
  readonly times: number;
  lift(): void;
}

interface Kept<Seen, Fault> {
  readonly isMeant: (seen: Seen) => boolean;
  readonly fault: Fault;
  readonly applied: (seen: Seen) => void;
}

/** Faults of requests or frames. If several rules match, the oldest applies. */
export class Rules<Seen, Fault> {
  readonly #kept = new Set<Kept<Seen, Fault>>();

  /** Applies a fault to the next match. */
  next(isMeant: (seen: Seen) => boolean, fault: Fault): Rule<Seen> {
    return this.#add(isMeant, fault, true);
  }

  /** Applies a fault to every match, until it is lifted. */
  always(isMeant: (seen: Seen) => boolean, fault: Fault): Rule<Seen> {
    return this.#add(isMeant, fault, false);
  }

  /** Returns the fault of a request or frame; null if no rule matches. */
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
