import type { HistoryEntry } from '@pmcw/contracts';
import { describe, expect, it } from 'vitest';
import { undoChain } from './undoChain.ts';

const entry = (eventId: string, undoes: string | null = null): HistoryEntry => ({
  ...{ eventId, undoes, stream: 'message-1', revision: 1, type: 'MessageDeleted', position: '1' },
  ...{ actor: null, target: null, occurredAt: '', correlationId: '', causationId: '', facts: {} },
});
const removed = entry('removed');
const restored = entry('restored', 'removed');
const again = entry('again', 'restored');

describe('an event', () => {
  it.each([
    ['nothing undid it', [removed, entry('other', 'elsewhere')], removed, false],
    ['it was undone', [restored, removed], restored, true],
    ['that was undone', [again, restored, removed], again, false],
  ])('has an end of its chain: %s', (_, entries, last, isUndone) => {
    expect(undoChain(removed, entries)).toEqual({ last, isUndone });
  });
});
