import type { CaseOutcome, ReportReason } from '@pmcw/contracts';
import { roomWords } from '../../room.ts';

/** Reporting, and what administrators see of it. Names are usernames with @. */
export const reports = roomWords('reports', {
  report: 'Report',
  reportAddress: (network: string) => `Report ${network} address`,
  titles: {
    profile: (name: string) => `Report ${name}?`,
    address: (name: string) => `Report an address of ${name}?`,
    message: (name: string) => `Report a message of ${name}?`,
  },
  secret: (name: string) => `Administrators will look at it. ${name} does not learn who reported.`,
  onlyThisMessage: 'They can then read this one message, and nothing else of your conversation.',
  voiceMessage: 'Voice message',
  reason: 'What is wrong?',
  reasons: {
    scam: 'Scam',
    spam: 'Spam',
    impersonation: 'Impersonation',
    abuse: 'Abuse',
    other: 'Other',
  } satisfies Record<ReportReason, string>,
  reasonHints: {
    scam: 'Tries to get money or keys by deceit',
    spam: 'Unwanted advertising, or the same again and again',
    impersonation: 'Pretends to be another person or project',
    abuse: 'Insults, threats or hate',
    other: 'Please describe it below',
  } satisfies Record<ReportReason, string>,
  text: 'What should administrators know?',
  send: 'Send report',
  sent: 'Report sent',
  sentText: 'Thank you. You get a notification with the outcome.',
  failed: 'The report was not sent',
  block: (name: string) => `Block ${name}`,
  outcomes: {
    dismissed: 'Dismissed',
    message_removed: 'Message removed',
    warned: 'Warned',
    suspended: 'Suspended',
  } satisfies Record<CaseOutcome, string>,
});
