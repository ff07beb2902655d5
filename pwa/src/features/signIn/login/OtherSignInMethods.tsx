import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { onDemand } from '../../../base/ui/OnDemand.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { useWords } from '../../../base/words/words.ts';
import { signInOptionsQuery } from '../../../members/session/signInOptionsQuery.ts';
import { ProviderButton } from '../openid/ProviderButton.tsx';

const WalletLogin = onDemand('dialog', () => import('../wallets/WalletLogin.tsx'));

/** The provider, if configured, and wallets. Both appear at the same time, so that neither moves the other. */
export function OtherSignInMethods() {
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
