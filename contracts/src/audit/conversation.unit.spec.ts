import { describe, expect, it } from 'vitest';
import { conversationOf } from './conversation.ts';

describe('the conversation of an event', () => {
  it.each([
    ['a message', { senderId: 7, receiverId: 3 }, '3-7'],
    ['its answer', { senderId: 3, receiverId: 7 }, '3-7'],
    ['a message to all', { senderId: 7, receiverId: null }, 'global'],
    ['a read mark', { readerId: 3, peerId: 7, upTo: '5' }, '3-7'],
    ['a read mark in the global chat', { readerId: 3, upTo: '5' }, null],
    ['a deleted request', { readerId: 3, peerId: 7, deletedUpTo: '5' }, null],
    ['a mute', { readerId: 3, peerId: 7, until: null, knownUpTo: '5' }, null],
    ['something else', { userId: 3 }, null],
  ])('%s', (_, facts, conversation) => {
    expect(conversationOf(facts)).toBe(conversation);
  });
});
