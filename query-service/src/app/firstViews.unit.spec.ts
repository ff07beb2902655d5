import type { Profile } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { firstViewOf } from './firstViews.ts';
import { destinationOf } from './screens.ts';

const ada: Profile = {
  id: 2,
  username: 'Ada',
  fullName: '{{bio}}',
  bio: '</p><script>{{username}}</script>',
  avatarUrl: null,
  backgroundUrl: null,
  userType: 'Crypto Group',
  isAuthorized: true,
  pmcwTokens: 12_000,
  verifiedAt: '2026-03-03T23:30:00.000Z',
  nameChangedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  wallets: [],
  socials: [],
  formerWallets: [],
};
const views = {
  profile: '<p>{{fullName}}|{{bio}}|{{userType}}|{{pmcwTokens}}|{{verifiedAt}}|{{verifiedOn}}|{{other}}</p>',
};
const of = (profile: Profile | null) =>
  firstViewOf(views, destinationOf('/Ada'), { hasQuery: false, profile });

describe('the first view of a profile', () => {
  it('shows the member’s texts, escaped, in one pass', () => {
    expect(of(ada)).toBe(
      '<p>{{bio}}|&lt;/p&gt;&lt;script&gt;{{username}}&lt;/script&gt;|Crypto Group|12,000|2026-03-03T23:30:00.000Z|Mar 3, 2026|</p>',
    );
  });

  it('has no date for a member who is not verified', () => {
    const { verifiedAt, ...rest } = ada;
    expect(of({ ...rest, verifiedAt: null })).toMatch(/\|12,000\|\|\|<\/p>$/);
  });

  it('is empty for a missing member, and for an app built without it', () => {
    expect(of(null)).toBeNull();
    expect(firstViewOf({}, destinationOf('/Ada'), { hasQuery: false, profile: ada })).toBeNull();
  });
});
