import { Button } from '../ui/Button.tsx';
import { lazyExtra } from '../ui/lazyPart.tsx';
import { orToast } from '../ui/orToast.ts';
import { toast } from '../ui/toasts.ts';
import { auth } from '../words/en/auth.ts';
import { useWords } from '../words/words.ts';
import { CredentialFields, useCredentials } from './CredentialFields.tsx';
import { ForgottenPassword } from './ForgottenPassword.tsx';
import { Or } from './Or.tsx';
import { OtherWays } from './OtherWays.tsx';
import { useSignIn } from './useSignIn.ts';

/** Keeps its place until it is here. */
const PasskeyLogin = lazyExtra(
  () => import('../signInMethods/PasskeyLogin.tsx'),
  () => <div className="h-12" />,
);

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
