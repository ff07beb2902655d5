/** Anything that can be reported. */
export const reportKinds = ['profile', 'address', 'message'] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportReasons = ['scam', 'spam', 'impersonation', 'abuse', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const caseOutcomes = ['dismissed', 'message_removed', 'warned', 'suspended'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** @param itemId of the address or message; null for a profile */
export function caseIdOf(kind: ReportKind, memberId: number, itemId: string | null): string {
  if (kind === 'profile') return `profile-${memberId}`;
  return kind === 'address' ? `address-${memberId}-${itemId}` : `message-${itemId}`;
}
