import type { Logger } from '@pmcw/resilience';
import { defaultWaitMs, inTime } from './inTime.ts';

/** No personal data, no secrets. */
export interface CheckResult {
  readonly ok: boolean;
  readonly [detail: string]: unknown;
}

/** Checks by name. One that throws counts as not ok. */
export type Checks = Readonly<Record<string, () => Promise<CheckResult>>>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, CheckResult>>;
}

export class ReadinessChecks {
  readonly #checks: Checks;
  readonly #logger: Logger;
  readonly #waitMs: number;
  #running: Promise<Readiness> | null = null;
  #wasReady = true;

  constructor(checks: Checks, logger: Logger, waitMs = defaultWaitMs) {
    this.#checks = checks;
    this.#logger = logger;
    this.#waitMs = waitMs;
  }

  /** Concurrent calls share the result, so that probes don't pile up. */
  ask(): Promise<Readiness> {
    this.#running ??= this.#ask().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #ask(): Promise<Readiness> {
    const checked = Object.entries(this.#checks).map(
      async ([name, check]) => [name, await this.#resultOf(name, check)] as const,
    );
    const results = await Promise.all(checked);
    const failing = results.filter(([, { ok }]) => !ok).map(([name]) => name);
    const ready = failing.length === 0;
    // Probes are frequent: only changes are logged.
    if (!ready && this.#wasReady) this.#logger.warn({ failing }, 'not ready');
    if (ready && !this.#wasReady) this.#logger.info({}, 'ready again');
    this.#wasReady = ready;
    return { ready, checks: Object.fromEntries(results) };
  }

  async #resultOf(name: string, check: () => Promise<CheckResult>): Promise<CheckResult> {
    const outcome = await inTime(check, this.#waitMs);
    switch (outcome.kind) {
      case 'done':
        return outcome.value;
      case 'late':
        return { ok: false, reason: 'no answer in time' };
      case 'failed':
        // Not in the answer: messages of drivers may contain hosts and users.
        this.#logger.debug({ err: outcome.error, check: name }, 'a readiness check failed');
        return { ok: false, reason: 'failed' };
      default:
        return outcome satisfies never;
    }
  }
}
