import { roomWords } from '../room.ts';

export const kept = roomWords('kept', {
  notConnected: 'Not connected.',
  noAnswerYet: 'The connection is slow.',
  /** Before "5 minutes ago". */
  asOf: 'As of',
  readOnly: 'Changes can be made when the connection is back.',
  neverOpened: {
    profile: 'This profile was never opened on this device, so it can only be shown with a connection.',
    page: 'This page of the directory was never opened on this device, so it can only be shown with a connection.',
    own: 'This was never opened on this device, so it can only be shown with a connection.',
  },
  title: 'Not on this device',
  searchHere: (shown: string, count: number) =>
    `Searched ${count === 1 ? 'the one member' : `the ${shown} members`} kept on this device.`,
});
