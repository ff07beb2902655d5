import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { ProviderButton } from '../openid/ProviderButton.tsx';
import { Button } from '../ui/Button.tsx';
import { onDemand } from '../ui/OnDemand.tsx';
import { auth } from '../words/en/auth.ts';
import { openid } from '../words/en/openid.ts';
import { useWords } from '../words/words.ts';
import { signInOptionsQuery } from './signInOptionsQuery.ts';

const WalletLogin = onDemand('dialog', () => import('../signInMethods/WalletLogin.tsx'));

/**
 * Ways that sign in whoever is known by them, and have all others register: the provider, where there is one, and wallets. Both
 * come once it is known, so that neither moves the other.
 */
export function OtherWays() {
  const words = useWords(auth);
  const { continueWith } = useWords(openid);
  const { data, isLoading } = useQuery(signInOptionsQuery);
  if (isLoading) return <div className="h-12" />;
  const provider = data?.openid ?? null;
  return (
    <>
      {provider !== null && (
        <ProviderButton label={provider.label} start="/api/login/openid/start" size="lg">
          {continueWith(provider.label)}
        </ProviderButton>
      )}
      <WalletLogin
        trigger={
          <Button size="lg" variant="secondary" className="w-full">
            <Wallet aria-hidden="true" />
            {words.wallet}
          </Button>
        }
      />
    </>
  );
}
