import { useQuery } from '@tanstack/react-query';
import { Wallet } from 'lucide-react';
import { ProviderButton } from '../openid/ProviderButton.tsx';
import { Button } from '../ui/Button.tsx';
import { lazyExtra } from '../ui/lazyPart.tsx';
import { onDemand } from '../ui/OnDemand.tsx';
import { orToast } from '../ui/orToast.ts';
import { toast } from '../ui/toasts.ts';
import { auth } from '../words/en/auth.ts';
import { openid } from '../words/en/openid.ts';
import { useWords } from '../words/words.ts';
import { CredentialFields, useCredentials } from './CredentialFields.tsx';
import { ForgottenPassword } from './ForgottenPassword.tsx';
import { Or } from './Or.tsx';
import { signInOptionsQuery } from './signInOptionsQuery.ts';
import { useSignIn } from './useSignIn.ts';

/** Keeps its place until it is here. */
const PasskeyLogin = lazyExtra(
  () => import('../signInMethods/PasskeyLogin.tsx'),
  () => <div className="h-12" />,
);

const WalletLogin = onDemand('dialog', () => import('../signInMethods/WalletLogin.tsx'));

/** Signs a member in; the screen round it goes on by itself once somebody is signed in. */
export function LoginForm() {
  const words = useWords(auth);
  const signIn = useSignIn();
  const { form, submit } = useCredentials(async (body) => {
    const { fullName } = await orToast(words.loginFailed, () => signIn('/api/login', body));
    toast({ title: words.loginSuccessful, description: words.welcomeBack(fullName), tone: 'success' });
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <CredentialFields form={form} />
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting} className="mt-2 w-full">
        {words.login}
      </Button>
      <ForgottenPassword />
      <Or />
      {'PublicKeyCredential' in window && <PasskeyLogin />}
      <OtherWays />
    </form>
  );
}

/** The provider, where there is one, and wallets: both once it is known, so that neither moves the other. */
function OtherWays() {
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
