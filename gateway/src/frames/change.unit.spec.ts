import { changeFrameSchema, ProblemError, serverFrameSchema } from '@pmcw/contracts';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { asChange, deleted, erased, recorded, restored, sent, someCard } from '../../test/events.ts';
import { bytesFor, type Change, concerns, sizeOf } from './change.ts';
import { errorFrame, serialise } from './serialise.ts';

const frameOf = ({ bytes }: Change) =>
  v.parse(changeFrameSchema, JSON.parse(Buffer.from(bytes).toString('utf8')));

describe('the change of an event', () => {
  it('is a message for its two members, with the sender as the server knows it', () => {
    const change = asChange(sent(12n, 2, 3));
    expect(change.audience).toEqual([2, 3]);
    expect(frameOf(change)).toMatchObject({
      type: 'new_message',
      position: '12',
      message: {
        id: 'message-at-12',
        senderId: 2,
        receiverId: 3,
        isGlobal: false,
        position: '12',
        sender: someCard,
      },
    });
  });

  it('is a request for its receiver, which its sender does not learn', () => {
    const event = sent(12n, 2, 3);
    const change = asChange({ ...event, data: { ...event.data, isRequest: true } });
    const shownTo = (userId: number) => frameOf({ ...change, bytes: bytesFor(change, userId) });
    expect(shownTo(3)).toMatchObject({ message: { isRequest: true } });
    expect(shownTo(2)).toEqual(frameOf(asChange(event)));
    expect(sizeOf(change)).toBe(bytesFor(change, 2).byteLength + bytesFor(change, 3).byteLength);
  });

  it('is a global message for everyone, sent to receiver 1', () => {
    const change = asChange(sent(12n, 2, null));
    expect(change.audience).toBeNull();
    expect(frameOf(change)).toMatchObject({
      type: 'new_global_message',
      message: { receiverId: 1, isGlobal: true },
    });
  });

  it('is the deletion, for those who got the message', () => {
    const change = asChange(deleted(13n, sent(12n, 2, 3)));
    expect(change).toMatchObject({ audience: [2, 3], deleted: 'message-at-12', sent: null });
    expect(frameOf(change)).toEqual({ type: 'message_deleted', id: 'message-at-12', position: '13' });
    expect(asChange(deleted(13n, sent(12n, 2, null))).audience).toBeNull();
  });

  it('is a restored message in its place, for those who got it', () => {
    const message = sent(12n, 2, 3);
    const change = asChange(restored(14n, { ...message, data: { ...message.data, isRequest: true } }));
    expect(change).toMatchObject({ audience: [2, 3], people: [2, 3], sent: 'message-at-12', deleted: null });
    const was = frameOf(asChange(message));
    const type = 'message_restored';
    expect(frameOf(change)).toEqual({ ...was, type, position: '14' });
    expect(frameOf({ ...change, bytes: bytesFor(change, 3) })).toMatchObject({
      ...{ type, position: '14' },
      message: { position: '12', isRequest: true },
    });
    const toAll = asChange(restored(14n, sent(12n, 2, null)));
    expect(toAll).toMatchObject({ audience: null, people: [2] });
    expect(frameOf(toAll)).toMatchObject({ type, message: { isGlobal: true } });
  });

  it('is a read mark for both members, in the global chat for the reader alone', () => {
    const data = { readerId: 3, peerId: 2, upTo: '12' };
    const private_ = asChange({ type: 'ConversationRead', data, ...recorded(14n, 'inbox-3') });
    expect(private_.audience).toEqual([3, 2]);
    expect(frameOf(private_)).toEqual({ type: 'messages_read', position: '14', ...data });
    const global = asChange({
      type: 'GlobalChatRead',
      data: { readerId: 3, upTo: '12' },
      ...recorded(15n, 'inbox-3'),
    });
    expect(global.audience).toEqual([3]);
    expect(frameOf(global)).toMatchObject({ readerId: 3, peerId: null });
  });

  it.each([
    ['MemberBlocked', true],
    ['MemberUnblocked', false],
  ] as const)('%s is for the devices of the member who blocks alone', (type, isBlocked) => {
    const change = asChange({ type, data: { userId: 2, memberId: 3 }, ...recorded(15n, 'user-2') });
    expect(change).toMatchObject({ audience: [2], people: [2, 3] });
    expect(frameOf(change)).toEqual({ type: 'contact_changed', memberId: 3, isBlocked, position: '15' });
  });

  it('is a deleted member, for everyone', () => {
    const change = asChange(erased(16n, 3));
    expect(change).toMatchObject({ audience: null, erased: 3, people: [] });
    expect(frameOf(change)).toEqual({ type: 'member_deleted', userId: 3, position: '16' });
  });

  it('names the members involved, also if it is for everyone', () => {
    expect(asChange(sent(12n, 2, 3)).people).toEqual([2, 3]);
    expect(asChange(sent(12n, 2, null)).people).toEqual([2]);
    expect(asChange(deleted(13n, sent(12n, 2, null))).people).toEqual([2]);
  });

  it('concerns its audience only', () => {
    expect([1, 2, 3].map((userId) => concerns(asChange(sent(1n, 2, 3)), userId))).toEqual([
      false,
      true,
      true,
    ]);
    expect([1, 2, 3].every((userId) => concerns(asChange(sent(1n, 2, null)), userId))).toBe(true);
  });
});

describe('error frames', () => {
  it('carry the same fields as a problem response', () => {
    const errors = [{ path: 'content', message: 'A message needs some text.' }];
    const problem = new ProblemError('invalid_input', 'A message needs some text.', { errors });
    const frame = JSON.parse(Buffer.from(serialise(errorFrame(problem, 'abc'))).toString('utf8'));
    expect(v.parse(serverFrameSchema, frame)).toEqual({
      type: 'error',
      id: 'abc',
      code: 'invalid_input',
      detail: 'A message needs some text.',
      errors,
    });
  });

  it('omit missing fields', () => {
    const problem = new ProblemError('too_many_requests', 'Wait.', { retryAfter: 2 });
    expect(errorFrame(problem, undefined)).toEqual({
      type: 'error',
      code: 'too_many_requests',
      detail: 'Wait.',
      retryAfter: 2,
    });
  });
});
