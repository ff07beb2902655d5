import { ProblemError, texts } from '@pmcw/contracts';
import { type MessageEvent, type MessageState, messageFold } from '@pmcw/contracts/events';
import { messageDecider } from './message.ts';
import type { Undoable } from './undo.ts';

const { refusals } = texts;

function restored(before: MessageState): readonly MessageEvent[] {
  if (before.status !== 'sent') throw new ProblemError('not_undoable', refusals.notUndoable);
  const { status: _, ...data } = before;
  return [{ type: 'MessageRestored', data }];
}

/** Restores messages that an administrator removed, but none that its sender deleted. */
export const undoableMessage: Undoable<MessageState, MessageEvent> = {
  ...messageFold,
  sets: ({ type }) => (type === 'MessageSent' ? [] : ['status']),
  restore(now, before, event) {
    if (event.type === 'MessageRestored') return messageDecider.decide(now, { type: 'RemoveMessage' });
    const isRemoval = event.type === 'MessageDeleted' && event.data.isRemoval === true;
    if (!isRemoval) throw new ProblemError('not_undoable', refusals.notUndoable);
    return restored(before);
  },
};
