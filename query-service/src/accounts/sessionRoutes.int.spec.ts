import { endedSessionsSchema, ownSessionsSchema } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '../../test/standIns.ts';
import { openWorld, type World } from '../../test/world.ts';

let world: World;
const kept = (userId: number) =>
  ['another', `member-${userId}`].map((id) => ({
    id,
    device: { browser: 'Firefox', system: null },
    language: 'de',
    startedAt: new Date('2026-01-01'),
    lastUsedAt: new Date('2026-01-02'),
  }));
beforeAll(async () => {
  const all = async (userId: number) => kept(userId);
  const ended = async (userId: number) =>
    (['expired', 'deleted'] as const).map((reason) => ({
      ...{ id: `${reason} ${userId}`, device: { browser: null, system: 'Linux' }, reason },
      ...{ language: null, startedAt: new Date('2026-01-01'), lastUsedAt: new Date('2026-01-02') },
      endedAt: new Date('2026-02-01'),
    }));
  world = await openWorld({
    vault: { sessions: { ...sessions, all, ended } },
  });
});
afterAll(() => world.close());

describe('GET /api/user/sessions', () => {
  it('lists the member’s sessions, and marks the current one', async () => {
    const member = await world.register('ada');
    const both = { browser: 'Firefox', system: null, startedAt: '2026-01-01T00:00:00.000Z' };
    const used = { ...both, lastUsedAt: '2026-01-02T00:00:00.000Z' };
    expect(await world.json(ownSessionsSchema, '/api/user/sessions', { as: member })).toEqual([
      { id: `member-${member}`, ...used, isCurrent: true },
      { id: 'another', ...used, isCurrent: false },
    ]);
  });

  it('is 401 without a session, and never cached', async () => {
    await world.problem(401, 'not_signed_in', '/api/user/sessions');
    const response = await world.ask('/api/user/sessions', { as: 1 });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('GET /api/user/sessions/ended', () => {
  it('lists when and why the member’s sessions ended', async () => {
    const member = await world.register('bea');
    expect(await world.json(endedSessionsSchema, '/api/user/sessions/ended', { as: member })).toEqual([
      {
        ...{ id: `expired ${member}`, browser: null, system: 'Linux', reason: 'expired' },
        ...{ startedAt: '2026-01-01T00:00:00.000Z', lastUsedAt: '2026-01-02T00:00:00.000Z' },
        endedAt: '2026-02-01T00:00:00.000Z',
      },
    ]);
  });

  it('is 401 without a session', async () => {
    await world.problem(401, 'not_signed_in', '/api/user/sessions/ended');
  });
});
