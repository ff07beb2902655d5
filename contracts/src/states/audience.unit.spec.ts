import { expect, it } from 'vitest';
import { audienceOf, audienceOfMessage, audienceOfPush, audienceOfRead, concernedBy } from './audience.ts';

it.each([
  { senderId: 2, receiverId: 3, seen: [2, 3], pushed: [3] },
  { senderId: 2, receiverId: 2, seen: [2], pushed: [] },
  { senderId: 2, receiverId: null, seen: null, pushed: [] },
])('a message from $senderId to $receiverId', ({ senderId, receiverId, seen, pushed }) => {
  expect(audienceOfMessage({ senderId, receiverId })).toEqual(seen);
  expect(audienceOfPush({ senderId, receiverId })).toEqual(pushed);
});

it('a message from a stranger is not pushed', () => {
  expect(audienceOfPush({ senderId: 2, receiverId: 3, isRequest: true })).toEqual([]);
  expect(audienceOfPush({ senderId: 2, receiverId: 3, isRequest: false })).toEqual([3]);
});

it.each([
  [2, 3, [2, 3]],
  [2, null, [2]],
])('what %j read of %j', (readerId, peerId, seen) => {
  expect(audienceOfRead(readerId, peerId)).toEqual(seen);
});

it.each([
  [3, [2, 3]],
  [null, [2]],
])('a mute of %j is seen only by its member, and concerns both', (peerId, concerned) => {
  const mute = {
    type: 'ConversationMuted',
    data: { readerId: 2, peerId, until: null, knownUpTo: '9' },
  } as const;
  expect(audienceOf(mute)).toEqual([2]);
  expect(concernedBy(mute)).toEqual(concerned);
});
