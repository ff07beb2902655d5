import { roomWords } from '../../room.ts';

/** Proofs that the log was not rewritten. */
export const proof = roomWords('proof', {
  title: 'Proof',
  checking: 'Checking…',
  checkingText: 'Your browser is fetching the proof of this record to verify it.',
  verified: 'Verified in this browser',
  verifiedText: (count: string, time: string) =>
    `This record is one of the ${count} events that were signed on ${time}.`,
  waiting: 'Not signed yet',
  waitingText: 'It came after the last checkpoint. The next one, within a minute or so, will cover it.',
  unsigned: 'Nobody signs this log',
  unsignedText: 'This installation runs without a notary, so nothing can be proved.',
  failed: 'The proof could not be checked',
  isFalse: 'Verification failed',
  falseText:
    'The log is not the one that was signed. Keep everything as it is, and run npm run audit -- verify.',
  retry: 'Try again',
  checked: 'What was checked',
  leaf: (hash: string) => `The record, sealed as it is in the log, has the hash ${hash}.`,
  path: (steps: string, count: string) =>
    `A path of ${steps} steps leads from it to the root of the tree over ${count} events.`,
  signature: (time: string, key: string) => `That root was signed on ${time} with the key ${key}.`,
  unchecked:
    'The signature could not be checked: this browser does not support Ed25519, or the connection is not secure.',
  first: 'This device will remember it and compare next time.',
  since: (count: string, time: string) =>
    `The log starts with the ${count} events this device last saw, signed on ${time}.`,
  faults: {
    missing: (count: string, time: string) =>
      `The checkpoint over ${count} events, signed on ${time}, covers a different event at this position, or the event is gone.`,
    record: 'The proof is for a different record than the one shown here.',
    path: (count: string, time: string) =>
      `The path does not lead to the root over ${count} events that was signed on ${time}.`,
    signature: (time: string) => `The checkpoint of ${time} was not signed with the key.`,
    key: (time: string) =>
      `The checkpoint is signed with a different key than the one this device saw on ${time}.`,
    shrunken: (before: string, now: string) =>
      `The log has shrunk: ${before} events were signed when this device last looked, and now there are ${now}.`,
    fork: (before: string, time: string) =>
      `The log does not start with the ${before} events this device saw signed on ${time}.`,
  },
  anewText: 'Expected only after a backup was restored or the log was moved.',
  anew: 'Start over from here',
});
