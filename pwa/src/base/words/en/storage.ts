import { roomWords } from '../room.ts';

export const storage = roomWords('storage', {
  trouble: {
    memory: {
      title: 'Nothing is kept in this browser.',
      text: 'As in a private window, drafts and what is not sent yet are gone when you close this tab.',
    },
    lost: {
      title: 'The browser removed what was kept here.',
      text: 'Your messages are loaded again from the server. Drafts, and what had not been sent, may be lost.',
    },
    full: {
      title: 'No room on this device.',
      text: 'New messages and drafts cannot be kept here until you free some.',
    },
  },
  dismiss: 'Dismiss',
  card: {
    title: 'Storage',
    description: 'Messages, drafts and what waits to be sent are kept on this device.',
    meter: 'Room used on this device',
    used: (used: string, available: string) => `${used} of ${available} used`,
    unknown: 'This browser does not say how much room is used.',
    kept: 'The browser keeps it until you log out or clear it.',
    mayBeCleared: 'The browser may clear it when room gets short.',
    keep: 'Keep it',
    refused: {
      title: 'The browser does not promise it',
      description: 'Some browsers do once you use this site more often, or install it.',
    },
    granted: 'The browser keeps it now',
  },
});
