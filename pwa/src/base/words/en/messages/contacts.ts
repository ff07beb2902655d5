import { roomWords } from '../../room.ts';

/** Blocked members. Names are usernames with @. */
export const contacts = roomWords('contacts', {
  options: 'Options of this conversation',
  messageOptions: 'Options of this message',
  report: 'Report',
  block: 'Block',
  unblock: 'Unblock',
  unblockMember: (name: string) => `Unblock ${name}`,
  blocked: (name: string) => `You blocked ${name}`,
  unblocked: (name: string) => `You unblocked ${name}`,
  youBlocked: (name: string) => `You blocked ${name}.`,
  undo: 'Undo',
  failed: 'The block could not be changed',
  confirm: {
    title: (name: string) => `Block ${name}?`,
    text: 'Their messages no longer reach you, and their lines in the global chat are hidden. They are not notified. You can’t write to them either. Messages sent while they are blocked don’t come back after you unblock them.',
  },
  fromBlocked: 'Message from a blocked member',
  show: 'Show',
  request: {
    label: 'Message request',
    title: (name: string) => `${name} wants to write to you`,
    text: 'You have never written to them. They don’t learn that you read this.',
    accept: 'Accept',
    delete: 'Delete',
    failed: 'The request could not be answered',
  },
  policy: {
    title: 'Who can start a conversation with me',
    description: 'Members you wrote to can always answer.',
    everyone: 'Everyone',
    verified: 'Verified',
    nobody: 'Nobody',
    saved: 'Saved',
    failed: 'The setting could not be saved',
  },
  card: {
    title: 'Blocked members',
    description: 'Their messages do not reach you. They are not notified.',
    none: 'No members are blocked.',
    more: 'Show more',
  },
});
