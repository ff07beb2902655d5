import { roomWords } from '../../room.ts';

/** Spec §2 "Member Directory". */
export const directory = roomWords('directory', {
  heading: 'Member Directory',
  count: (shown: string, count: number) => `${shown} ${count === 1 ? 'member' : 'members'}`,
  loading: 'Loading members',
  failed: 'Error loading directory data. Please try refreshing the page or try again later.',
  search: 'Search members',
  searchPlaceholder: 'Name or username',
  clearSearch: 'Clear search',
  verification: { label: 'Verification', all: 'All members', verified: 'Verified', normal: 'Normal' },
  hasProof: 'Has proven addresses',
  proved: 'Proven address',
  allTypes: 'All types',
  order: { label: 'Sort', username: 'By username', newest: 'Newest first', oldest: 'Oldest first' },
  networks: 'Networks',
  more: (count: string) => `+${count} more`,
  viewProfile: 'View profile',
  /** After "View profile", for screen readers. */
  of: (fullName: string) => `of ${fullName}`,
  message: 'Message',
  editOwn: 'Edit profile',
  noneFitting: {
    title: 'No profiles found',
    text: 'Nobody matches these filters. Try a shorter name or fewer filters.',
    action: 'Clear filters',
  },
  /** Replaces the text above while only members with proven addresses are shown. */
  noneProved: 'Nobody who matches these filters has proved an address by signature yet.',
  noneYet: { title: 'No results found', text: 'Nobody is here yet.' },
});
