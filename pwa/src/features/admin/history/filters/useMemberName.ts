import { useQuery } from '@tanstack/react-query';
import { history } from '../../../../base/words/en/admin/history.ts';
import { useWords } from '../../../../base/words/words.ts';
import { memberNameQuery } from '../events/historyQueries.ts';

/** A filter's member as typed: "@ada", "#12" if erased or unknown, "system", '' for none. */
export function useMemberName(filter: string): string {
  const { systemName } = useWords(history).filters;
  const isNumber = filter !== '' && filter !== 'system';
  const { data } = useQuery({ ...memberNameQuery(filter), enabled: isNumber });
  if (filter === 'system') return systemName;
  if (!isNumber) return '';
  return data === undefined ? `#${filter}` : `@${data}`;
}
