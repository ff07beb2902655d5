import { roomWords } from '../room.ts';

/** Sentences of the app itself, without an understandable answer of the server. */
export const api = roomWords('api', {
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  unreadable: 'The server gave an answer that this app does not understand. Please reload the page.',
  unknown: 'Something went wrong. Please try again.',
});
