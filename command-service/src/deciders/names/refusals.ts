import { ProblemError, reservedUsernames, texts } from '@pmcw/contracts';
import { claimsStaff } from './claims.ts';
import { looks } from './lookAlikes.ts';

const { refusals } = texts;

const looksOf = (username: string): string => looks(username.replaceAll('_', ''));
const reservedLooks: ReadonlySet<string> = new Set([...reservedUsernames].map(looksOf));

export const isReservedUsername = (username: string): boolean =>
  reservedLooks.has(looksOf(username)) || claimsStaff(username);

export function refuseReserved(username: string): void {
  if (!isReservedUsername(username)) return;
  const { usernameReserved: message } = refusals;
  throw new ProblemError('username_reserved', message, { errors: [{ path: 'username', message }] });
}

export function refuseStaffName(fullName: string): void {
  if (!claimsStaff(fullName)) return;
  const { fullNameOfStaff: message } = refusals;
  throw new ProblemError('invalid_input', message, { errors: [{ path: 'fullName', message }] });
}
