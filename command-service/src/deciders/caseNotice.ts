import type { CaseOutcome } from '@pmcw/contracts';
import type { CaseNoticeEvent, Member } from '@pmcw/contracts/events';

export interface WarnMember {
  readonly type: 'WarnMember';
  readonly caseId: string;
  readonly reason: string;
}
export interface WithdrawWarning {
  readonly type: 'WithdrawWarning';
  readonly caseId: string;
}
/** For a member who reported. */
export interface AnswerReport {
  readonly type: 'AnswerReport';
  readonly caseId: string;
  readonly outcome: CaseOutcome;
}

export type CaseNoticeCommand = WarnMember | WithdrawWarning | AnswerReport;

/** The id of the event distinguishes a repeat from another notice about the same case. */
export function decideCaseNotice(
  { id: userId }: Member,
  command: CaseNoticeCommand,
): readonly CaseNoticeEvent[] {
  const { caseId } = command;
  switch (command.type) {
    case 'WarnMember':
      return [{ type: 'MemberWarned', data: { userId, caseId, reason: command.reason } }];
    case 'WithdrawWarning':
      return [{ type: 'WarningWithdrawn', data: { userId, caseId } }];
    case 'AnswerReport':
      return [{ type: 'ReportAnswered', data: { userId, caseId, outcome: command.outcome } }];
    default:
      return command satisfies never;
  }
}
