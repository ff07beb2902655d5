import { EventIdConflictError, LogUnavailableError, WrongExpectedRevisionError } from '../errors.ts';
import type { AppendResult, EventLog } from '../port.ts';
import { TargetChangedError } from './errors.ts';
import { insisting } from './insisting.ts';
import type { Run } from './windows.ts';

/**
 * Retries are safe because events keep their ids.
 * @param after position that all must exceed
 * @throws TargetChangedError if another process writes to the log
 */
export async function appendRuns(log: EventLog, runs: readonly Run[], after: bigint): Promise<bigint> {
  let reached = after;
  let left = runs;
  await insisting(
    async () => {
      const results = await Promise.allSettled(
        left.map(({ stream, expected, events }) => log.append(stream, expected, events)),
      );
      const failed = results.findIndex(({ status }) => status === 'rejected');
      const written = failed < 0 ? results : results.slice(0, failed);
      for (const result of written)
        if (result.status === 'fulfilled') reached = beyond(reached, result.value);
      const failure = results[failed];
      if (failure?.status !== 'rejected') return;
      left = left.slice(failed);
      if (results.slice(failed).some(({ status }) => status === 'fulfilled')) {
        throw new TargetChangedError(
          'The target took an event without those before it: empty it and start again',
          { cause: failure.reason },
        );
      }
      throw reasonOf(failure.reason);
    },
    (error) => error instanceof LogUnavailableError,
  );
  return reached;
}

function beyond(reached: bigint, { position }: AppendResult): bigint {
  if (position > reached) return position;
  throw new TargetChangedError(
    `The target has an event at ${position} already that is to come after ${reached}`,
  );
}

function reasonOf(reason: unknown): unknown {
  if (reason instanceof WrongExpectedRevisionError || reason instanceof EventIdConflictError) {
    return new TargetChangedError(`Another process writes to the target: ${reason.message}`, {
      cause: reason,
    });
  }
  return reason;
}
