import { roomWords } from '../../room.ts';

export const storage = roomWords('storage', {
  trouble: {
    memory: {
      title: 'This browser does not save anything.',
      text: 'As in a private window, drafts and unsent messages are gone when you close this tab. The app keeps trying to save them.',
    },
    lost: {
      title: 'The browser removed what was saved here.',
      text: 'Your messages are loaded from the server again. Drafts and unsent messages may be lost.',
    },
    full: {
      title: 'No space left on this device.',
      text: 'New messages and drafts cannot be saved here until you free up some space.',
    },
  },
  dismiss: 'Dismiss',
  card: {
    title: 'Storage',
    description: 'Your messages, sent or not, and your drafts are saved on this device.',
    meter: 'Space used on this device',
    used: (used: string, available: string) => `${used} of ${available} used`,
    unknown: 'This browser does not report how much space is used.',
    kept: 'The browser keeps it until you log out or clear it.',
    mayBeCleared: 'The browser may clear it when space runs low.',
    keep: 'Keep it',
    refused: {
      title: 'The browser did not agree',
      description: 'Some browsers agree once you use this site more often or install it.',
    },
    granted: 'The browser will keep it',
  },
});
