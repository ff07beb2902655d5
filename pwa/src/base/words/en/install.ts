import { roomWords } from '../room.ts';

export const install = roomWords('install', {
  title: 'Install PMCW',
  text: 'It opens like an app, also without a network, and shows unread messages on its icon.',
  install: 'Install',
  notNow: 'Not now',
  gotIt: 'Got it',
  byHand: {
    share: 'Tap Share in the bar of the browser.',
    add: 'Choose “Add to Home Screen”.',
  },
  device: {
    title: 'On this device',
    description: 'What the app may do here, in this browser.',
  },
  push: {
    label: 'Message notifications',
    hint: 'When somebody writes to you and no page of the app is open. Off when you log out.',
    textLabel: 'Show what messages say',
    textHint: 'Otherwise notifications show only who wrote.',
    why: {
      unsupported: 'This browser cannot show notifications.',
      'needs-install': 'Install the app first: here, only installed apps can show notifications.',
      denied: 'Notifications of this site are blocked. Allow them in the settings of the browser.',
    },
    failed: {
      title: 'Notifications could not be changed',
      service: 'The push service of this browser cannot be reached.',
    },
    message: 'New message',
    voice: 'Voice message',
  },
  received: {
    heading: 'Shared with PMCW',
    text: 'Choose where it goes. It stays on this device until you use or discard it, for a week at most.',
    signIn: 'Sign in to use it. It stays on this device until then, for a week at most.',
    forgotten: (shown: string, count: number) =>
      count === 1
        ? 'Something that was shared more than a week ago was never used. It was removed.'
        : `${shown} things that were shared more than a week ago were never used. They were removed.`,
    login: 'Go to Login',
    nothing: 'Nothing waits here',
    nothingText: 'Share text, a link, a picture or a recording from another app, and it shows up here.',
    messages: 'Messages',
    discard: 'Discard',
    avatar: 'Use as avatar',
    background: 'Use as background',
    sendTo: 'Write it to',
    recordingTo: 'Send the recording to',
    noConversations: 'You have no conversations yet.',
    directory: 'Find somebody in the directory',
    unusable: 'The app can do nothing with this kind of file.',
    failed: {
      title: 'This could not be used',
      text: 'The file is broken, too long, or of a kind that nobody could play.',
    },
  },
});
