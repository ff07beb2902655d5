import { roomWords } from '../room.ts';

export const openid = roomWords('openid', {
  continueWith: (label: string) => `Continue with ${label}`,
  confirmWith: (label: string) => `Confirm with ${label}`,
  add: (label: string) => `Add ${label}`,
  notBegun: 'The provider was not asked',
  unnamed: 'Account at a provider',
  confirmRemove: (name: string) =>
    `${name} will not sign you in any more. Your account there stays as it is.`,
  signUp: {
    title: (label: string) => `You come from ${label}`,
    as: (email: string) => `as ${email}`,
    text: 'Nobody here signs in with this account yet.',
    tabs: { label: 'New here or a member', newcomer: 'New here', member: 'Have an account' },
    memberText: (label: string) =>
      `Log in to your account once more. From then on ${label} signs you in, too.`,
    emailTaken:
      'An account here has this email address already. If it is yours, choose “Have an account” above: then you can sign in to it and add this way.',
    logInAndAdd: 'Log in and add it',
    back: 'Back to login',
    looking: 'Looking who you are',
  },
  added: 'Way to sign in added',
  addedText: 'You can sign in with it from now on.',
  proved: 'Confirmed',
  provedText: 'For five minutes you can change your ways to sign in.',
  notSignedIn: 'Not signed in',
  notChanged: 'Nothing was changed',
  failures: {
    cancelled: 'It was cancelled at the provider.',
    expired: 'It took too long, was done before, or began in another browser. Please try again.',
    failed: 'The provider’s answer was not one to rely on. Please try again.',
    unavailable: 'The provider could not be reached. Please try again in a moment.',
    suspended: 'This account has been suspended.',
    taken: 'That account belongs to another member here.',
    present: 'You sign in with an account of this provider already. Remove that one first.',
    'other-session': 'Another sign-in is here than the one that began it. Please try again.',
    'other-account': 'That is not the account with which you sign in here.',
    unproved:
      'The provider did not say that you signed in there just now. Log out and in again here: that counts for five minutes.',
  },
});
