import { useQuery } from '@tanstack/react-query';
import { Or } from '../accounts/Or.tsx';
import { signInOptionsQuery } from '../accounts/signInOptionsQuery.ts';
import { openid } from '../words/en/openid.ts';
import { useWords } from '../words/words.ts';
import { ProviderButton } from './ProviderButton.tsx';

/** Registers by the OpenID provider, above the form or below it; nothing where the site knows none. */
export function ContinueWith({ isAbove = false }: { readonly isAbove?: boolean }) {
  const words = useWords(openid);
  const provider = useQuery(signInOptionsQuery).data?.openid ?? null;
  if (provider === null) return null;
  return (
    <div className={isAbove ? 'mb-5 flex flex-col-reverse gap-4' : 'mt-2 flex flex-col gap-4'}>
      <Or />
      <ProviderButton label={provider.label} start="/api/login/openid/start" size="lg">
        {words.continueWith(provider.label)}
      </ProviderButton>
    </div>
  );
}
