import type { SessionUser } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { SettingsCard } from '../../../base/ui/SettingsCard.tsx';
import { signInMethods } from '../../../base/words/en/signIn/signInMethods.ts';
import { useWords } from '../../../base/words/words.ts';
import { LoadingOrFailed } from '../../../device/offline/kept/LoadingOrFailed.tsx';
import { isAt, signInMethodsQuery } from '../../../members/session/signInMethodQueries.ts';
import { signInOptionsQuery } from '../../../members/session/signInOptionsQuery.ts';
import { MethodAdditions } from './MethodAdditions.tsx';
import { MethodList } from './MethodList.tsx';
import { useMethodChanges } from './useMethodChanges.ts';

export function SignInMethodsCard({ user }: { readonly user: SessionUser }) {
  const words = useWords(signInMethods);
  const { data, isError, refetch } = useQuery(signInMethodsQuery);
  const provider = useQuery(signInOptionsQuery).data?.openid?.label ?? null;
  const changes = useMethodChanges();
  return (
    <SettingsCard title={words.title} description={words.description}>
      {data === undefined ? (
        <LoadingOrFailed hasFailed={isError} failure={words.failed} onRetry={() => void refetch()} />
      ) : (
        <>
          <MethodList methods={data} changes={changes} />
          <MethodAdditions
            username={user.username}
            changes={changes}
            hasPassword={data.some(({ kind }) => kind === 'password')}
            provider={provider !== null && data.some((method) => isAt(provider, method)) ? null : provider}
          />
        </>
      )}
    </SettingsCard>
  );
}
