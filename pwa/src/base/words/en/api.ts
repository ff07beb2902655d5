import { roomWords } from '../room.ts';

/** Sentences of the app itself, without an understandable answer of the server. */
export const api = roomWords('api', {
  unreachable: 'The server could not be reached. Please check your connection and try again.',
  unreadable: 'The app could not understand the server’s answer. Please reload the page.',
  unknown: 'Something went wrong. Please try again.',
});
