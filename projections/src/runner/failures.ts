import { UnreadableEventError } from '@pmcw/event-store';
import pg from 'pg';
import { DatabaseAwayError } from '../storage/connections.ts';

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

export const isPassing = (error: unknown): boolean => error instanceof DatabaseAwayError;

/** The message is left out, because it may hold a member's text. */
export function describe(error: unknown): string {
  if (error instanceof pg.DatabaseError)
    return `${error.name} ${error.code ?? ''} ${error.constraint ?? ''}`.trim();
  if (error instanceof UnreadableEventError) return `${error.name}: ${error.reason}`;
  return error instanceof Error ? error.name : typeof error;
}

export function framesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
}

export const retryMs = { firstMs: 50, mostMs: 2_000 };

export function poisonOf(error: unknown): PoisonEventError | null {
  return error instanceof UnreadableEventError ? new PoisonEventError(error, error) : null;
}
