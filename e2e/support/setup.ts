import { afterEach } from 'vitest';
import { testimony } from './witnesses.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await testimony(task.name));
});
