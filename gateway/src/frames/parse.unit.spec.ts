import { limits, messageIdSchema } from '@pmcw/contracts';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { markReadOf, sendMessageOf } from '../messages/commands.ts';
import { parseFrame } from './parse.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

const bytesOf = (text: string) => Buffer.from(text);
const parsed = (value: unknown) => parseFrame(bytesOf(JSON.stringify(value)), false, limits.frameBytes);

function refusalOf(result: ReturnType<typeof parseFrame>) {
  if (!('refusal' in result)) throw new Error('The frame was understood');
  return { code: result.refusal.code, paths: result.refusal.errors?.map(({ path }) => path), id: result.id };
}
function commandOf(value: unknown) {
  const result = parsed(value);
  if (!('frame' in result) || result.frame.type !== 'message') throw new Error('No message frame');
  return sendMessageOf(result.frame);
}

describe('frames of clients', () => {
  it.each([
    { type: 'authenticate', userId: 7 },
    { type: 'ping', timestamp: 1.5 },
    { type: 'resume', after: '0' },
    { type: 'mark_read', senderId: 2, upTo: '12' },
  ])('are understood: $type', (frame) => {
    expect(parsed(frame)).toEqual({ frame });
  });

  it('may have additional fields', () => {
    expect(parsed({ type: 'ping', timestamp: 1, senderUsername: 'mallory' })).toEqual({
      frame: { type: 'ping', timestamp: 1 },
    });
  });

  it.each([
    [{ type: 'authenticate', userId: '7' }, 'userId'],
    [{ type: 'authenticate', userId: 0 }, 'userId'],
    [{ type: 'ping' }, 'timestamp'],
    [{ type: 'resume', after: -1 }, 'after'],
    [{ type: 'resume', after: '99999999999999999999' }, 'after'],
    [{ type: 'mark_read', senderId: 1.5 }, 'senderId'],
    [{ type: 'teleport' }, 'type'],
    [{}, 'type'],
    [{ type: 'ping', timestamp: 1, note: 'a\0b' }, 'note'],
  ])('are refused, naming the field: %j', (frame, path) => {
    expect(refusalOf(parsed(frame))).toMatchObject({ code: 'invalid_input', paths: [path] });
  });

  it('repeat the id of the refused message', () => {
    expect(refusalOf(parsed({ type: 'message', id: 'not a uuid', receiverId: 2, content: 'x' }))).toEqual({
      code: 'invalid_input',
      paths: ['id'],
      id: 'not a uuid',
    });
    expect(refusalOf(parsed({ type: 'message', id: 'x'.repeat(65) })).id).toBeUndefined();
  });

  it('must be JSON text of limited size', () => {
    expect(refusalOf(parseFrame(bytesOf('{"type":"ping","timestamp":1}'), true, 100)).code).toBe(
      'invalid_input',
    );
    expect(refusalOf(parseFrame(bytesOf('{'), false, 100)).code).toBe('invalid_input');
    expect(refusalOf(parseFrame(bytesOf('"'.repeat(101)), false, 100)).code).toBe('too_large');
  });

  it('never make the parser throw, however deeply nested', () => {
    const deep = `{"type":"ping","timestamp":1,"x":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    expect(refusalOf(parseFrame(bytesOf(deep), false, limits.frameBytes)).code).toBe('invalid_input');
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        const result = parseFrame(bytesOf(text), false, limits.frameBytes);
        expect('frame' in result || result.refusal.code === 'invalid_input').toBe(true);
      }),
    );
  });
});

describe('message frames', () => {
  it('become SendMessage, private or global', () => {
    const base = { type: 'message', id, content: 'hello', messageType: 'text', senderUsername: 'mallory' };
    expect(commandOf({ ...base, receiverId: 2 })).toEqual({
      type: 'SendMessage',
      messageType: 'text',
      voiceUrl: null,
      id,
      receiverId: 2,
      content: 'hello',
    });
    expect(commandOf({ ...base, receiverId: 1, isGlobal: true })).toMatchObject({ receiverId: null });
  });

  it('get an id if they have none', () => {
    const { id: made } = commandOf({ type: 'message', receiverId: 2, content: 'hello' });
    expect(v.parse(messageIdSchema, made)).toBe(made);
  });

  it.each([
    ['no receiver', { content: 'x' }, 'receiverId', 'Please choose a recipient.'],
    ['white space', { receiverId: 2, content: ' \n' }, 'content', 'A message needs some text.'],
    ['no content', { receiverId: 2 }, 'content', 'A message needs some text.'],
    [
      'too much content',
      { receiverId: 2, content: 'x'.repeat(4001) },
      'content',
      'A message can have at most 4,000 characters.',
    ],
    [
      'a voice without a recording',
      { receiverId: 2, content: 'x', messageType: 'voice' },
      'voiceUrl',
      'A voice message needs a recording; a text message cannot have one.',
    ],
  ])("are refused in the catalogue's words: %s", (_, fields, path, message) => {
    expect(() => commandOf({ type: 'message', ...fields })).toThrow(
      expect.objectContaining({ code: 'invalid_input', errors: [{ path, message }] }),
    );
  });
});

describe('mark_read frames', () => {
  it('become MarkRead, up to the newest message if they name no position', () => {
    expect(markReadOf({ type: 'mark_read', senderId: 3 })).toEqual({
      type: 'MarkRead',
      peerId: 3,
      upTo: null,
    });
    expect(markReadOf({ type: 'mark_read', senderId: 3, upTo: '9' })).toMatchObject({ upTo: '9' });
  });
});
