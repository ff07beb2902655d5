import { Button } from '../../../base/ui/Button.tsx';
import { lazyExtra } from '../../../base/ui/lazyPart.tsx';
import { orToast } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { useSignIn } from '../../../members/session/useSignIn.ts';
import { CredentialFields, useCredentials } from '../passwords/CredentialFields.tsx';
import { ForgottenPassword } from '../recovery/ForgottenPassword.tsx';
import { OrDivider } from './OrDivider.tsx';
import { OtherSignInMethods } from './OtherSignInMethods.tsx';

/** Reserves its space while loading. */
const PasskeyLogin = lazyExtra(
  () => import('../passkeys/PasskeyLogin.tsx'),
  () => <div className="h-12" />,
);

/** Once signed in, the surrounding screen moves on. */
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
      <OrDivider />
      {'PublicKeyCredential' in window && <PasskeyLogin />}
      <OtherSignInMethods />
    </form>
  );
}
