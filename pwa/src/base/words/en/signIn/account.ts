import { roomWords } from '../../room.ts';

/** Spec §2 "Dashboard", §8. */
export const account = roomWords('account', {
  title: 'Account',
  description: 'How you log in, and how you leave.',
  email: {
    title: 'Your email address is not confirmed.',
    text: (email: string) =>
      `Open the link in the email we sent to ${email}. Password resets and security alerts go there.`,
    sendAgain: 'Send the email again',
    sent: 'The email is on its way',
    notSent: 'The email was not sent',
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
    rowText: 'Permanently deletes everything in it.',
    delete: 'Delete',
    title: 'Are you sure?',
    text: 'This action cannot be undone. Your account is deleted for good:',
    consequences: [
      'Your profile, wallet addresses, social links and images are removed immediately.',
      'Your messages disappear, also for the people who received them.',
      'You are signed out everywhere, and drafts on this device are removed.',
      'Nobody can take your username again, not even you.',
    ],
    typeName: (username: string) => `Type ${username} to confirm`,
    confirm: 'Delete my account',
  },
  farewell: {
    title: 'Your account is gone',
    text: 'Everything in it was erased, and nobody can bring it back.',
    begun: 'Part of our service was unavailable. What is left will be erased as soon as it is back.',
    receipt: (time: string) =>
      `Here is a signed receipt from ${time}. It lists what was erased and where the log records it, with your member number and nothing else about you. It is shown only once.`,
    download: 'Download receipt',
    close: 'Close',
  },
});
