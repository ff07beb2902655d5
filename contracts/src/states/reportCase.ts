import type { CaseEvent } from '../events/registry.ts';
import type { CaseOutcome, ReportKind } from '../reports/cases.ts';
import { foldOf } from './fold.ts';

interface Closing {
  readonly eventId: string;
  readonly outcome: CaseOutcome;
  readonly reason: string;
}

export type ReportCaseState =
  | { readonly status: 'absent' }
  | {
      readonly status: 'present';
      readonly memberId: number;
      readonly kind: ReportKind;
      readonly itemId: string | null;
      /** Of profiles and addresses, which change, only those since the case was last closed. */
      readonly reporters: readonly number[];
      /** Null while open. */
      readonly closing: Closing | null;
    };

export const reportCaseFold = foldOf<ReportCaseState, CaseEvent['type']>(
  { status: 'absent' },
  {
    ContentReported(state, { data: { memberId, kind, itemId, reporterId } }) {
      const isNewRound = state.status === 'absent' || (state.closing !== null && kind !== 'message');
      const reporters = isNewRound ? [reporterId] : [...state.reporters, reporterId];
      return { status: 'present', memberId, kind, itemId, reporters, closing: null };
    },
    CaseClosed: (state, { data: { outcome, reason }, eventId }) =>
      state.status === 'absent' ? state : { ...state, closing: { eventId, outcome, reason } },
    CaseReopened: (state) => (state.status === 'absent' ? state : { ...state, closing: null }),
  },
);
