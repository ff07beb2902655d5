import { setTimeout as sleep } from 'node:timers/promises';
import { UnreadableEventError } from '@pmcw/event-store';
import pg from 'pg';
import { DatabaseAwayError } from '../storage/connections.ts';

/** An event that a model can't take, however often it is tried. */
export class PoisonEventError extends Error {
  override readonly name = 'PoisonEventError';
  readonly position: bigint;
  readonly type: string;

  constructor(event: { readonly position: bigint; readonly type: string }, cause: unknown) {
    super(`${event.type} at ${event.position}: ${describe(cause)}`, { cause });
    this.position = event.position;
    this.type = event.type;
  }
}

/** Whether trying again later may help. */
export const isPassing = (error: unknown): boolean => error instanceof DatabaseAwayError;

/** What may be logged of an error: its kind and place. Its message may hold what a member wrote. */
export function describe(error: unknown): string {
  if (error instanceof pg.DatabaseError)
    return `${error.name} ${error.code ?? ''} ${error.constraint ?? ''}`.trim();
  if (error instanceof UnreadableEventError) return `${error.name}: ${error.reason}`;
  return error instanceof Error ? error.name : typeof error;
}

/** The stack of an error without its message. */
export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}

/** A wait in milliseconds before a further try: doubling, to two seconds, half of it random. */
export function backoffMs(failures: number): number {
  const full = Math.min(2_000, 50 * 2 ** Math.min(failures - 1, 10));
  return full / 2 + (Math.random() * full) / 2;
}

/** Resolves after a time in milliseconds, or at once when the signal is aborted. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  // An abort is how a wait ends early here, so its rejection says nothing new.
  await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
}

/** The error of a log that couldn't read an event, as the model's: it can't go past it either. */
export function poisonOf(error: unknown): PoisonEventError | null {
  return error instanceof UnreadableEventError ? new PoisonEventError(error, error) : null;
}
