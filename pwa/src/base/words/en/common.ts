import type { UserType } from '@pmcw/contracts';
import { roomWords } from '../room.ts';

/** Shared by several screens. */
export const common = roomWords('common', {
  cancel: 'Cancel',
  delete: 'Delete',
  edit: 'Edit',
  copy: 'Copy',
  copied: 'Copied',
  loading: 'Loading',
  leave: 'What you have entered is not saved. Leave anyway?',
  optional: 'Optional',
  verified: 'Verified',
  unverified: 'Unverified',
  admin: 'Admin',
  browseProfiles: 'Browse profiles',
  username: 'Username',
  password: 'Password',
  fullName: 'Full name',
  telegramHandle: 'Telegram handle',
  handlePlaceholder: '@name',
  accountType: 'Account type',
  /** By the contracts' values. */
  accountTypes: {
    'General User': 'General User',
    Business: 'Business',
    Charity: 'Charity',
    'Crypto Group': 'Crypto Group',
    'Crypto Project': 'Crypto Project',
  } satisfies Record<UserType, string>,
  pmcwEarnt: (count: string) => `${count} PMCW Earnt`,
  unread: (count: string) => `${count} unread`,
});
