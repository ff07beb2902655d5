import { dispatchMark, dispatchPath, ProblemError, problemSchema } from '@pmcw/contracts';
import { backoffMs, retryAfterOf } from '@pmcw/resilience';
import { Pool } from 'undici';
import * as v from 'valibot';
import type { DispatchLimits } from './limits.ts';

export type Answer<Done> =
  | { readonly kind: 'done'; readonly done: Done }
  | { readonly kind: 'refused'; readonly problem: ProblemError }
  | { readonly kind: 'busy'; readonly problem: ProblemError }
  /** The command may have been executed nevertheless. */
  | { readonly kind: 'away'; readonly reason: string };

export interface DispatchRequest<Done> {
  readonly body: string;
  readonly headers: Record<string, string>;
  /** Of an answer with status 200. */
  readonly parseDone: (body: unknown) => Done;
}

/** Eight of the longest messages, escaped. */
const answerBytes = 256 * 1024;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

function answerOf<Done>(
  status: number,
  headers: Headers,
  text: string,
  parseDone: (body: unknown) => Done,
): Answer<Done> {
  if (headers[dispatchMark] === undefined)
    return { kind: 'away', reason: `answered ${status}, not by dispatch` };
  const body: unknown = JSON.parse(text);
  const retryAfter = retryAfterOf({ get: (name) => headers[name]?.toString() ?? null }) ?? undefined;
  if (status === 200) return { kind: 'done', done: parseDone(body) };
  const problem = ProblemError.from(v.parse(problemSchema, body), retryAfter);
  if (problem === null)
    return { kind: 'away', reason: `refused with ${status}, for a reason not known here` };
  return { kind: problem.code === 'unavailable' ? 'busy' : 'refused', problem };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

export class Address {
  readonly origin: string;
  readonly #pool: Pool;
  readonly #limits: DispatchLimits;
  #inFlight = 0;
  #failuresInRow = 0;
  #restsUntil = 0;

  constructor(origin: string, limits: DispatchLimits) {
    this.origin = origin;
    this.#limits = limits;
    const { connections, connectMs, answerMs } = limits;
    this.#pool = new Pool(origin, {
      connections,
      pipelining: 1,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 60_000,
      connect: { timeout: connectMs },
      headersTimeout: answerMs,
      bodyTimeout: answerMs,
      maxResponseSize: answerBytes,
    });
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get failuresInRow(): number {
    return this.#failuresInRow;
  }

  get isResting(): boolean {
    return performance.now() < this.#restsUntil;
  }

  async ask<Done>(request: DispatchRequest<Done>, withinMs: number): Promise<Answer<Done>> {
    this.#inFlight += 1;
    const answer = await this.#ask(request, withinMs);
    this.#inFlight -= 1;
    if (answer.kind === 'away') this.#rest();
    else this.#failuresInRow = 0;
    return answer;
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #ask<Done>(
    { body, headers, parseDone }: DispatchRequest<Done>,
    withinMs: number,
  ): Promise<Answer<Done>> {
    try {
      const signal = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)));
      const response = await this.#pool.request({
        method: 'POST',
        path: dispatchPath,
        headers,
        body,
        signal,
      });
      return answerOf(response.statusCode, response.headers, await response.body.text(), parseDone);
    } catch (error) {
      return { kind: 'away', reason: reasonOf(error) };
    }
  }

  #rest(): void {
    const { restFirstMs, restMostMs } = this.#limits;
    this.#failuresInRow += 1;
    const rest = backoffMs(this.#failuresInRow, { firstMs: restFirstMs, mostMs: restMostMs });
    this.#restsUntil = performance.now() + rest;
  }
}
