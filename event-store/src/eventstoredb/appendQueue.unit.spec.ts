import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { prepareAppend } from '../engine/preparedAppend.ts';
import { LogUnavailableError } from '../errors.ts';
import { AppendQueue } from './appendQueue.ts';

const answer = { revision: 0, position: 1n, repeated: false };

function anAppend(stream: string, text = '') {
  const event = { eventId: randomUUID(), type: 'Tested', data: { text }, metadata: {} };
  return prepareAppend(stream, 'any', [event]);
}

/** A queue whose appends end on demand. */
function queue(options: { readonly maxQueue?: number; readonly appendTimeoutMs?: number } = {}) {
  const sent: string[] = [];
  const endings: ((error?: Error) => void)[] = [];
  const appends = new AppendQueue({
    maxQueue: 1_000,
    appendTimeoutMs: 10_000,
    ...options,
    send: ({ stream }) => {
      sent.push(stream);
      return new Promise((resolve, reject) => {
        endings.push((error) => (error === undefined ? resolve(answer) : reject(error)));
      });
    },
  });
  return { appends, sent, endings };
}

it('sends to one stream in order, even after a failure, and to others concurrently', async () => {
  const { appends, sent, endings } = queue();
  const [first, second] = [appends.append(anAppend('a')), appends.append(anAppend('a'))];
  const other = appends.append(anAppend('b'));
  await nextTurn();
  expect(sent).toEqual(['a', 'b']);
  endings[0]?.(new Error('refused'));
  await expect(first).rejects.toThrow('refused');
  await nextTurn();
  expect(sent).toEqual(['a', 'b', 'a']);
  for (const end of endings) end();
  expect(await Promise.all([second, other])).toEqual([answer, answer]);
  expect(appends.depth).toBe(0);
});

it('limits concurrent appends', async () => {
  const { appends, sent, endings } = queue();
  const all = Array.from({ length: 70 }, (_, n) => appends.append(anAppend(`s-${n}`)));
  await nextTurn();
  expect(sent).toHaveLength(64);
  endings[0]?.();
  await nextTurn();
  expect(sent).toHaveLength(65);
  for (let n = 1; n < 70; n += 1) {
    await nextTurn();
    endings[n]?.();
  }
  expect(await Promise.all(all)).toHaveLength(70);
});

it('limits queued appends', async () => {
  const { appends, endings } = queue({ maxQueue: 2 });
  const taken = [appends.append(anAppend('a')), appends.append(anAppend('b'))];
  await expect(appends.append(anAppend('c'))).rejects.toThrow('Too many appends');
  await nextTurn();
  for (const end of endings) end();
  await Promise.all(taken);

  const large = 'x'.repeat(40 * 1024 * 1024);
  const held = appends.append(anAppend('a', large));
  await expect(appends.append(anAppend('b', large))).rejects.toThrow(LogUnavailableError);
  await nextTurn();
  endings.at(-1)?.();
  await held;
});

it('gives up on time, also on waiting appends, which are then never sent', async () => {
  const { appends, sent, endings } = queue({ appendTimeoutMs: 30 });
  const late = [appends.append(anAppend('a')), appends.append(anAppend('a'))];
  for (const append of late) await expect(append).rejects.toThrow(LogUnavailableError);
  endings[0]?.();
  await appends.close();
  expect(sent).toEqual(['a']);
  expect(appends.depth).toBe(0);
});

it('answers queued appends before it closes, and refuses new ones', async () => {
  const { appends, endings } = queue();
  const taken = [appends.append(anAppend('a')), appends.append(anAppend('a'))];
  const closing = appends.close();
  await expect(appends.append(anAppend('b'))).rejects.toThrow('The log is closed');
  for (let n = 0; n < 2; n += 1) {
    await nextTurn();
    endings[n]?.();
  }
  await closing;
  expect(await Promise.all(taken)).toHaveLength(2);
});
