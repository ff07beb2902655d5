import { limits } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '../../../device/offline/database.ts';
import { outgoingFrame } from './outgoingFrame.ts';

const row: OutboxRow = {
  ...{ seq: 1, id: 'm', lane: 'member:2', task: 'send', messageType: 'text', content: 'hello', attempts: 0 },
  delivery: { state: 'queued' },
};
const voice = (digits: number) => `data:audio/webm;base64,${'A'.repeat(digits)}`;
const bytesOf = (frame: unknown) => new TextEncoder().encode(JSON.stringify(frame)).length;

describe('a message as a frame', () => {
  it('has its receiver', () => {
    expect(outgoingFrame(row, null)).toEqual({
      ...{ type: 'message', id: 'm', receiverId: 2, isGlobal: false, content: 'hello', messageType: 'text' },
    });
    expect(outgoingFrame({ ...row, lane: 'global' }, null)).toMatchObject({
      receiverId: null,
      isGlobal: true,
    });
  });

  it('names the message before it, and leaves room for that', () => {
    const previous = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(outgoingFrame(row, null, previous)).toMatchObject({ id: 'm', previous });
    const spoken: OutboxRow = { ...row, messageType: 'voice', content: '' };
    const room = limits.frameBytes - bytesOf(outgoingFrame(spoken, voice(0), previous));
    expect(outgoingFrame(spoken, voice(room), previous)).not.toBeNull();
    expect(outgoingFrame(spoken, voice(room + 1), previous)).toBeNull();
  });

  it('always has room for the longest text', () => {
    expect(
      outgoingFrame({ ...row, content: '\u{1f600}'.repeat(limits.messageMax / 2) }, null),
    ).not.toBeNull();
  });

  it('carries a recording that fits to the last byte, and none larger', () => {
    const spoken: OutboxRow = { ...row, messageType: 'voice', content: '' };
    const room = limits.frameBytes - bytesOf(outgoingFrame(spoken, voice(0)));
    const fullest = outgoingFrame(spoken, voice(room));
    expect(fullest).toMatchObject({ messageType: 'voice', voiceUrl: voice(room) });
    expect(bytesOf(fullest)).toBe(limits.frameBytes);
    expect(outgoingFrame(spoken, voice(room + 1))).toBeNull();
    expect(outgoingFrame(spoken, voice(2_000_000))).toBeNull();
  });
});
