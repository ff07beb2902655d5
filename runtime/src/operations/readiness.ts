import { type Logger, singleFlight } from '@pmcw/resilience';
import { defaultWaitMs, inTime } from './inTime.ts';
import type { Severity } from './severities.ts';

type Details = { readonly [detail: string]: unknown };

/** No personal data, no secrets. */
export type CheckResult = (
  | { readonly ok: true; readonly reason?: undefined }
  | { readonly ok: false; readonly reason: string }
) &
  Details;

export type Check = () => Promise<CheckResult>;

/** Checks by name. One that throws counts as not ok. */
export type Checks = Readonly<Record<string, Check>>;

export type CheckState = 'ok' | Severity;

type Reported = CheckResult & { readonly severity?: Severity };

export interface Readiness {
  readonly ready: boolean;
  readonly state: 'ready' | 'degraded' | 'not ready';
  readonly checks: Readonly<Record<string, Reported>>;
}

export interface ReadinessOptions {
  readonly checks: Checks;
  /** Of each check. */
  readonly severities: Readonly<Record<string, Severity>>;
  readonly logger: Logger;
  /** Called when a check was made. */
  readonly onState?: (check: string, state: CheckState) => void;
  /** Longest wait for a check (default 2,000). */
  readonly waitMs?: number | undefined;
  /** How long a result is used (default 2,000). */
  readonly freshMs?: number | undefined;
  /** After a success, no answer only degrades for so long: a busy server is slow as well (default 10,000). */
  readonly patienceMs?: number | undefined;
}

const defaultFreshMs = 2_000;
const defaultPatienceMs = 10_000;

interface Examined {
  readonly name: string;
  readonly state: CheckState;
  readonly result: Reported;
}

/** Checks at most every few seconds, whatever the number of callers, and logs changes only. */
export class ReadinessChecks {
  readonly #options: ReadinessOptions;
  readonly #checks: readonly (readonly [name: string, check: Check])[];
  /** By check, on the clock of `performance.now()`. */
  readonly #passedAt = new Map<string, number>();
  #states: ReadonlyMap<string, CheckState> = new Map();
  readonly #run = singleFlight(() => this.#examineAll());
  #last: { readonly readiness: Readiness; readonly at: number } | null = null;
  #logged = '';

  constructor(options: ReadinessOptions) {
    this.#options = options;
    // One that is late is not started once more beside itself.
    this.#checks = Object.entries(options.checks).map(([name, check]) => [name, singleFlight(check)]);
    for (const [name] of this.#checks) this.#passedAt.set(name, performance.now());
  }

  async ask(): Promise<Readiness> {
    const { freshMs = defaultFreshMs } = this.#options;
    if (this.#last !== null && performance.now() - this.#last.at < freshMs) return this.#last.readiness;
    return this.#run();
  }

  async #examineAll(): Promise<Readiness> {
    const found = await Promise.all(this.#checks.map(([name, check]) => this.#examine(name, check)));
    this.#states = new Map(found.map(({ name, state }) => [name, state]));
    for (const { name, state } of found) this.#options.onState?.(name, state);
    const failed = found.some(({ state }) => state === 'failed');
    const degraded = found.some(({ state }) => state === 'degraded');
    const checks = Object.fromEntries(found.map(({ name, result }) => [name, result]));
    const passed = degraded ? 'degraded' : 'ready';
    const readiness: Readiness = { ready: !failed, state: failed ? 'not ready' : passed, checks };
    this.#log(readiness, found);
    this.#last = { readiness, at: performance.now() };
    return readiness;
  }

  #log({ state }: Readiness, found: readonly Examined[]): void {
    const failing = found.filter((check) => check.state !== 'ok');
    const summary = failing.map(({ name, state: its }) => `${name} ${its}`).join(', ');
    if (summary === this.#logged) return;
    this.#logged = summary;
    const { logger } = this.#options;
    const reasons = Object.fromEntries(failing.map(({ name, result }) => [name, result.reason]));
    if (state === 'ready') logger.info({}, 'ready again');
    else logger.warn({ reasons }, state);
  }

  async #examine(name: string, check: Check): Promise<Examined> {
    const { severities, logger, waitMs = defaultWaitMs } = this.#options;
    const severity = severities[name] ?? 'failed';
    const because = (reason: string, its: Severity): Examined => ({
      ...{ name, state: its },
      result: { ok: false, severity: its, reason },
    });
    const outcome = await inTime(check, waitMs);
    if (outcome.kind === 'late')
      return because('no answer in time', this.#mayBeSlow(name) ? 'degraded' : severity);
    if (outcome.kind === 'failed') {
      // Not in the answer: messages of drivers may contain hosts and users.
      logger.debug({ err: outcome.error, check: name }, 'a readiness check failed');
      return because('failed', severity);
    }
    const { value } = outcome;
    if (!value.ok) return { name, state: severity, result: { ...value, severity } };
    this.#passedAt.set(name, performance.now());
    return { name, state: 'ok', result: value };
  }

  #mayBeSlow(name: string): boolean {
    const { patienceMs = defaultPatienceMs } = this.#options;
    const passedAt = this.#passedAt.get(name) ?? Number.NEGATIVE_INFINITY;
    return this.#states.get(name) !== 'failed' && performance.now() - passedAt < patienceMs;
  }
}
