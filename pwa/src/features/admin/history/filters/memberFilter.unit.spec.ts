import { afterEach, describe, expect, it, vi } from 'vitest';
import { ofServer, refusedByServer } from '../../../../base/api/ofServer.forSpecs.ts';
import { parseMember } from './memberFilter.ts';

afterEach(() => vi.unstubAllGlobals());

const ada = {
  ...{ id: 7, username: 'ada', fullName: 'Ada', bio: '', avatarUrl: null, backgroundUrl: null },
  ...{ userType: 'General User', isAuthorized: false, pmcwTokens: 0, createdAt: '2026-01-01T00:00:00.000Z' },
  ...{ wallets: [], socials: [] },
};
/** A server that knows Ada, and does not answer for Bea. */
const server = vi.fn(async (path: string) => {
  if (path === '/api/profile/bea') throw new TypeError('Failed to fetch');
  return path === '/api/profile/ada'
    ? Response.json(ada, { headers: ofServer })
    : new Response('{}', { status: 404, headers: refusedByServer });
});

describe('a typed member', () => {
  it.each([
    ['', { value: '' }],
    [' #12 ', { value: '12' }],
    ['SYSTEM', { value: 'system' }],
    ['@ada', { value: '7' }],
    ['ada', { value: '7' }],
    ['nobody', { problem: 'noSuchMember' }],
    ['#0', { problem: 'noSuchMember' }],
    ['../ada', { problem: 'noSuchMember' }],
    ['bea', { problem: 'unresolved' }],
  ])('%j is %o', async (typed, meant) => {
    vi.stubGlobal('fetch', server);
    expect(await parseMember(typed, 'system')).toEqual(meant);
  });

  it('is never the system where that is no choice', async () => {
    vi.stubGlobal('fetch', server);
    expect(await parseMember('system', null)).toEqual({ problem: 'noSuchMember' });
  });
});
