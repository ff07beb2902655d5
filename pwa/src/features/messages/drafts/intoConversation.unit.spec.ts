import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemberDatabase } from '../../../device/offline/database.ts';
import { ComposerDraft } from './composerDraft.ts';
import { appendToDraft, putRecording, UnusableRecordingError, voiceTypeOf } from './intoConversation.ts';

let db: MemberDatabase;
beforeEach(() => {
  db = new MemberDatabase({ id: 7, createdAt: '2026-01-01T00:00:00.000Z' });
});
afterEach(() => db.delete());

describe('content shared into a conversation', () => {
  it('becomes its draft, after any text already written', async () => {
    await appendToDraft(db, 'global', 'first');
    const first = await db.drafts.get('global');
    await appendToDraft(db, 'global', 'second');
    expect(await db.drafts.get('global')).toMatchObject({ text: 'first\nsecond' });
    expect((await db.drafts.get('global'))?.id).not.toBe(first?.id);
  });

  it('appears in an open composer, after the text already written', async () => {
    const composer = new ComposerDraft(db, 'global');
    composer.write('first');
    await composer.settle();
    await appendToDraft(db, 'global', 'second');
    await composer.settle();
    expect(composer.shown.get()).toMatchObject({ text: 'first\nsecond' });
  });

  it.each([
    ['audio/ogg; codecs=opus', 'audio/ogg'],
    ['audio/webm', 'audio/webm'],
    ['audio/x-m4a', 'audio/mp4'],
    ['audio/mpeg', null],
    ['', null],
  ])('stores %s as %s', (type, kept) => {
    expect(voiceTypeOf(type)).toBe(kept);
  });

  it('is refused if it cannot be sent, and leaves the composer unchanged', async () => {
    const file = { kind: 'file', name: 'a.mp3', type: 'audio/mpeg', bytes: new ArrayBuffer(8) } as const;
    await expect(putRecording(db, 'global', file)).rejects.toThrow(UnusableRecordingError);
    const large = { ...file, type: 'audio/ogg', bytes: new ArrayBuffer(3 * 1024 * 1024) };
    await expect(putRecording(db, 'global', large)).rejects.toThrow(UnusableRecordingError);
    expect(await db.recordings.count()).toBe(0);
  });
});
