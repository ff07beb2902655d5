import { caseIdOf } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Browser, SignedIn } from './browser.ts';
import { proveAgain } from './running.ts';

/** Reported content, as in the body of a report. */
export const profile = ({ id }: Pick<SignedIn, 'id'>) => ({ kind: 'profile', memberId: id });
export const wallet = ({ id }: SignedIn, walletId: string) => ({ kind: 'address', memberId: id, walletId });
export const sent = (messageId: string) => ({ kind: 'message', messageId });

export const caseOf = ({ id }: Pick<SignedIn, 'id'>): string => caseIdOf('profile', id, null);
export const caseOfMessage = (messageId: string): string => caseIdOf('message', 0, messageId);

export const report = (by: Browser, reported: object, more: object = {}): Promise<Answer> =>
  by.post('/api/reports', { reported, reason: 'scam', ...more });

export async function closeCase(
  administrator: Browser,
  caseId: string,
  outcome: string,
  reason = 'Seen',
): Promise<Answer> {
  await proveAgain(administrator);
  return administrator.post(`/api/admin/reports/${caseId}/close`, { outcome, reason });
}

/** Sends a message to a member, or to the global chat. @returns its id */
export async function message(from: SignedIn, to: SignedIn | null, more: object = {}): Promise<string> {
  const id = uuidv7();
  const path = to === null ? '/api/messages/global' : '/api/messages';
  const { status } = await from.post(path, {
    id,
    content: 'Hello',
    ...(to && { receiverId: to.id }),
    ...more,
  });
  if (status !== 201) throw new Error(`sending answered ${status}`);
  return id;
}
