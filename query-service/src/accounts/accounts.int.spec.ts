import { sessionUserSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

describe('GET /api/user', () => {
  it('returns the signed-in member, with all data of the dashboard', async () => {
    const ada = await world.register({ username: 'Ada', userType: 'Business' });
    await world.record({ type: 'AdminGranted', data: { userId: ada } }, streams.user(ada));
    await world.settle();
    expect(await world.json(sessionUserSchema, '/api/user', { as: ada })).toEqual({
      id: ada,
      username: 'Ada',
      fullName: 'Ada of Test',
      email: 'Ada@example.org',
      isEmailConfirmed: false,
      telegramHandle: '',
      bio: '',
      userType: 'Business',
      avatarUrl: null,
      backgroundUrl: null,
      isAdmin: true,
      isAuthorized: false,
      isSuspended: false,
      pmcwTokens: 0,
      contactPolicy: 'everyone',
      createdAt: '2026-01-01T00:00:01.000Z',
    });
  });

  it('is 401 without a session', async () => {
    await world.problem(401, 'not_signed_in', '/api/user');
  });

  it('asks for a retry, not for a sign-in, while the read model does not know the member', async () => {
    await world.problem(503, 'unavailable', '/api/user', { as: 999 });
  });

  it('is never cached', async () => {
    const response = await world.ask('/api/user', { as: 1 });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('takes one statement', async () => {
    expect(await world.statementsOf(() => world.ask('/api/user', { as: 1 }))).toBe(1);
  });
});
