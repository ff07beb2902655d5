import { roomWords } from '../../room.ts';

export const proofCheck = roomWords('proofCheck', {
  title: 'Check this proof yourself',
  about: (network: string, username: string) => `The ${network} address of @${username}`,
  running: 'Checking…',
  runningText: 'Your browser computes whether the key of this address made this signature.',
  right: 'This signature was made with the key of this address. Checked in your browser.',
  rightText: (username: string, site: string) =>
    `It signs the statement that this address belongs to @${username} on ${site}.`,
  wrong: 'This does not check out',
  wrongText: 'Do not pay to this address until the member has confirmed it to you in another way.',
  contract: (network: string) => `Only the ${network} network can tell`,
  contractText: (date: string) =>
    `This address is a contract: it has no key that a browser could check. According to this site, the contract said on ${date} that the signature is its own (EIP-1271). Its owners may have changed since. See below how to ask it yourself.`,
  unavailable: 'The check could not be loaded',
  unavailableText: 'This proof has not been checked. Try again when you are online.',
  again: 'Try again',
  faults: {
    signature: 'The key of this address did not make this signature under this statement.',
    text: 'What was signed is not a statement about an address.',
    address: 'The statement is about another address.',
    network: 'The statement is about another network.',
    username: 'The statement is about another member.',
    url: 'The statement names two different sites.',
  },
  otherSite: (site: string, here: string) =>
    `The statement names ${site}, and you are on ${here}. That is fine if this site has moved from there. If you do not know that name, ask the member.`,
  signed: 'What was signed',
  address: 'Address',
  statement: 'Exact statement',
  signature: 'Signature',
  scheme: 'Scheme',
  recorded: 'Signature received',
  schemes: {
    'eip-191': 'EIP-191, personal_sign',
    'eip-1271': 'EIP-1271, a contract',
    'eip-6492': 'EIP-6492, a contract that need not be deployed yet',
    ed25519: 'Ed25519, signMessage',
    'solana-offchain': 'Ed25519, off-chain message (Ledger)',
    'bip-137': 'BIP-137, signmessage',
    'bip-322': 'BIP-322, simple',
  },
  copyAddress: 'Copy address',
  copyStatement: 'Copy statement',
  copySignature: 'Copy signature',
  copyCommand: (tool: string) => `Copy the command for ${tool}`,
  copied: {
    title: 'Copied',
    description: 'It is on your clipboard.',
    failure: 'Select it and copy it by hand.',
  },
  elsewhere: 'How to do the same elsewhere',
  elsewhereText:
    'So that you need not trust this site either. Whichever tool you use, copy the statement exactly.',
  tools: {
    etherscan: {
      name: 'Etherscan',
      text: 'Press “Verify Signature” there, and paste address, statement and signature. It works for every EVM network, because no network is involved.',
    },
    cast: { name: 'cast (Foundry)', text: 'Run it in a shell. It prints “Validation succeeded”.' },
    viem: {
      name: 'viem',
      text: 'Run npm install viem, save this as check.mjs and run node check.mjs. It prints true.',
    },
    deployless: {
      name: 'Node with viem',
      text: 'Run npm install viem, save this as check.mjs and run node check.mjs, with the URL of a node of this network in RPC_URL. It prints true if the contract accepts the signature.',
    },
    noble: {
      name: 'Node with @noble/curves',
      text: 'Run npm install @noble/curves @scure/base, save this as check.mjs and run node check.mjs. It prints true.',
    },
    bitcoinCli: { name: 'Bitcoin Core', text: 'Run it in a shell. It prints true.' },
    sparrow: {
      name: 'Sparrow Wallet',
      text: 'In the menu Tools, choose “Sign/Verify Message”, paste address, statement and signature, and press “Verify”.',
    },
    castCall: {
      name: 'cast (Foundry)',
      text: 'Run it in a shell, with the URL of a node of this network in RPC_URL. The contract returns 0x1626ba7e if the signature is still its own.',
    },
    readContract: {
      name: 'Block explorer',
      text: 'Shows what the contract is and who can change it, under “Contract”.',
    },
  },
});
