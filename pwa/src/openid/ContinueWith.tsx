import { useQuery } from '@tanstack/react-query';
import { signInOptionsQuery } from '../accounts/signInOptionsQuery.ts';
import { openid } from '../words/en/openid.ts';
import { useWords } from '../words/words.ts';
import { ProviderButton } from './ProviderButton.tsx';

/** Signs in or registers by the OpenID provider, above a form or below it; nothing where the site knows none. */
export function ContinueWith({ isAbove = false }: { readonly isAbove?: boolean }) {
  const words = useWords(openid);
  const provider = useQuery(signInOptionsQuery).data?.openid ?? null;
  if (provider === null) return null;
  return (
    <div className={isAbove ? 'mb-5 flex flex-col-reverse gap-4' : 'mt-2 flex flex-col gap-4'}>
      <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {words.or}
      </p>
      <ProviderButton label={provider.label} start="/api/login/openid/start" size="lg">
        {words.continueWith(provider.label)}
      </ProviderButton>
    </div>
  );
}
