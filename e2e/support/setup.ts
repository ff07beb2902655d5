import { afterAll, afterEach } from 'vitest';
import { dismissWitnesses, testimony } from './witnesses.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(await testimony(task.name));
});
afterAll(dismissWitnesses);
