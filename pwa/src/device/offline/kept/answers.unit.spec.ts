import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { keptDatabaseName } from '../stores.ts';
import {
  dropAnswers,
  dropMember,
  type KeptAnswer,
  keepAnswer,
  keptAnswer,
  keptAnswers,
  keptForMs,
  keptMax,
} from './answers.ts';

let members = 0;
const newMember = () => {
  members += 1;
  return { id: members, createdAt: '2026-01-01T00:00:00Z' };
};
const now = Date.parse('2026-06-01T00:00:00Z');
const profileOf = (name: string, at = now): KeptAnswer => ({
  path: `/api/profile/${name}`,
  kind: 'profile',
  body: { name },
  at,
});

describe('stored answers', () => {
  it('are returned as stored, the latest of each path', async () => {
    const owner = newMember();
    await keepAnswer(owner, profileOf('lena', now - 1000));
    await keepAnswer(owner, { ...profileOf('lena'), body: { name: 'Lena' } });
    expect(await keptAnswer(owner, '/api/profile/lena', now)).toEqual({
      ...profileOf('lena'),
      body: { name: 'Lena' },
    });
    expect(await keptAnswer(owner, '/api/profile/mira', now)).toBeNull();
  });

  it('are separate for each member and for visitors', async () => {
    const [owner, other] = [newMember(), newMember()];
    await keepAnswer(owner, profileOf('lena'));
    expect(await keptAnswer(other, '/api/profile/lena', now)).toBeNull();
    expect(await keptAnswer(null, '/api/profile/lena', now)).toBeNull();
    // Member 1 of another installation at the same address.
    expect(keptDatabaseName({ ...owner, createdAt: '2020-01-01T00:00:00Z' })).not.toBe(
      keptDatabaseName(owner),
    );
  });

  it('are limited per kind, dropping the oldest', async () => {
    const owner = newMember();
    await keepAnswer(owner, { path: '/api/user/wallets', kind: 'own', body: [], at: now - 5000 });
    for (let i = 0; i <= keptMax.directory; i += 1) {
      const path = `/api/directory?page=${i}`;
      await keepAnswer(owner, { path, kind: 'directory', body: {}, at: now - 1000 + i });
    }
    const pages = await keptAnswers(owner, 'directory', now);
    expect(pages).toHaveLength(keptMax.directory);
    expect(pages[0]?.path).toBe(`/api/directory?page=${keptMax.directory}`);
    expect(pages.at(-1)?.path).toBe('/api/directory?page=1');
    expect(await keptAnswer(owner, '/api/user/wallets', now)).not.toBeNull();
  });

  it('expire, even without a newer one', async () => {
    const owner = newMember();
    await keepAnswer(owner, profileOf('lena', now - keptForMs - 1));
    expect(await keptAnswer(owner, '/api/profile/lena', now)).toBeNull();
    expect(await keptAnswers(owner, 'profile', now)).toEqual([]);
    await keepAnswer(owner, profileOf('mira'));
    // Deleted, not only skipped.
    expect(await keptAnswers(owner, 'profile', 0)).toEqual([profileOf('mira')]);
  });

  it('are dropped with a member they show, including pages', async () => {
    const owner = newMember();
    await keepAnswer(owner, { ...profileOf('lena'), body: { id: 7 } });
    await keepAnswer(owner, { ...profileOf('mira'), body: { id: 8 } });
    const page = { kind: 'directory', at: now } as const;
    await keepAnswer(owner, { ...page, path: '/api/directory', body: { users: [{ id: 8 }, { id: 7 }] } });
    await keepAnswer(owner, { ...page, path: '/api/directory?page=2', body: { users: [{ id: 8 }] } });
    await keepAnswer(owner, { kind: 'site', at: now, path: '/api/featured-users', body: [{ id: 7 }] });
    await keepAnswer(owner, { kind: 'site', at: now, path: '/api/settings', body: { tokenSupply: 7 } });
    await dropMember(owner, 7);
    // Requested before, answered after.
    await keepAnswer(owner, { ...profileOf('lena'), body: { id: 7 } });
    await keepAnswer(owner, { ...page, path: '/api/directory?page=3', body: { users: [{ id: 7 }] } });
    const left = [
      ...(await keptAnswers(owner, 'profile', now)),
      ...(await keptAnswers(owner, 'directory', now)),
    ];
    expect(left.map(({ path }) => path)).toEqual(['/api/profile/mira', '/api/directory?page=2']);
    expect((await keptAnswers(owner, 'site', now)).map(({ path }) => path)).toEqual(['/api/settings']);
  });

  it('are dropped one by one', async () => {
    const owner = newMember();
    for (const name of ['lena', 'mira']) await keepAnswer(owner, profileOf(name));
    await dropAnswers(owner, ({ path }) => path === '/api/profile/lena');
    expect((await keptAnswers(owner, 'profile', now)).map(({ path }) => path)).toEqual(['/api/profile/mira']);
  });
});
