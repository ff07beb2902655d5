import { expect, it, vi } from 'vitest';
import { anEvent, aStream } from '../../test/events.ts';
import { LogUnavailableError, WrongExpectedRevisionError } from '../errors.ts';
import { createMemoryLog } from '../memory/memoryLog.ts';
import { appendOneByOne } from './appendOneByOne.ts';

it('writes none after an error of the log, unlike after a conflict', async () => {
  const log = createMemoryLog();
  const [taken, down] = [aStream(), aStream()];
  const error = new LogUnavailableError('down');
  await log.append(taken, 'any', [anEvent()]);
  const append = vi.fn((...given: Parameters<typeof log.append>) =>
    given[0] === down ? Promise.reject(error) : log.append(...given),
  );
  const appends = [aStream(), taken, aStream(), down, aStream(), aStream()].map((stream) => ({
    ...{ stream, expected: 'no-stream' as const, events: [anEvent()] },
  }));
  expect(await appendOneByOne({ append }, appends)).toMatchObject([
    { status: 'fulfilled' },
    { reason: expect.any(WrongExpectedRevisionError) },
    { status: 'fulfilled' },
    { reason: error },
    { reason: error },
    { reason: error },
  ]);
  expect(append).toHaveBeenCalledTimes(4);
});
