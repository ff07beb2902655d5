import { roomWords } from '../../room.ts';

export const openid = roomWords('openid', {
  continueWith: (label: string) => `Continue with ${label}`,
  confirmWith: (label: string) => `Confirm with ${label}`,
  add: (label: string) => `Add ${label}`,
  notBegun: 'The provider could not be opened',
  unnamed: 'Account with a provider',
  confirmRemove: (name: string) =>
    `You will no longer be able to sign in with ${name}. Your account there stays as it is.`,
  signUp: {
    title: (label: string) => `You come from ${label}`,
    as: (email: string) => `as ${email}`,
    text: 'No member signs in with this account yet.',
    tabs: { label: 'New here or a member', newcomer: 'New here', member: 'Have an account' },
    memberText: (label: string) =>
      `Log in to your account here once. After that, you can also sign in with ${label}.`,
    emailTaken:
      'There is already an account here with this email address. If it is yours, choose “Have an account” above to log in and add this way to sign in.',
    logInAndAdd: 'Log in and add it',
    back: 'Back to login',
    looking: 'Checking who you are',
  },
  added: 'Way to sign in added',
  addedText: 'You can sign in with it from now on.',
  proved: 'Confirmed',
  provedText: 'You can change your ways to sign in for the next five minutes.',
  notSignedIn: 'Not signed in',
  notChanged: 'Nothing was changed',
  failures: {
    cancelled: 'You cancelled at the provider.',
    expired: 'This took too long, was already done, or was started in another browser. Please try again.',
    failed: 'The provider’s answer could not be trusted. Please try again.',
    unavailable: 'The provider could not be reached. Please try again in a moment.',
    suspended: 'This account has been suspended.',
    taken: 'That account belongs to another member here.',
    present: 'You already sign in with an account at this provider. Remove that one first.',
    'other-session': 'You are not signed in the way you were when you started. Please try again.',
    'other-account': 'That is not the account you use to sign in here.',
    unproved:
      'The provider did not confirm that you just signed in there. Log out and in again here: that counts for five minutes.',
  },
});
