import { roomWords } from '../room.ts';

/** Proofs that the log was not rewritten (issue "On the record"). */
export const proof = roomWords('proof', {
  title: 'Proof',
  checking: 'Checking…',
  checkingText: 'This browser asks for the proof of this record and verifies it.',
  verified: 'Verified in this browser',
  verifiedText: (count: string, time: string) =>
    `This record is one of the ${count} events that were signed on ${time}.`,
  waiting: 'Not signed yet',
  waitingText: 'It came after the last checkpoint. The next one, within a minute or so, will be over it.',
  unsigned: 'Nobody signs this log',
  unsignedText: 'This installation runs without a notary, so nothing can be proved.',
  failed: 'The proof could not be checked',
  isFalse: 'This does not verify',
  falseText:
    'The log is not the one that was signed. Keep everything as it is, and run npm run audit -- verify.',
  retry: 'Try again',
  checked: 'What was checked',
  leaf: (hash: string) => `The record, sealed as the log keeps it, has the hash ${hash}.`,
  path: (steps: string, count: string) =>
    `A path of ${steps} steps leads from it to the root of the tree over ${count} events.`,
  signature: (time: string, key: string) => `That root was signed on ${time} with the key ${key}.`,
  unchecked:
    'The signature could not be checked: this browser knows no Ed25519, or the connection is not secure.',
  first: 'This device remembers it, and will compare the next time.',
  since: (count: string, time: string) =>
    `The log begins with the ${count} events that this device saw last, signed on ${time}.`,
  faults: {
    missing: (count: string, time: string) =>
      `The checkpoint over ${count} events, signed on ${time}, is over another event in its place, or the event is gone.`,
    record: 'The record that the proof is of is not the one shown here.',
    path: (count: string, time: string) =>
      `The path does not lead to the root over ${count} events that was signed on ${time}.`,
    signature: (time: string) => `The checkpoint of ${time} is not signed by the key.`,
    key: (time: string) =>
      `The checkpoint is signed by another key than the one that this device saw on ${time}.`,
    shrunken: (before: string, now: string) =>
      `The log has shrunk: ${before} events were signed when this device looked last, and now it is ${now}.`,
    fork: (before: string, time: string) =>
      `The log does not begin with the ${before} events that this device saw signed on ${time}.`,
  },
  anewText: 'Expected only after a backup was restored, or the log was moved.',
  anew: 'Begin anew from here',
});
