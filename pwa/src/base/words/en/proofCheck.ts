import { roomWords } from '../room.ts';

export const proofCheck = roomWords('proofCheck', {
  title: 'Check this proof yourself',
  about: (network: string, username: string) => `The ${network} address of @${username}`,
  running: 'Checking…',
  runningText: 'Your browser computes whether the key of this address made this signature.',
  right: 'This signature was made with the key of this address. Checked in your browser.',
  rightText: (username: string, site: string) =>
    `It is under a statement that this address belongs to @${username} on ${site}.`,
  wrong: 'This does not check out',
  wrongText: 'Do not pay to this address before the member has confirmed it to you by another way.',
  contract: (network: string) => `Only the ${network} network can tell`,
  contractText: (date: string) =>
    `This address is a contract: it has no key that a browser could check. According to this site, the contract said on ${date} that the signature is its own (EIP-1271). Its owners may have changed since. How to ask it yourself is below.`,
  unavailable: 'The check could not be loaded',
  unavailableText: 'Nothing is known of this proof yet. Try again when you are online.',
  again: 'Try again',
  faults: {
    signature: 'The key of this address did not make this signature under this statement.',
    text: 'What was signed is not a statement about an address.',
    address: 'The statement speaks of another address.',
    network: 'The statement speaks of another network.',
    username: 'The statement speaks of another member.',
    url: 'The statement names two different sites.',
  },
  otherSite: (site: string, here: string) =>
    `The statement names ${site}, and you are on ${here}. That is as it should be if this site has moved from there. If you do not know that name, ask the member.`,
  signed: 'What was signed',
  address: 'Address',
  statement: 'Statement, to the letter',
  signature: 'Signature',
  scheme: 'Scheme',
  recorded: 'Signature received',
  schemes: {
    'eip-191': 'EIP-191, personal_sign',
    'eip-1271': 'EIP-1271, a contract',
    ed25519: 'Ed25519, signMessage',
    'bip-137': 'BIP-137, signmessage',
    'bip-322': 'BIP-322, simple',
  },
  copyAddress: 'Copy address',
  copyStatement: 'Copy statement',
  copySignature: 'Copy signature',
  copyCommand: (tool: string) => `Copy the command for ${tool}`,
  copied: {
    title: 'Copied',
    description: 'It is in your clipboard.',
    failure: 'Select it and copy it by hand.',
  },
  elsewhere: 'How to do the same elsewhere',
  elsewhereText:
    'So that you need not believe this site either. Whatever you use, take the statement to the letter.',
  tools: {
    etherscan: {
      name: 'Etherscan',
      text: 'Press “Verify Signature” there, and paste address, statement and signature. It does for every EVM network: no network takes part in this.',
    },
    cast: { name: 'cast (Foundry)', text: 'In a shell. It says “Validation succeeded”.' },
    viem: {
      name: 'viem',
      text: 'Run npm install viem, save this as check.mjs and run node check.mjs. It prints true.',
    },
    noble: {
      name: 'Node with @noble/curves',
      text: 'Run npm install @noble/curves @scure/base, save this as check.mjs and run node check.mjs. It prints true. Tools for Solana’s off-chain messages do not know plain signatures as this.',
    },
    bitcoinCli: { name: 'Bitcoin Core', text: 'In a shell. It prints true.' },
    sparrow: {
      name: 'Sparrow Wallet',
      text: 'In the menu Tools, choose “Sign/Verify Message”, paste address, statement and signature, and press “Verify”.',
    },
    castCall: {
      name: 'cast (Foundry)',
      text: 'In a shell, with the address of a node of this network in RPC_URL. The contract says 0x1626ba7e if the signature is its own now.',
    },
    readContract: {
      name: 'Block explorer',
      text: 'What the contract is, and who can change it, stands there under “Contract”.',
    },
  },
});
