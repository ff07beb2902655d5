import { roomWords } from '../../room.ts';

/** Unsent messages in the header, and the questions of a logout. */
export const outbox = roomWords('outbox', {
  /** For the header; keep it as short as possible. */
  waiting: (count: string) => `${count} waiting`,
  /** After the above if there is room, and for screen readers. */
  waitingFor: { 'sign-in': 'sign in', network: 'no network', server: 'no answer' },
  failed: (count: string) => `${count} not sent`,
  leave: {
    title: 'Before you log out',
    /** Either count may be 0. */
    messages: (count: number) =>
      count === 1 ? '1 message has not been sent yet.' : `${count} messages have not been sent yet.`,
    blocks: (count: number) =>
      count === 1
        ? 'The server does not know yet that you blocked 1 member.'
        : `The server does not know yet that you blocked ${count} members.`,
    drafts: (count: number) =>
      count === 1 ? '1 draft is on this device.' : `${count} drafts are on this device.`,
    rest: 'All your other data is removed from this browser. It stays on the server.',
    send: 'Send and log out',
    sendText: 'Logs you out once everything is sent.',
    draftsKept: 'Drafts are kept until you log in here again.',
    keep: 'Keep and log out',
    keepText: 'Kept on this device, and sent when you log in here again.',
    keepDraftsText: 'Kept on this device until you log in here again.',
    discard: 'Discard and log out',
    discardText: 'Deleted for good.',
    owed: 'Your data was removed from this device. The server will be notified once it can be reached.',
    cancel: 'Stay logged in',
    sending: (sent: string, all: string) => `Sent ${sent} of ${all}`,
    notSent: (count: number) =>
      count === 1
        ? '1 message could not be sent now. What should happen to it?'
        : `${count} messages could not be sent now. What should happen to them?`,
  },
  wipeFailed: {
    title: 'Not everything was removed',
    description:
      'Your messages may still be on this device. The app tries again whenever it is opened here. To be sure, close its other tabs and try again, or clear this site’s data in the browser.',
    again: 'Try again',
  },
});
