import { expect, it } from 'vitest';
import { Opened } from './opened.ts';

it('closes everything once, last opened first, and reports the first failure', async () => {
  const closed: string[] = [];
  const opened = new Opened();
  for (const name of ['database', 'log', 'server']) {
    opened.add(async () => {
      closed.push(name);
      if (name === 'log') throw new Error('the log is stuck');
    });
  }
  await expect(opened.close()).rejects.toThrow('the log is stuck');
  expect(closed).toEqual(['server', 'log', 'database']);
  await opened.close();
  expect(closed).toHaveLength(3);
});
