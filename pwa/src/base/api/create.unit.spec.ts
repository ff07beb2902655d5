import * as v from 'valibot';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { create } from './create.ts';
import { ofServer, refusedByServer } from './ofServer.forSpecs.ts';

const schema = v.object({ id: v.string() });
const body = { title: 'News' };

/** Results of successive requests: no answer, a refusal, or success at the end. */
let does: (number | 'nothing')[] = [];
const asked = vi.fn<typeof globalThis.fetch>(async () => {
  const next = does.shift() ?? 201;
  if (next === 'nothing') throw new TypeError('gone');
  return new Response('{"id":"made"}', { status: next, headers: next < 400 ? ofServer : refusedByServer });
});
const sentIds = () =>
  asked.mock.calls.map(([, options]) => v.parse(schema, JSON.parse(String(options?.body))).id);

beforeEach(() => {
  asked.mockClear();
  does = [];
  vi.stubGlobal('fetch', asked);
  vi.spyOn(console, 'info').mockReturnValue();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('keeps the id of an unanswered request, and uses another once answered', async () => {
  does = ['nothing', 503];
  for (let n = 0; n < 2; n += 1) await expect(create('/a', schema, body)).rejects.toThrow();
  expect(await create('/a', schema, body)).toEqual({ id: 'made' });
  await create('/a', schema, body);
  const [first, second, third, next] = sentIds();
  expect([second, third]).toEqual([first, first]);
  expect(next).not.toBe(first);
});

it('uses another id for other content, another path, and after a refusal', async () => {
  does = [409, 'nothing', 'nothing', 'nothing'];
  await expect(create('/a', schema, body)).rejects.toThrow();
  for (const [path, said] of [
    ['/a', body],
    ['/b', body],
    ['/a', { title: 'Other' }],
  ] as const) {
    await expect(create(path, schema, said)).rejects.toThrow();
  }
  expect(new Set(sentIds()).size).toBe(4);
});
