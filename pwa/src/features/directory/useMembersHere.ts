import { useQuery } from '@tanstack/react-query';
import { rememberedUser } from '../../device/offline/rememberedUser.ts';
import type { DirectoryState } from './directoryState.ts';
import type { MembersHere } from './membersHere.ts';

/** Undefined until the search is done. */
export function useMembersHere(state: DirectoryState, isAsked: boolean): MembersHere | undefined {
  const owner = rememberedUser();
  const { data } = useQuery({
    queryKey: ['kept', owner?.id ?? null, 'members', state],
    queryFn: async () => {
      const [{ keptAnswers }, { searchHere }] = await Promise.all([
        import('../../device/offline/kept/answers.ts'),
        import('./membersHere.ts'),
      ]);
      const pages = await keptAnswers(owner, 'directory');
      return searchHere([...pages, ...(await keptAnswers(owner, 'profile'))], state);
    },
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
  return isAsked ? data : undefined;
}
