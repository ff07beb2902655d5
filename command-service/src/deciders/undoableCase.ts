import { ProblemError, texts } from '@pmcw/contracts';
import { type CaseEvent, type ReportCaseState, reportCaseFold } from '@pmcw/contracts/events';
import { reportCaseDecider, requireCase } from './reportCase.ts';
import type { Undoable } from './undo.ts';

const { refusals } = texts;

/** Its consequences are undone on their own. */
export const undoableCase: Undoable<ReportCaseState, CaseEvent> = {
  ...reportCaseFold,
  sets: ({ type }) => (type === 'ContentReported' ? [] : ['closing']),
  restore(now, _before, { type }) {
    if (type !== 'CaseClosed') throw new ProblemError('not_undoable', refusals.notUndoable);
    // Opened by a later report.
    if (requireCase(now).closing === null) throw new ProblemError('changed_since', refusals.changedSince);
    return reportCaseDecider.decide(now, { type: 'ReopenCase' });
  },
};
