import { expect, it } from 'vitest';
import { openedStates } from './openedStates.ts';

it('opens all texts of both states in one call', async () => {
  const asked: (readonly string[])[] = [];
  const open = async (texts: readonly string[]) => {
    asked.push(texts);
    return texts.map((text) => text.toUpperCase());
  };
  const state = { name: 'ada', count: 1, none: null, request: { id: 'r', since: null } };
  const lists = { notices: ['n', 'm'], wallets: [{ id: 'w', isNew: true }], empty: [] };
  expect(await openedStates([{ ...state, ...lists }, { name: 'bob' }], open)).toEqual([
    {
      ...{ name: 'ADA', count: 1, none: null, request: { id: 'R', since: null } },
      ...{ notices: ['N', 'M'], wallets: [{ id: 'W', isNew: true }], empty: [] },
    },
    { name: 'BOB' },
  ]);
  expect(asked).toEqual([['ada', 'r', 'n', 'm', 'w', 'bob']]);
});
