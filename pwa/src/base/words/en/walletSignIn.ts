import { roomWords } from '../room.ts';

/** Sign-in, registration and fresh proof by a wallet. */
export const walletSignIn = roomWords('walletSignIn', {
  description: 'Your wallet signs a short text. Signing is free and moves nothing.',
  none: 'No wallet was found in this browser',
  noneText: 'It shows up here as soon as its extension is on. A wallet on another device signs elsewhere.',
  asking: (wallet: string) => `${wallet} asks you something. Please answer it there.`,
  which: (wallet: string) => `Which account of ${wallet} signs?`,
  sending: 'One moment…',
  failed: 'Not signed in',
  network: 'Network',
  address: 'Wallet address',
  getText: 'Get the text to sign',
  signIn: 'Sign in',
  otherAddress: 'Another address',
  newcomer: {
    title: 'Create your account',
    description: 'No account signs in with this address yet. It takes the place of a password.',
    twice:
      'Next, your wallet signs once more: a statement that stands on your profile, by which everybody can check the address.',
    next: 'Continue',
    back: 'Back',
    statement: 'This statement will stand on your profile.',
  },
  proof: {
    which: 'Confirm with a wallet',
    confirm: 'Confirm',
  },
  addition: {
    button: 'Add a wallet',
    description: 'A proved address can sign in. Whoever has its key can then use your account.',
    choose: (wallet: string) => `Add ${wallet}`,
    add: 'Add',
    none: 'There is no proved address to add. List one under “Wallet addresses” and choose “Prove it’s yours”; addresses of EVM networks and of Solana can sign in.',
    added: 'Wallet added',
    addedText: 'You can sign in with it now.',
    notAdded: 'The wallet was not added',
    /** After an address was proved. */
    offer: 'Sign in with it, too',
    risk: 'Whoever has its key can then use your account.',
  },
});
