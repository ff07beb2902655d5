import { roomWords } from '../../room.ts';

export const kept = roomWords('kept', {
  obstacle: {
    away: 'Not connected.',
    busy: 'The server is busy.',
    slow: 'Slow connection.',
  },
  /** Before "5 minutes ago". */
  asOf: 'As of',
  readOnly: 'You can make changes when you are back online.',
  neverOpened: {
    profile: 'You have not opened this profile on this device yet, so it can only be shown online.',
    page: 'You have not opened this page of the directory on this device yet, so it can only be shown online.',
    own: 'You have not opened this on this device yet, so it can only be shown online.',
  },
  title: 'Not on this device',
  busy: { title: 'The server is busy', text: 'This appears as soon as it answers.' },
  searchedStored: (shown: string, count: number) =>
    `Searched ${count === 1 ? 'the one member' : `the ${shown} members`} saved on this device.`,
});
