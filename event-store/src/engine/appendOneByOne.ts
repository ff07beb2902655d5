import { EventIdConflictError, WrongExpectedRevisionError } from '../errors.ts';
import type { AppendResult, EventLog } from '../port.ts';
import { prepareAppends } from './preparedAppend.ts';

/** `appendInOrder` of engines that commit each append on its own. */
export async function appendOneByOne(
  log: Pick<EventLog, 'append'>,
  appends: Parameters<EventLog['appendInOrder']>[0],
): Promise<readonly PromiseSettledResult<AppendResult>[]> {
  prepareAppends(appends);
  const results: PromiseSettledResult<AppendResult>[] = [];
  for (const { stream, expected, events } of appends) {
    const last = results.at(-1);
    const isOver = last?.status === 'rejected' && !isConflict(last.reason);
    const [result] = isOver ? [last] : await Promise.allSettled([log.append(stream, expected, events)]);
    results.push(result);
  }
  return results;
}

const isConflict = (reason: unknown): boolean =>
  reason instanceof WrongExpectedRevisionError || reason instanceof EventIdConflictError;
