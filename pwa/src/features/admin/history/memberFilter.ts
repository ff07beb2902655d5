import { isNotFoundError } from '../../../base/api/errors.ts';
import { memberIdOf } from './historyQueries.ts';

/** What somebody typed for a member: a filter, or why it is none. */
export type MemberFilter = { readonly value: string } | { readonly problem: 'noSuchMember' | 'unresolved' };

/**
 * Understands what was typed for a member: "@ada" or "ada", "#12", the word for the system, or nothing.
 * @param systemName the word for the system, where it may be asked for
 */
export async function memberFilterOf(typed: string, systemName: string | null): Promise<MemberFilter> {
  const text = typed.trim();
  if (text === '') return { value: '' };
  if (systemName !== null && text.toLowerCase() === systemName.toLowerCase()) return { value: 'system' };
  const [, id] = /^#([1-9]\d{0,14})$/.exec(text) ?? [];
  if (id !== undefined) return { value: id };
  const username = text.replace(/^@/, '');
  if (!/^\w+$/.test(username)) return { problem: 'noSuchMember' };
  return memberIdOf(username).then(
    (value) => ({ value }),
    (error: unknown) => ({ problem: isNotFoundError(error) ? 'noSuchMember' : 'unresolved' }),
  );
}
