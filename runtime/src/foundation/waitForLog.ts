import { setTimeout as sleep } from 'node:timers/promises';
import { ProblemError, texts } from '@pmcw/contracts';
import type { Logger } from '@pmcw/resilience';
import { spread } from '@pmcw/resilience';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Registry } from 'prom-client';
import { createOperations } from '../operations/operations.ts';
import type { Check } from '../operations/readiness.ts';
import { type ListenOptions, serveOperations } from '../operations/routes.ts';
import { type RightLog, type Verified, wrongLog } from './instance.ts';

/** Answers with this check, and refuses everything else, until it is closed. */
export type Refuse = (instance: Check) => Promise<{ close(): Promise<void> }>;

export type SendRefusal = (reply: FastifyReply, refusal: ProblemError) => FastifyReply;

export interface WaitingPlace extends ListenOptions {
  /** Default: as a problem document, also to people. */
  readonly send?: SendRefusal;
}

export interface Waiting {
  readonly at: WaitingPlace | Refuse;
  readonly verify: () => Promise<Verified>;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly stopping?: AbortSignal | undefined;
}

/** Longest pause between two checks. */
const lookEveryMs = 3_000;
const retryAfter = 5;
const looksBetweenLines = 25;

/**
 * Waits while the log is wrong: `/readyz` gives the reason, everything else gets 503.
 * @throws AbortError when the process should end
 */
export async function waitForRightLog(wrong: string, waiting: Waiting): Promise<RightLog> {
  const { at, logger, registry, stopping } = waiting;
  let reason = wrong;
  const instance = async () => ({ ok: false, reason }) as const;
  const server = await (typeof at === 'function'
    ? at(instance)
    : serveOperations(
        createOperations({ part: 'waiting', registry, logger, checks: { instance } }),
        at,
        (app) => refuseAll(app, at.send ?? sendDocument),
      ));
  try {
    for (let looks = 0; ; looks += 1) {
      if (looks % looksBetweenLines === 0) logger.error({}, wrongLog(reason));
      // Rejects when the process should end.
      await sleep(spread(lookEveryMs), undefined, { signal: stopping });
      const found = await lookAgain(waiting);
      if (found !== null && 'id' in found) return found;
      reason = found?.wrong ?? reason;
    }
  } finally {
    await server.close();
  }
}

async function lookAgain({ verify, logger }: Waiting): Promise<Verified | null> {
  try {
    return await verify();
  } catch (error) {
    logger.warn({ err: error }, 'could not check whether the log is the right one');
    return null;
  }
}

/** Before a body is read: one that is too large for this server must not be refused permanently. */
function refuseAll(app: FastifyInstance, send: SendRefusal): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.is404) return;
    const refusal = new ProblemError('unavailable', texts.refusals.busy, { retryAfter });
    return send(reply.header('cache-control', 'no-store'), refusal);
  });
}

const sendDocument: SendRefusal = (reply, refusal) =>
  reply
    .code(refusal.status)
    .type('application/problem+json; charset=utf-8')
    .header('retry-after', retryAfter)
    .send(JSON.stringify(refusal.toProblem()));
