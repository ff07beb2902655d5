import { roomWords } from '../../room.ts';

/** Addresses in messages and bios, and checking one before paying. */
export const addresses = roomWords('addresses', {
  listed: (username: string, since: string) => `On @${username}’s profile since ${since}`,
  listedOwn: (since: string) => `On your profile since ${since}`,
  proved: 'proved',
  notProved: 'not proved',
  former: (username: string, until: string) =>
    `Was on @${username}’s profile until ${until}. Do not send payments to it.`,
  formerOwn: (until: string) => `Was on your profile until ${until}`,
  other: (username: string) => `Not on @${username}’s profile`,
  otherOwn: 'Not on your profile',
  unknown: (username: string) =>
    `Whose address this is can’t be checked now: @${username}’s profile is not on this device.`,
  unknownOwn: 'Whether this address is yours can’t be checked now: your profile is not on this device.',
  similar: (username: string, network: string) =>
    `Resembles @${username}’s ${network} address, but is another one`,
  similarOwn: (network: string) => `Resembles your ${network} address, but is another one`,
  similarText: 'Do not pay to it. Addresses are made to be mistaken for others, and hands slip.',
  more: (count: string) => `Further addresses in this text that are not compared here: ${count}`,
  asOf: 'As of',
  openProfile: 'Open profile',
  comparison: {
    given: {
      message: 'In this message',
      bio: 'In this bio',
      pasted: 'Pasted',
      clipboard: 'On your clipboard',
    },
    listed: (username: string) => `On @${username}’s profile`,
    listedOwn: 'On your profile',
    differsAt: (places: string) => `Characters that differ: ${places}`,
    odd: (codes: string) => `Contains characters that belong in no address: ${codes}`,
  },
  check: {
    title: 'Check before you pay',
    about: (username: string) => `Does your wallet show an address of @${username}?`,
    address: 'Address that your wallet shows',
    hint: 'It is compared on this device and not sent anywhere.',
    paste: 'Paste',
    result: 'Result',
    empty: 'Nothing to compare yet',
    emptyText: 'Paste the address from the payment that you are about to confirm.',
    part: 'This is only a part of an address',
    partText: 'Copy the whole address: many addresses have the same first and last characters.',
    listed: (username: string) => `This is @${username}’s address`,
    listedText: 'Every character is the same.',
    since: (date: string) => `Listed since ${date}`,
    unchanged: (days: string) => `Not changed in the last ${days} days`,
    former: (username: string) => `No longer @${username}’s address`,
    formerText: (date: string) => `It was removed on ${date}. Do not send payments to it.`,
    provedByAnother: 'Another member proved that it is theirs.',
    similar: (username: string) => `This is not @${username}’s address`,
    similarText: (network: string) => `It resembles the ${network} address on the profile. Do not pay to it.`,
    other: (username: string) => `Not an address of @${username}`,
    otherText: (networks: string) => `It is an address for ${networks}, and not on this profile.`,
    invalid: 'It is no address of a network that this site knows.',
    storedAt: 'Compared with the profile as stored on this device.',
    refused: 'Your clipboard can’t be read',
    refusedText:
      'The browser or you did not allow this site to read it. Paste the address into the field instead: press and hold it, or press Ctrl+V (⌘V on a Mac).',
  },
  clipboard: {
    title: 'What is on your clipboard',
    about: (network: string) => `Compared with the ${network} address that you copied, on this device`,
    reading: 'Your clipboard is being read…',
    readingText: 'Your browser may ask you to allow it.',
    refusedText:
      'The browser or you did not allow this site to read it. Paste into the field of “Check an address” instead.',
    same: 'Your clipboard has this address',
    sameText: 'Every character is the same. Compare it once more in your wallet.',
    another: 'Your clipboard has something else',
    anotherText:
      'Do not paste it into a payment. Programs that replace copied addresses exist: check this device for them, or scan the QR code with another one.',
  },
});
