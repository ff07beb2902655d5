import {
  type CloseCaseBody,
  caseIdOf,
  limits,
  ProblemError,
  type ReportKind,
  type ReportReason,
  texts,
} from '@pmcw/contracts';
import { type CaseEvent, type ReportCaseState, reportCaseFold } from '@pmcw/contracts/events';
import type { Decider } from './decider.ts';
import { refuseProtected } from './userState.ts';

/** The reporter can see the content. */
export interface ReportContent {
  readonly type: 'ReportContent';
  readonly caseId: string;
  readonly kind: ReportKind;
  readonly memberId: number;
  readonly itemId: string | null;
  readonly reporterId: number;
  readonly reason: ReportReason;
  readonly text: string;
}
export interface CloseCase extends CloseCaseBody {
  readonly type: 'CloseCase';
}
export interface ReopenCase {
  readonly type: 'ReopenCase';
}

export type CaseCommand = ReportContent | CloseCase | ReopenCase;

type KnownCase = Extract<ReportCaseState, { status: 'present' }>;

const { refusals } = texts;

/** @throws ProblemError `not_found` */
export function requireCase(state: ReportCaseState): KnownCase {
  if (state.status === 'absent') throw new ProblemError('not_found', refusals.notFound);
  return state;
}

/** Profiles and addresses change, so those who reported one can do so again once the case was closed. */
function countsAlready({ kind, reporters, closing }: KnownCase, reporterId: number): boolean {
  const isFull = closing === null && reporters.length >= limits.reportersMax;
  return isFull || ((closing === null || kind === 'message') && reporters.includes(reporterId));
}

function report(state: ReportCaseState, { type: _, ...data }: ReportContent): readonly CaseEvent[] {
  if (state.status === 'present' && countsAlready(state, data.reporterId)) return [];
  return [{ type: 'ContentReported', data }];
}

const idOf = ({ kind, memberId, itemId }: KnownCase) => ({
  caseId: caseIdOf(kind, memberId, itemId),
  memberId,
});

function close(known: KnownCase, { outcome, reason }: CloseCase): readonly CaseEvent[] {
  const { kind, memberId, closing } = known;
  if (outcome === 'message_removed' && kind !== 'message') {
    const message = texts.validation.invalidValue;
    throw new ProblemError('invalid_input', message, { errors: [{ path: 'outcome', message }] });
  }
  if (outcome === 'suspended') refuseProtected({ id: memberId });
  if (closing === null) return [{ type: 'CaseClosed', data: { ...idOf(known), outcome, reason } }];
  if (closing.outcome === outcome && closing.reason === reason) return [];
  throw new ProblemError('case_closed', refusals.caseClosed);
}

function decide(state: ReportCaseState, command: CaseCommand): readonly CaseEvent[] {
  switch (command.type) {
    case 'ReportContent':
      return report(state, command);
    case 'CloseCase':
      return close(requireCase(state), command);
    case 'ReopenCase': {
      const known = requireCase(state);
      return known.closing === null ? [] : [{ type: 'CaseReopened', data: idOf(known) }];
    }
    default:
      return command satisfies never;
  }
}

export const reportCaseDecider: Decider<ReportCaseState, CaseCommand, CaseEvent> = {
  ...reportCaseFold,
  decide,
  budgetOf: ({ type }) => (type === 'ReportContent' ? 'edits' : 'moderation'),
};
