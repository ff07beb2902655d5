import { roomWords } from '../room.ts';

/** Sign-in methods: the dashboard's card, its dialogs, and signing in with a passkey. */
export const signInMethods = roomWords('signInMethods', {
  title: 'Ways to sign in',
  description:
    'A passkey signs you in by your fingerprint, face or screen lock, a wallet by its signature. Nobody can guess them.',
  password: 'Password',
  unnamed: 'Passkey',
  wallet: (network: string) => `${network} wallet`,
  added: (date: string) => `Added ${date}`,
  lastUsed: 'Last used',
  neverUsed: 'Not used yet',
  onSeveral: 'On several of your devices',
  only: 'This is your only way to sign in. Add another one before you remove it.',
  failed: 'Error loading your ways to sign in. Please try again.',
  add: 'Add a passkey',
  addPassword: 'Choose a password',
  passkeyAdded: 'Passkey added',
  passkeyAddedText: (name: string) => `You can sign in with it now: ${name}`,
  notAdded: 'The passkey was not added',
  rename: (name: string) => `Rename: ${name}`,
  renaming: {
    title: 'Rename passkey',
    name: 'Name',
    save: 'Save name',
    failed: 'The passkey was not renamed',
  },
  remove: (name: string) => `Remove: ${name}`,
  confirmRemove: {
    title: 'Remove this way to sign in?',
    passkey: (name: string) =>
      `${name} will not sign you in any more. Delete it in your password manager as well.`,
    password: 'Your password will not sign you in any more. Your other ways to sign in still do.',
    wallet: (name: string) => `${name} will not sign you in any more. Its address stays on your profile.`,
    confirm: 'Remove',
  },
  removed: 'Way to sign in removed',
  notRemoved: 'It was not removed',
  proof: {
    title: 'Confirm that it is you',
    text: 'This is only done for somebody who has just signed in. Confirm it here, and it continues.',
    confirm: 'Confirm',
    byPasskey: 'Confirm with a passkey',
    failed: 'It was not confirmed',
  },
  newPassword: {
    title: 'Choose a password',
    text: 'You can sign in with it, too.',
    new: 'New password',
    confirm: 'Confirm new password',
    save: 'Save password',
    saved: 'Password saved',
    failed: 'The password was not saved',
  },
  login: {
    button: 'Sign in with a passkey',
    failed: 'Not signed in',
  },
  /** Why a passkey request failed. */
  failures: {
    cancelled: 'It was cancelled, or took too long.',
    present: 'This device has a passkey for your account already.',
    unsupported: 'This browser, or the address of this site, cannot be used with passkeys.',
    unknown: 'The browser could not do it. Please try again.',
  },
});
