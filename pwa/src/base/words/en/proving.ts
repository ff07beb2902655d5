import { roomWords } from '../room.ts';

export const proving = roomWords('proving', {
  title: "Prove it's yours",
  description: 'Sign a short text with the wallet of this address. Signing is free and moves nothing.',
  before: (date: string) => `Proved on ${date}. A new proof takes the place of that one.`,
  loading: 'The text is being prepared',
  statement: 'The text to sign',
  copyStatement: 'Copy text',
  copied: {
    title: 'Text copied',
    description: 'Paste it into your wallet as it is, and sign it there.',
    failure: 'Could not copy the text to your clipboard',
  },
  ways: { label: 'Where you sign', here: 'In this browser', elsewhere: 'Elsewhere' },
  here: {
    /** Before the name of a wallet, for screen readers. */
    signWith: 'Sign with',
    none: (network: string) => `No wallet for ${network} was found in this browser`,
    noneText:
      'It shows up here as soon as its extension is on. A hardware wallet or a telephone signs elsewhere.',
    goElsewhere: 'Sign elsewhere',
    asking: (wallet: string) => `${wallet} asks you to sign the text. Please confirm there.`,
    stop: 'Stop waiting',
    sending: 'The signature is being checked…',
    declined: (wallet: string) =>
      `You declined in ${wallet}. Nothing was signed; you can try again at any time.`,
    busy: (wallet: string) =>
      `${wallet} has a question open already. Please answer it there, then try again.`,
    noAccount: (wallet: string) =>
      `${wallet} showed no account. Please unlock it, allow it to connect to this site, and try again.`,
    failed: (wallet: string) =>
      `${wallet} could not sign. Please unlock it and try again, or sign elsewhere.`,
    otherAccount: (wallet: string) => `${wallet} is open with another account`,
    needed: 'Needed',
    selected: 'Selected',
    chooseAccount: 'Choose another account',
    switchAccount: (wallet: string) => `Please switch to the needed account in ${wallet}.`,
    tryAgain: 'Try again',
  },
  elsewhere: {
    steps: 'How to sign elsewhere',
    copy: 'Copy the text above, to the letter.',
    evm: 'In the wallet of this address, look for “Sign message”, paste the text and sign. Where a wallet has none, MyEtherWallet or Etherscan (“Verified Signatures”) has it sign. The signature begins with 0x.',
    solana:
      'In the wallet of this address, look for “Sign message”, paste the text and sign. Ledger devices and the command line of Solana sign another kind of message, which is not understood here.',
    bitcoin:
      'In the wallet of this address, sign the text with it: in Sparrow and Electrum by Tools, “Sign/Verify message”, in Trezor Suite by “Sign and verify” of the account.',
    taproot: 'An address that begins with bc1p needs the format BIP-322 (simple).',
    paste: 'Paste the signature here.',
    signature: 'Signature',
    hint: 'Checked on your device before it is sent.',
    send: 'Prove address',
  },
  newText: 'Get a new text',
  about: {
    title: 'What this shows',
    points: [
      'That whoever has the key of this address wants it on your profile. Everybody can check text and signature by themselves.',
      'The signature is of no use anywhere else: the text asks for no sign-in and no payment.',
      'The proof ends when you remove the address.',
      'Addresses that need several keys, and those of other networks, cannot be proved by signature.',
    ],
  },
  done: {
    title: (network: string) => `This ${network} address is proved`,
    text: 'Everybody who opens your profile sees it, and can check it.',
    close: 'Done',
  },
});
