import { roomWords } from '../../room.ts';

/** Actions of administrators on many members or reports at once. */
export const bulk = roomWords('bulk', {
  select: (name: string) => `Select ${name}`,
  selectShown: 'Select all on this page',
  selection: 'Selection',
  selected: (shown: string) => `${shown} selected`,
  selectAll: (total: string) => `Select all ${total}`,
  selectWhole: 'Select all, also on other pages',
  clear: 'Clear selection',
  action: { verify: 'Verify', suspend: 'Suspend', dismiss: 'Dismiss', suspendReported: 'Suspend' },
  question: {
    verify: (shown: string, count: number) => `Verify ${shown} ${count === 1 ? 'member' : 'members'}?`,
    suspend: (shown: string, count: number) => `Suspend ${shown} ${count === 1 ? 'member' : 'members'}?`,
    dismiss: (shown: string, count: number) =>
      `Dismiss the reports of ${shown} ${count === 1 ? 'case' : 'cases'}?`,
    suspendReported: (shown: string, count: number) =>
      `Suspend the members of ${shown} ${count === 1 ? 'case' : 'cases'}?`,
  },
  about: {
    verify: 'Each gets the gold badge, and a notification. Open requests are approved.',
    suspend: 'They are signed out everywhere, and their profiles are hidden.',
    dismiss: 'Everyone who reported learns that nothing breaks the rules.',
    suspendReported:
      'They are signed out everywhere, and their profiles are hidden. Everyone who reported learns of it.',
  },
  reason: 'Reason',
  running: 'Working…',
  collecting: 'Finding all of them…',
  progress: (done: string, total: string) => `${done} of ${total}`,
  stop: 'Stop',
  over: 'Finished',
  done: (done: string, total: string) => `${done} of ${total} done.`,
  undone: (done: string, total: string) => `${done} of ${total} undone.`,
  left: (shown: string, count: number) => `${shown} ${count === 1 ? 'was' : 'were'} not tried.`,
  failures: (shown: string, count: number) => `${shown} ${count === 1 ? 'failure' : 'failures'}`,
  undoAll: 'Undo all',
  undoBatch: 'Undo the whole batch',
  undoBatchTitle: 'Undo the whole batch?',
  undoBatchText: 'Everything that was done together with this is undone, unless it was changed again since.',
  close: 'Close',
  leave: 'Not everything is done yet. Leave anyway?',
});
