import { draftsSchema } from '@pmcw/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

const texts = { aside: [], revision: 1 };
let world: World;
let to: number;
beforeAll(async () => {
  const all = async () =>
    ['global', String(to), '99999'].map((conversation) => ({ conversation, text: 'Hi', ...texts }));
  world = await openWorld({ vault: { drafts: { all } } });
  to = await world.register('omar');
});
afterAll(() => world.close());

it('drafts name their recipients for devices that do not know them', async () => {
  const as = await world.register('lena');
  await world.settle();
  const drafts = await world.json(draftsSchema, '/api/drafts', { as });
  expect(drafts.map(({ conversation, member }) => [conversation, member])).toEqual([
    ['global', null],
    [String(to), { username: 'omar', fullName: expect.stringContaining('omar'), avatarUrl: null }],
    ['99999', null],
  ]);
});
