import { silent } from '@pmcw/resilience';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TwoVaults, twoVaults } from '../../test/twoVaults.ts';
import { unconfirmInstance } from './unconfirm.ts';

let at: TwoVaults;
beforeAll(async () => {
  at = await twoVaults();
});
afterAll(() => at.close());

it('the id is made once, on first use, and is the last confirmed one', async () => {
  await at.withVault(at.source, async ({ instance }) => {
    const found = await Promise.all(Array.from({ length: 5 }, () => instance.find()));
    const [first = { id: '', isConfirmed: true }] = found;
    expect(found).toEqual(Array(5).fill({ id: first.id, isConfirmed: false }));
    await instance.confirm(first.id);
    expect(await instance.find()).toEqual({ id: first.id, isConfirmed: true });
    const other = '01890a5d-ac96-774b-bcce-b302099a8057';
    await instance.confirm(other);
    await instance.confirm(other);
    expect(await instance.find()).toEqual({ id: other, isConfirmed: true });
  });
});

it('the id is part of a backup, but not that the log has it', async () => {
  const { id } = await at.withVault(at.source, async ({ instance }) => instance.find());
  await at.withVault(at.source, ({ instance }) => instance.confirm(id));
  await at.backup(at.fileNamed('named'));
  await at.restore(at.fileNamed('named'));
  await at.withVault(at.target, async ({ instance }) => {
    expect(await instance.find()).toEqual({ id, isConfirmed: false });
  });
});

it('the note that the log has it can be taken back, as after a restore', async () => {
  const { id } = await at.withVault(at.source, async ({ instance }) => instance.find());
  await at.withVault(at.source, ({ instance }) => instance.confirm(id));
  await unconfirmInstance({ connectionString: at.source.url, logger: silent });
  await at.withVault(at.source, async ({ instance }) => {
    expect(await instance.find()).toEqual({ id, isConfirmed: false });
  });
});
