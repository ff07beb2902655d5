import { roomWords } from '../../room.ts';

export const install = roomWords('install', {
  title: 'Install PMCW',
  text: 'Opens like an app, works offline, and shows unread messages on its icon.',
  install: 'Install',
  notNow: 'Not now',
  gotIt: 'Got it',
  byHand: {
    share: 'Tap Share in your browser’s toolbar.',
    add: 'Choose “Add to Home Screen”.',
  },
  device: {
    title: 'On this device',
    description: 'What the app may do in this browser.',
  },
  push: {
    label: 'Message notifications',
    hint: 'When someone writes to you while the app is closed. Turned off when you log out.',
    textLabel: 'Show message text',
    textHint: 'Otherwise notifications only show who wrote.',
    why: {
      unsupported: 'This browser cannot show notifications.',
      'needs-install': 'Install the app first: on this device, only installed apps can show notifications.',
      denied: 'Notifications from this site are blocked. Allow them in your browser settings.',
    },
    failed: {
      title: 'Notifications could not be changed',
      service: 'Your browser’s push service cannot be reached.',
    },
    message: 'New message',
    voice: 'Voice message',
    obsolete: 'A message that has already been read or deleted',
  },
  received: {
    heading: 'Shared with PMCW',
    text: 'Choose where it goes. It stays on this device until you use or discard it, for a week at most.',
    signIn: 'Sign in to use it. It stays on this device until then, for a week at most.',
    forgotten: (shown: string, count: number) =>
      count === 1
        ? 'Something you shared more than a week ago was never used, so it was removed.'
        : `${shown} things you shared more than a week ago were never used, so they were removed.`,
    login: 'Go to Login',
    nothing: 'Nothing here yet',
    nothingText: 'Share text, a link, a picture or a recording from another app, and it will appear here.',
    messages: 'Messages',
    discard: 'Discard',
    avatar: 'Use as avatar',
    background: 'Use as background',
    sendTo: 'Use it in a message to',
    recordingTo: 'Send the recording to',
    noConversations: 'You have no conversations yet.',
    moreConversations: 'Show more conversations',
    directory: 'Find someone in the directory',
    unusable: 'The app cannot use this kind of file.',
    fromOutside: 'Shared from another app',
    refused: {
      title: 'Nothing was taken over',
      'too-large': 'It is larger than 32 MB. Share fewer or smaller files.',
      'too-many': 'These are too many things at once. Share at most 10 files.',
      'too-long': 'The text is longer than 8,000 characters. Share a part of it.',
      waiting: 'Too much is waiting here already. Use or discard some of it, then share again.',
      failed: 'It could not be saved on this device. Free up some space, then share again.',
    },
    failed: {
      title: 'This could not be used',
      text: 'The file is damaged, too long, or in a format that cannot be played.',
    },
  },
});
