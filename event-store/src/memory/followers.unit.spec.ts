import { scaled } from '@pmcw/testing';
import { it } from 'vitest';
import { expectAllToFollow, smallWindow } from '../../test/followers.ts';
import { createMemoryLog } from './memoryLog.ts';

it('all followers see every event once, whatever they do', async () => {
  const open = async () => {
    const log = createMemoryLog(smallWindow);
    return { log, writer: log, disturb: () => undefined };
  };
  await expectAllToFollow(open, scaled(100));
});
