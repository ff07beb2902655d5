import type { DirectoryCard, Profile } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import type { KeptAnswer } from '../../device/offline/kept/answers.ts';
import { type DirectoryState, wholeDirectory } from './directoryState.ts';
import { searchStoredMembers } from './storedMembers.ts';

const card = (id: number, username: string, change: Partial<DirectoryCard> = {}): DirectoryCard => ({
  id,
  username,
  fullName: `The ${username}`,
  bio: '',
  avatarUrl: null,
  userType: 'General User',
  isAuthorized: false,
  pmcwTokens: 0,
  networks: ['ETH'],
  hasProof: false,
  ...change,
});
const page = (at: number, users: DirectoryCard[]): KeptAnswer => ({
  path: `/api/directory?page=${at}`,
  kind: 'directory',
  body: { users, pagination: { page: 1, limit: 12, total: users.length, totalPages: 1 } },
  at,
});
const profile = (at: number, { networks, hasProof, ...member }: DirectoryCard): KeptAnswer => ({
  path: `/api/profile/${member.username}`,
  kind: 'profile',
  body: {
    ...member,
    backgroundUrl: null,
    createdAt: '2026-01-01T00:00:00Z',
    socials: [],
    verifiedAt: null,
    nameChangedAt: null,
    formerWallets: [],
    wallets: networks.map((network, i) => ({
      ...{ id: `${i}`, network, address: '0x', addedAt: '' },
      proof: hasProof ? { statement: '', signature: '', scheme: 'eip-191', provedAt: '' } : null,
      ensName: null,
    })),
  } satisfies Profile,
  at,
});
const found = (answers: KeptAnswer[], state: Partial<DirectoryState>) =>
  searchStoredMembers(answers, { ...wholeDirectory, ...state });

describe('members on this device', () => {
  const answers = [
    page(2, [card(3, 'Mira'), card(2, 'lena', { isAuthorized: true })]),
    page(1, [card(2, 'lena'), card(7, 'bank', { userType: 'Business' })]),
    profile(3, card(9, 'nora', { fullName: 'Nora Lenard', networks: ['ETH', 'ETH', 'SOL'], hasProof: true })),
  ];

  it('appear once, from the latest answer', () => {
    const { known, fitting } = found(answers, {});
    expect(known).toBe(4);
    expect(fitting.map(({ username }) => username)).toEqual(['bank', 'lena', 'Mira', 'nora']);
    expect(fitting[1]?.isAuthorized).toBe(true);
    expect(fitting[3]).toMatchObject({ networks: ['ETH', 'SOL'], hasProof: true });
    expect(fitting[2]?.hasProof).toBe(false);
  });

  it('are found by a part of name or username, ignoring case', () => {
    expect(found(answers, { query: 'LEN' }).fitting.map(({ id }) => id)).toEqual([2, 9]);
    expect(found(answers, { query: 'nobody' })).toEqual({ known: 4, fitting: [], asOf: 1 });
  });

  it('are as of the oldest answer that is shown', () => {
    expect(found(answers, {}).asOf).toBe(1);
    expect(found(answers, { query: 'lena' }).asOf).toBe(2);
    expect(found(answers, { query: 'nora' }).asOf).toBe(3);
    expect(found([], {}).asOf).toBeNull();
  });

  it('are found as on the server, in any spelling and order of words, with the bio', () => {
    const jose = [page(1, [card(5, 'jgarcia', { fullName: 'José García', bio: 'Weiß von Łódź' })])];
    for (const query of ['garcia jose', '@jgarcia', 'weiss lodz', 'José'.normalize('NFD')]) {
      expect(found(jose, { query }).fitting.map(({ id }) => id)).toEqual([5]);
    }
    expect(found(jose, { query: "'" }).fitting).toEqual([]);
  });

  it('are filtered and sorted as on the server', () => {
    expect(found(answers, { isAuthorized: true }).fitting.map(({ id }) => id)).toEqual([2]);
    expect(found(answers, { userType: 'Business' }).fitting.map(({ id }) => id)).toEqual([7]);
    expect(found(answers, { hasProof: true }).fitting.map(({ id }) => id)).toEqual([9]);
    expect(found(answers, { hasProof: true, isAuthorized: true }).fitting).toEqual([]);
    expect(found(answers, { sort: 'newest' }).fitting.map(({ id }) => id)).toEqual([9, 7, 3, 2]);
    expect(found(answers, { sort: 'oldest' }).fitting.map(({ id }) => id)).toEqual([2, 3, 7, 9]);
  });

  it('are skipped if an earlier version of the app stored another format', () => {
    expect(found([{ ...page(1, []), body: { users: 'none' } }], {})).toEqual({
      known: 0,
      fitting: [],
      asOf: null,
    });
  });
});
