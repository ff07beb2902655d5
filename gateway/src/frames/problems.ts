import { ProblemError, texts } from '@pmcw/contracts';
import { isFinal, type Logger } from '@pmcw/resilience';
import type { ParsedFrame } from './parse.ts';

/** Of a message's frame, so that its sender can match the refusal. */
export function messageIdOf(parsed: ParsedFrame): string | undefined {
  if ('refusal' in parsed) return parsed.id;
  return parsed.frame.type === 'message' ? parsed.frame.id : undefined;
}

/** Logs an error that is no refusal. */
export function problemOf(error: unknown, logger: Logger): ProblemError {
  if (error instanceof ProblemError) return error;
  if (!isFinal(error)) {
    logger.warn({ err: error }, 'a frame could not be handled now');
    return new ProblemError('unavailable', texts.refusals.busy, { retryAfter: 1 });
  }
  logger.error({ err: error }, 'a frame could not be handled');
  return new ProblemError('internal', texts.refusals.unexpected);
}
