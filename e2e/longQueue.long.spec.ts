import { afterAll, beforeAll, expect, it } from 'vitest';
import { outboxes, sayAll } from './support/device.ts';
import {
  arrived,
  expectInLog,
  expectMark,
  leave,
  networkOf,
  type OfflineWorld,
  openWriter,
  startOfflineWorld,
} from './support/offlineWorld.ts';

const count = 500;
const inTime = { timeout: 180_000, interval: 500 };

let world: OfflineWorld;
beforeAll(async () => {
  world = await startOfflineWorld();
});
afterAll(() => world?.remove());

it(`${count} queued messages are sent in order, each once, and none hits a rate limit`, async () => {
  const lena = await openWriter(world, 'Lena Weber');
  const { page } = lena.person;
  const { requests, service, cutSockets } = networkOf(world, lena);
  const cable = requests.always(service, { kind: 'cut' });
  cutSockets();
  const texts = Array.from({ length: count }, (_, n) => `number ${n} of many`);
  const ids = await sayAll(page, lena.chat, texts);
  expect((await outboxes(page)).map(({ id }) => id)).toEqual(ids);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(response.url());
  });
  cable.lift();
  await expect.poll(() => outboxes(page), inTime).toEqual([]);
  await expectInLog(world, lena, ids);
  await expectMark(lena, texts[count - 1] ?? '', arrived);
  expect(refused).toEqual([]);
  await leave(lena);
});
