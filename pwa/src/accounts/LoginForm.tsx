import { loginBodySchema } from '@pmcw/contracts';
import { useSchemaForm } from '../forms/useSchemaForm.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Input } from '../ui/Input.tsx';
import { lazyExtra } from '../ui/lazyPart.tsx';
import { orToast } from '../ui/orToast.ts';
import { PasswordInput } from '../ui/PasswordInput.tsx';
import { toast } from '../ui/toasts.ts';
import { auth } from '../words/en/auth.ts';
import { common } from '../words/en/common.ts';
import { useWords } from '../words/words.ts';
import { ForgottenPassword } from './ForgottenPassword.tsx';
import { useSignIn } from './useSignIn.ts';

/** Keeps its place until it is here. */
const PasskeyLogin = lazyExtra(
  () => import('../signInMethods/PasskeyLogin.tsx'),
  () => <div className="h-12" />,
);
/** At the end, so that it moves nothing when it comes. */
const ContinueWith = lazyExtra(() => import('../openid/ContinueWith.tsx'));

/** Signs a member in; the screen round it goes on by itself once somebody is signed in. */
export function LoginForm() {
  const words = useWords(auth);
  const terms = useWords(common);
  const signIn = useSignIn();
  const { form, submit } = useSchemaForm({
    schema: loginBodySchema,
    defaultValues: { username: '', password: '' },
    onSubmit: async (body) => {
      const { fullName } = await orToast(words.loginFailed, () => signIn('/api/login', body));
      toast({ title: words.loginSuccessful, description: words.welcomeBack(fullName), tone: 'success' });
    },
  });
  const { errors, isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={terms.username} error={errors.username?.message}>
        {(control) => (
          <Input
            autoComplete="username webauthn"
            autoCapitalize="none"
            spellCheck={false}
            {...control}
            {...form.register('username')}
          />
        )}
      </Field>
      <Field label={terms.password} error={errors.password?.message}>
        {(control) => (
          <PasswordInput autoComplete="current-password" {...control} {...form.register('password')} />
        )}
      </Field>
      <Button type="submit" size="lg" isPending={isSubmitting} className="mt-2 w-full">
        {words.login}
      </Button>
      {'PublicKeyCredential' in window && <PasskeyLogin />}
      <ForgottenPassword />
      <ContinueWith />
    </form>
  );
}
