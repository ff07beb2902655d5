import { setTimeout as pause } from 'node:timers/promises';
import {
  type CommandOutcome,
  commandOutcomeSchema,
  type Dispatch,
  type DispatchMessages,
  dispatchResultsSchema,
  ProblemError,
  texts,
} from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import { Counter, type Registry } from 'prom-client';
import * as v from 'valibot';
import { Address, type Answer, type DispatchRequest } from './address.ts';
import { type DispatchLimits, defaultDispatchLimits } from './limits.ts';
import { oneByOne } from './oneByOne.ts';

export interface HttpDispatchOptions {
  readonly addresses: readonly string[];
  readonly secret: string;
  readonly logger: Logger;
  readonly registry?: Registry;
  readonly limits?: Partial<DispatchLimits>;
  readonly random?: () => number;
}

export interface HttpDispatch {
  /**
   * Sends a command to a healthy command service, or others until one answers or `patienceMs` is over. Repeats are
   * safe: messages have ids, and read marks never move back.
   * @throws ProblemError the refusal; `unavailable` if none answers or too many commands wait
   */
  readonly dispatch: Dispatch;
  readonly dispatchMessages: DispatchMessages;
  close(): Promise<void>;
}

export function createHttpDispatch(options: HttpDispatchOptions): HttpDispatch {
  const commandServices = new CommandServices(options);
  const dispatch: Dispatch = (command, context) =>
    commandServices.send({ command, context }, (body) => v.parse(commandOutcomeSchema, body));
  return {
    dispatch,
    async dispatchMessages(messages) {
      try {
        return await commandServices.send({ messages }, resultsIn);
      } catch (error) {
        if (!(error instanceof ProblemError && error.code === 'invalid_input')) throw error;
        // An older release knows single commands only.
        return oneByOne(dispatch)(messages);
      }
    },
    close: () => commandServices.close(),
  };
}

type End = CommandOutcome | ProblemError;

/** A problem that is not known here is one for now. */
const resultsIn = (body: unknown): readonly End[] =>
  v
    .parse(dispatchResultsSchema, body)
    .results.map((result) =>
      'outcome' in result
        ? result.outcome
        : (ProblemError.from(result.problem, result.retryAfter) ?? unavailable()),
    );

const unavailable = () => new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });

/** Healthy addresses first, then by commands in flight; ties at random. */
function inOrder(addresses: readonly Address[], random: () => number): Address[] {
  return addresses
    .map((address) => ({ address, chance: random() }))
    .sort(
      (a, b) =>
        Number(a.address.isResting) - Number(b.address.isResting) ||
        a.address.inFlight - b.address.inFlight ||
        a.chance - b.chance,
    )
    .map(({ address }) => address);
}

class CommandServices {
  readonly #addresses: readonly Address[];
  readonly #limits: DispatchLimits;
  readonly #logger: Logger;
  readonly #headers: Record<string, string>;
  readonly #tries: Counter<'outcome'> | null;
  readonly #random: () => number;
  readonly #closing = new AbortController();
  #inFlight = 0;

  constructor({ addresses, secret, logger, registry, limits, random = Math.random }: HttpDispatchOptions) {
    this.#limits = { ...defaultDispatchLimits, ...limits };
    this.#addresses = addresses.map((origin) => new Address(origin, this.#limits));
    this.#logger = logger;
    this.#random = random;
    this.#headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
    this.#tries = registry === undefined ? null : triesCounter(registry);
  }

  async send<Done>(body: object, parseDone: (body: unknown) => Done): Promise<Done> {
    if (this.#inFlight >= this.#limits.inFlight) throw unavailable();
    this.#inFlight += 1;
    const request = { body: JSON.stringify(body), headers: this.#headers, parseDone };
    try {
      return await this.#send(request, performance.now() + this.#limits.patienceMs);
    } finally {
      this.#inFlight -= 1;
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#addresses.map((address) => address.close()));
  }

  /** Tries all addresses in rounds, but busy ones only once. */
  async #send<Done>(request: DispatchRequest<Done>, deadline: number): Promise<Done> {
    const busy = new Map<Address, ProblemError>();
    for (let round = 0; ; round += 1) {
      const free = this.#addresses.filter((one) => !busy.has(one));
      for (const address of inOrder(free, this.#random)) {
        const answer = await this.#ask(address, request, deadline);
        if (answer.kind === 'done') return answer.done;
        if (answer.kind === 'refused') throw answer.problem;
        if (answer.kind === 'busy') busy.set(address, answer.problem);
        if (answer.kind === 'busy' && busy.size === this.#addresses.length) throw answer.problem;
        await this.#pause(0, deadline);
      }
      await this.#pause(round + 1, deadline);
    }
  }

  async #ask<Done>(
    address: Address,
    request: DispatchRequest<Done>,
    deadline: number,
  ): Promise<Answer<Done>> {
    const wasWell = address.failuresInRow === 0;
    const within = Math.min(this.#limits.answerMs, deadline - performance.now());
    const answer = await address.ask(request, within);
    this.#tries?.inc({ outcome: answer.kind });
    const { origin } = address;
    if (answer.kind === 'away' && wasWell) {
      this.#logger.warn({ origin, reason: answer.reason }, 'a command service does not answer');
    } else if (answer.kind !== 'away' && !wasWell) {
      this.#logger.warn({ origin }, 'a command service answers again');
    }
    return answer;
  }

  /**
   * Partly random, so that commands that failed together don't return together.
   * @throws ProblemError `unavailable` if the pause would end after the deadline
   */
  async #pause(round: number, deadline: number): Promise<void> {
    const { pauseFirstMs, pauseMostMs } = this.#limits;
    const full = round === 0 ? pauseFirstMs / 4 : Math.min(pauseMostMs, pauseFirstMs * 2 ** (round - 1));
    const ms = full * (0.5 + this.#random() / 2);
    if (performance.now() + ms >= deadline || this.#closing.signal.aborted) throw unavailable();
    await pause(ms, undefined, { signal: this.#closing.signal }).catch(() => undefined);
    if (this.#closing.signal.aborted) throw unavailable();
  }
}

function triesCounter(registry: Registry): Counter<'outcome'> {
  return new Counter({
    name: 'gateway_dispatch_tries_total',
    help: 'Commands sent to command services, each try: done, refused, busy, or away when none of them answered',
    labelNames: ['outcome'],
    registers: [registry],
  });
}
