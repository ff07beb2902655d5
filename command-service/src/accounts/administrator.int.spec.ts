import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Running, run, userStream } from '../../test/running.ts';
import { usernameClaim } from '../members/claims.ts';

describe('making the first administrator', () => {
  let empty: Running;
  beforeAll(async () => {
    empty = await run({ administrator: false });
  });
  afterAll(() => empty.stop());

  it('is finished by the next start after a crash at any step, by exactly one of several concurrent starts', async () => {
    const { vault, eventStore, service } = empty;
    const second = await empty.another();
    const died = new Error('the process died');
    for (const crash of [
      () => vi.spyOn(eventStore, 'append').mockRejectedValueOnce(died),
      () => vi.spyOn(vault.passwords, 'setFirst').mockRejectedValueOnce(died),
    ]) {
      crash();
      await expect(service.ensureAdministrator(async () => 'crashed')).rejects.toThrow(died);
    }
    const results = await Promise.all([
      service.ensureAdministrator(async () => 'one'),
      second.service.ensureAdministrator(async () => 'two'),
    ]);
    expect([...results].sort()).toEqual(['created', 'present']);
    const theirs = results[0] === 'created' ? 'one' : 'two';
    expect(await vault.passwords.verify(1, theirs)).toBe(true);
    const unused = vi.fn(async () => 'never valid');
    expect(await service.ensureAdministrator(unused)).toBe('present');
    expect(unused).not.toHaveBeenCalled();
    expect(await empty.events('user-1')).toHaveLength(2);
    expect(await vault.claims.holder(usernameClaim('admin'))).toBe(1);
  });
});

describe('making a member an administrator', () => {
  let app: Running;
  beforeAll(async () => {
    app = await run();
  });
  afterAll(() => app.stop());

  it('grants an administrator’s rights at once, and only once', async () => {
    const [member, other] = [await app.register('Nora'), await app.register('other')];
    const suspend = () => member.call('PATCH', `/api/admin/users/${other.id}/suspend`, { isSuspended: true });
    expect(await suspend()).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await app.service.grantAdministrator('nora')).toBe('granted');
    expect(await app.service.grantAdministrator('NORA')).toBe('present');
    expect(await suspend()).toMatchObject({ status: 200 });
    const granted = (await app.events(userStream(member))).filter(({ type }) => type === 'AdminGranted');
    expect(granted).toMatchObject([{ metadata: { actorId: null } }]);
  });

  it('refuses an unknown username', async () => {
    await expect(app.service.grantAdministrator('nobody')).rejects.toMatchObject({ code: 'not_found' });
  });
});
