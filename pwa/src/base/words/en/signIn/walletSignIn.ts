import { roomWords } from '../../room.ts';

/** Sign-in, registration and fresh proof by a wallet. */
export const walletSignIn = roomWords('walletSignIn', {
  description: 'Your wallet signs a short text. Signing is free and moves nothing.',
  none: 'No wallet was found in this browser',
  noneText:
    'It appears here as soon as you turn on its extension. To use a wallet on another device, sign elsewhere.',
  asking: (wallet: string) => `Please answer the request in ${wallet}.`,
  which: (wallet: string) => `Which ${wallet} account do you want to sign with?`,
  sending: 'One moment…',
  failed: 'Not signed in',
  network: 'Network',
  address: 'Wallet address',
  getText: 'Get the text to sign',
  signIn: 'Sign in',
  otherAddress: 'Another address',
  newcomer: {
    title: 'Create your account',
    description: 'No account uses this address to sign in yet. It will replace a password.',
    twice:
      'Next, your wallet signs once more: a statement on your profile that lets everyone check the address.',
    next: 'Continue',
    back: 'Back',
    statement: 'This statement will be shown on your profile.',
  },
  proof: {
    which: 'Confirm with a wallet',
    confirm: 'Confirm',
  },
  addition: {
    button: 'Add a wallet',
    description: 'You can sign in with a proven address. Anyone who has its key can then use your account.',
    choose: (wallet: string) => `Add ${wallet}`,
    add: 'Add',
    none: 'You have no proven address to add. Add one under “Wallet addresses” and choose “Prove it’s yours”. Addresses on EVM networks and Solana can be used.',
    added: 'Wallet added',
    addedText: 'You can sign in with it now.',
    notAdded: 'The wallet was not added',
    /** After an address was proved. */
    offer: 'Sign in with it too',
    risk: 'Anyone who has its key can then use your account.',
  },
});
