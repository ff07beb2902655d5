import { roomWords } from '../room.ts';

/** Spec §2 "Dashboard", §8. */
export const account = roomWords('account', {
  title: 'Account',
  description: 'How you log in, and how you leave.',
  email: {
    title: 'Your email address is not confirmed.',
    text: (email: string) =>
      `Open the link in the mail to ${email}. Password resets and security alerts go there.`,
    sendAgain: 'Send the mail again',
    sent: 'The mail is on its way',
    notSent: 'The mail was not sent',
  },
  password: {
    heading: 'Password',
    rowText: 'Signs out your other devices.',
    change: 'Change',
    title: 'Change password',
    text: 'Your other devices will be signed out; this one stays signed in.',
    current: 'Current password',
    new: 'New password',
    confirm: 'Confirm new password',
    strengths: { weak: 'Weak', fair: 'Fair', strong: 'Strong' },
    save: 'Save new password',
    updated: 'Password updated',
    updatedText: 'Your other devices were signed out.',
    notUpdated: 'Error changing password',
  },
  deletion: {
    heading: 'Delete account',
    rowText: 'Everything in it goes with it.',
    delete: 'Delete',
    title: 'Are you sure?',
    text: 'This action cannot be undone. Your account is deleted for good:',
    consequences: [
      'Your profile, wallet addresses, social links and images are gone at once.',
      'Your messages disappear, for those who received them too.',
      'You are signed out everywhere, and drafts on this device are removed.',
      'Nobody can take your username again, not even you.',
    ],
    typeName: (username: string) => `Type ${username} to confirm`,
    confirm: 'Delete my account',
  },
  farewell: {
    title: 'Your account is gone',
    text: 'Everything in it was erased, and nobody can bring it back.',
    begun: 'Something was away just now: what is left of it is erased as soon as that is back.',
    receipt: (time: string) =>
      `Here is a receipt of ${time}: what was erased, and where the record says so, signed. It holds your number here and nothing else of you. It is shown this once.`,
    download: 'Download receipt',
    close: 'Close',
  },
});
