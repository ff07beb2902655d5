import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TwoVaults, twoVaults } from '../../test/twoVaults.ts';

let at: TwoVaults;
beforeAll(async () => {
  at = await twoVaults();
});
afterAll(() => at.close());

it('a bookmark is stored under its name, also after a restore', async () => {
  const far = { engine: 'eventstoredb', position: 2n ** 62n };
  await at.withVault(at.source, async ({ bookmarks }) => {
    expect(await bookmarks.find('one')).toBeNull();
    await bookmarks.set('one', { engine: 'postgres', position: 7n });
    await bookmarks.set('other', { engine: 'postgres', position: 9n });
    expect(await bookmarks.find('one')).toEqual({ engine: 'postgres', position: 7n });
    await bookmarks.set('one', far);
    expect(await bookmarks.find('one')).toEqual(far);
    expect(await bookmarks.find('other')).toEqual({ engine: 'postgres', position: 9n });
  });
  await at.backup(at.fileNamed('b'));
  await at.restore(at.fileNamed('b'));
  await at.withVault(at.target, async ({ bookmarks }) => expect(await bookmarks.find('one')).toEqual(far));
});
