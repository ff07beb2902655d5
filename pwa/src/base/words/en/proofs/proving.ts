import { roomWords } from '../../room.ts';

export const proving = roomWords('proving', {
  title: "Prove it's yours",
  description: 'Sign a short text with the wallet of this address. Signing is free and moves nothing.',
  before: (date: string) => `Proved on ${date}. A new proof will replace it.`,
  loading: 'The text is being prepared',
  statement: 'The text to sign',
  copyStatement: 'Copy text',
  copied: {
    title: 'Text copied',
    description: 'Paste it into your wallet as it is, and sign it there.',
    failure: 'Could not copy the text to your clipboard',
  },
  ways: { label: 'Where you sign', here: 'In this browser', elsewhere: 'Elsewhere' },
  foundWallets: {
    /** Before the name of a wallet, for screen readers. */
    signWith: 'Sign with',
    /** Name of a wallet that does not say its own. */
    ofThisBrowser: 'Wallet of this browser',
    none: (network: string) => `No wallet for ${network} was found in this browser`,
    noneText:
      'It appears here as soon as you turn on its extension. To use a hardware wallet or a phone, sign elsewhere.',
    goElsewhere: 'Sign elsewhere',
    asking: (wallet: string) => `${wallet} asks you to sign the text. Please confirm there.`,
    stop: 'Stop waiting',
    sending: 'The signature is being checked…',
    declined: (wallet: string) =>
      `You declined in ${wallet}. Nothing was signed; you can try again at any time.`,
    busy: (wallet: string) => `${wallet} already has a request open. Please answer it there, then try again.`,
    noAccount: (wallet: string) =>
      `${wallet} did not share an account. Please unlock it, allow it to connect to this site, and try again.`,
    failed: (wallet: string) =>
      `${wallet} could not sign. Please unlock it and try again, or sign elsewhere.`,
    otherAccount: (wallet: string) => `${wallet} is using another account`,
    needed: 'Needed',
    selected: 'Selected',
    chooseAccount: 'Choose another account',
    switchAccount: (wallet: string) => `Please switch to the needed account in ${wallet}.`,
    tryAgain: 'Try again',
  },
  pasting: {
    steps: 'How to sign elsewhere',
    copy: 'Copy the text above exactly.',
    evm: 'In the wallet of this address, look for “Sign message”, paste the text and sign. If your wallet does not offer this, use it through MyEtherWallet or Etherscan (“Verified Signatures”). The signature starts with 0x.',
    solana:
      'In the wallet of this address, look for “Sign message”, paste the text and sign. Ledger devices and the Solana command line work too.',
    bitcoin:
      'Sign the text in the wallet of this address: in Sparrow and Electrum under Tools, “Sign/Verify message”; in Trezor Suite under the account’s “Sign and verify”.',
    taproot: 'An address that starts with bc1p needs the format BIP-322 (simple).',
    paste: 'Paste the signature here.',
    signature: 'Signature',
    hint: 'Checked on your device before it is sent.',
    send: 'Prove address',
  },
  newText: 'Get a new text',
  about: {
    title: 'What this shows',
    points: [
      'The holder of this address’s key wants it on your profile. Anyone can check the text and the signature.',
      'The signature is useless anywhere else: the text authorizes no sign-in and no payment.',
      'The proof ends when you remove the address.',
      'Addresses that need several keys, and those of other networks, cannot be proved by signature.',
    ],
  },
  done: {
    title: (network: string) => `This ${network} address is proved`,
    text: 'Everyone who opens your profile can see and check it.',
    close: 'Done',
  },
});
