import { isNotFoundError } from '../../../../base/api/errors.ts';
import { memberIdOf } from '../events/historyQueries.ts';

type ParsedMember = { readonly value: string } | { readonly problem: 'noSuchMember' | 'unresolved' };

/**
 * Parses a typed member: "@ada" or "ada", "#12", the word for the system, or nothing.
 * @param systemName null where the system is no choice
 */
export async function parseMember(typed: string, systemName: string | null): Promise<ParsedMember> {
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
