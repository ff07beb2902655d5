import { roomWords } from '../../room.ts';

export const signInMethods = roomWords('signInMethods', {
  title: 'Ways to sign in',
  description:
    'A passkey uses your fingerprint, face or screen lock; a wallet signs a text. Neither can be guessed.',
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
      `You will no longer be able to sign in with ${name}. Delete it in your password manager as well.`,
    password:
      'You will no longer be able to sign in with your password. Your other ways to sign in still work.',
    wallet: (name: string) =>
      `You will no longer be able to sign in with ${name}. Its address stays on your profile.`,
    confirm: 'Remove',
  },
  removed: 'Way to sign in removed',
  notRemoved: 'It was not removed',
  proof: {
    title: 'Confirm that it is you',
    text: 'To protect your account, please confirm that it is you before we continue.',
    confirm: 'Confirm',
    byPasskey: 'Confirm with a passkey',
    failed: 'It was not confirmed',
  },
  newPassword: {
    title: 'Choose a password',
    text: 'You can use it to sign in as well.',
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
  failures: {
    cancelled: 'It was cancelled or took too long.',
    present: 'This device already has a passkey for your account.',
    unsupported: 'Passkeys do not work in this browser or at this address.',
    unknown: 'Something went wrong in the browser. Please try again.',
  },
});
