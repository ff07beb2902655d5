import { limits, type ReportKind, texts } from '@pmcw/contracts';
import type { CaseEvent } from '@pmcw/contracts/events';
import { describe, expect, it } from 'vitest';
import { given, refused } from '../../test/given.ts';
import { type CloseCase, type ReportContent, reportCaseDecider } from './reportCase.ts';

const report = (reporterId: number, kind: ReportKind = 'profile'): ReportContent => ({
  type: 'ReportContent',
  caseId: kind === 'profile' ? 'profile-7' : 'message-m1',
  kind,
  memberId: 7,
  itemId: kind === 'profile' ? null : 'm1',
  reporterId,
  reason: 'scam',
  text: 'Sells what is free',
});
function reported(reporterId: number, kind: ReportKind = 'profile'): CaseEvent {
  const { type: _, ...data } = report(reporterId, kind);
  return { type: 'ContentReported', data };
}
const ofCase = { caseId: 'profile-7', memberId: 7 };
const warn: CloseCase = { type: 'CloseCase', outcome: 'warned', reason: 'Please stop' };
const closed: CaseEvent = {
  type: 'CaseClosed',
  data: { ...ofCase, outcome: 'warned', reason: 'Please stop' },
};
const reopened: CaseEvent = { type: 'CaseReopened', data: ofCase };
const reopen = { type: 'ReopenCase' } as const;

describe('reporting', () => {
  it('opens a case, or joins it', () => {
    expect(given(reportCaseDecider).when(report(8))).toEqual([reported(8)]);
    expect(given(reportCaseDecider, reported(8)).when(report(9))).toEqual([reported(9)]);
  });

  it.each(['profile', 'message'] as const)('a %s twice counts once', (kind) => {
    expect(given(reportCaseDecider, reported(8, kind)).when(report(8, kind))).toEqual([]);
    const reopens = given(reportCaseDecider, reported(8, kind), closed, reopened);
    expect(reopens.when(report(8, kind))).toEqual([]);
  });

  it('what may have changed since the decision opens the case again', () => {
    const { when } = given(reportCaseDecider, reported(8), closed);
    expect(when(report(8))).toEqual([reported(8)]);
    expect(when(report(9))).toEqual([reported(9)]);
    expect(given(reportCaseDecider, reported(8), closed, reported(9)).when(report(8))).toEqual([reported(8)]);
  });

  it('a message, which never changes, again after the decision needs another member', () => {
    const { when } = given(reportCaseDecider, reported(8, 'message'), closed);
    expect(when(report(8, 'message'))).toEqual([]);
    expect(when(report(9, 'message'))).toEqual([reported(9, 'message')]);
  });

  it('adds nothing to an open case with the most reporters', () => {
    const most = Array.from({ length: limits.reportersMax }, (_, n) => reported(100 + n));
    expect(given(reportCaseDecider, ...most).when(report(8))).toEqual([]);
    expect(given(reportCaseDecider, ...most.slice(1)).when(report(8))).toEqual([reported(8)]);
    expect(given(reportCaseDecider, ...most, closed).when(report(8))).toEqual([reported(8)]);
  });
});

describe('closing', () => {
  it('records the decision with its reason', () => {
    expect(given(reportCaseDecider, reported(8)).when(warn)).toEqual([closed]);
    expect(given(reportCaseDecider, reported(8), closed, reopened).when(warn)).toEqual([closed]);
  });

  it('names the case of an item', () => {
    const remove = { ...warn, outcome: 'message_removed' } as const;
    expect(given(reportCaseDecider, reported(8, 'message')).when(remove)).toMatchObject([
      { data: { caseId: 'message-m1', outcome: 'message_removed' } },
    ]);
  });

  it('changes nothing when repeated, and refuses another decision', () => {
    const { when } = given(reportCaseDecider, reported(8), closed);
    expect(when(warn)).toEqual([]);
    const taken = refused('case_closed', texts.refusals.caseClosed);
    expect(() => when({ ...warn, outcome: 'dismissed' })).toThrow(taken);
    expect(() => when({ ...warn, reason: 'Please stop it' })).toThrow(taken);
  });

  it('is refused without reports', () => {
    expect(() => given(reportCaseDecider).when(warn)).toThrow(refused('not_found'));
  });

  it('removes no message from a profile', () => {
    const remove = { ...warn, outcome: 'message_removed' } as const;
    expect(() => given(reportCaseDecider, reported(8)).when(remove)).toThrow(refused('invalid_input'));
  });

  it('suspends anyone but member 1', () => {
    const suspend = { ...warn, outcome: 'suspended' } as const;
    expect(given(reportCaseDecider, reported(8)).when(suspend)).toMatchObject([
      { data: { outcome: 'suspended' } },
    ]);
    const { type: _, ...data } = report(8);
    const first: CaseEvent = { type: 'ContentReported', data: { ...data, caseId: 'profile-1', memberId: 1 } };
    expect(() => given(reportCaseDecider, first).when(suspend)).toThrow(refused('protected_member'));
    expect(given(reportCaseDecider, first).when(warn)).toHaveLength(1);
  });
});

describe('reopening', () => {
  it('is for closed cases', () => {
    expect(given(reportCaseDecider, reported(8), closed).when(reopen)).toEqual([reopened]);
    expect(given(reportCaseDecider, reported(8)).when(reopen)).toEqual([]);
    expect(() => given(reportCaseDecider).when(reopen)).toThrow(refused('not_found'));
  });
});
