import { useQuery } from '@tanstack/react-query';
import { rememberedUser } from '../../device/offline/rememberedUser.ts';
import type { DirectoryState } from './directoryState.ts';
import type { StoredMembers } from './storedMembers.ts';

/** Undefined until the search is done. */
export function useStoredMembers(state: DirectoryState, isAsked: boolean): StoredMembers | undefined {
  const owner = rememberedUser();
  const { data } = useQuery({
    queryKey: ['kept', owner?.id ?? null, 'members', state],
    queryFn: async () => {
      const [{ keptAnswers }, { searchStoredMembers }] = await Promise.all([
        import('../../device/offline/kept/answers.ts'),
        import('./storedMembers.ts'),
      ]);
      const pages = await keptAnswers(owner, 'directory');
      return searchStoredMembers([...pages, ...(await keptAnswers(owner, 'profile'))], state);
    },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
  return isAsked ? data : undefined;
}
