import { type OpenidNewcomer, openidNewcomerSchema } from '@pmcw/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchJson, send } from '../../../base/api/client.ts';
import { ApiError } from '../../../base/api/errors.ts';
import { useSchemaForm } from '../../../base/forms/useSchemaForm.ts';
import { useUnsavedWarning } from '../../../base/forms/useUnsavedWarning.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../base/ui/Tabs.tsx';
import { orToast, toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { openid } from '../../../base/words/en/signIn/openid.ts';
import { currentWords, useWords } from '../../../base/words/words.ts';
import { useSignIn } from '../../../members/session/useSignIn.ts';
import { settingsQuery } from '../../../members/settings/settingsQuery.ts';
import { CredentialFields, useCredentials } from '../passwords/CredentialFields.tsx';
import { NewcomerFields } from '../registration/NewcomerFields.tsx';
import { RegistrationClosed } from '../registration/RegistrationClosed.tsx';
import { emptyNewcomer, newcomerSchema } from '../registration/registration.ts';
import { useRegister } from '../registration/useRegister.ts';
import { ProviderMark } from './ProviderMark.tsx';

const pendingQuery = queryOptions({
  queryKey: ['/api/openid/pending'],
  queryFn: ({ signal }) => fetchJson('/api/openid/pending', openidNewcomerSchema, { signal }),
  staleTime: 0,
  gcTime: 0,
});

/** For a provider identity that is no sign-in method yet: newcomers register, members add it to their account. */
export function OpenidSignUp({ onLeave }: { readonly onLeave: () => void }) {
  const words = useWords(openid).signUp;
  const { data, error } = useQuery(pendingQuery);
  useEffect(() => {
    if (error === null) return;
    const title = currentWords(openid).notSignedIn;
    toastError(title, error);
    onLeave();
  }, [error, onLeave]);
  if (data === undefined) return <Waiting />;
  const back = () => {
    onLeave();
    // Not awaited: it expires after half an hour.
    send('/api/openid/pending', { method: 'DELETE' }).catch(() => undefined);
  };
  return (
    <div className="flex flex-col">
      <div className="mb-6 flex gap-4">
        <ProviderMark label={data.label} className="mt-1 size-7 shrink-0 text-muted" />
        <div className="min-w-0 text-sm">
          <h2 className="text-lg">{words.title(data.label)}</h2>
          {data.email !== '' && <p className="wrap-anywhere">{words.as(data.email)}</p>}
          <p className="text-muted">{words.text}</p>
        </div>
      </div>
      <Tabs defaultValue="newcomer">
        <TabsList aria-label={words.tabs.label}>
          <TabsTrigger value="newcomer">{words.tabs.newcomer}</TabsTrigger>
          <TabsTrigger value="member">{words.tabs.member}</TabsTrigger>
        </TabsList>
        <TabsContent value="newcomer" className="pt-6">
          <Newcomer newcomer={data} />
        </TabsContent>
        <TabsContent value="member" className="pt-6">
          <Member label={data.label} />
        </TabsContent>
      </Tabs>
      <Button variant="ghost" size="sm" onClick={back} className="mt-4 self-center">
        {words.back}
      </Button>
    </div>
  );
}

function Waiting() {
  const { looking } = useWords(openid).signUp;
  return (
    <Loading label={looking} className="flex flex-col gap-6">
      <Skeleton className="h-14 w-full" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-96 w-full" />
    </Loading>
  );
}

function Newcomer({ newcomer }: { readonly newcomer: OpenidNewcomer }) {
  const isOpen = useQuery(settingsQuery).data?.registrationOpen !== false;
  return isOpen ? <NewcomerForm newcomer={newcomer} /> : <RegistrationClosed />;
}

function NewcomerForm({ newcomer: { fullName, email } }: { readonly newcomer: OpenidNewcomer }) {
  const words = useWords(auth);
  const { emailTaken } = useWords(openid).signUp;
  const register = useRegister();
  const [isTaken, setTaken] = useState(false);
  const { form, submit } = useSchemaForm({
    schema: newcomerSchema,
    defaultValues: { ...emptyNewcomer, fullName, email },
    onSubmit: (body) =>
      register('/api/register/openid', body).catch((error: unknown) => {
        setTaken(error instanceof ApiError && error.code === 'email_taken');
        throw error;
      }),
  });
  useUnsavedWarning(form);
  const { isSubmitting } = form.formState;
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <NewcomerFields form={form} />
      {isTaken && (
        <p role="status" className="text-sm text-muted">
          {emailTaken}
        </p>
      )}
      <Button type="submit" size="lg" isPending={isSubmitting} className="mt-2 w-full">
        {words.createAccount}
      </Button>
    </form>
  );
}

function Member({ label }: { readonly label: string }) {
  const words = useWords(openid).signUp;
  const signIn = useSignIn();
  const { form, submit } = useCredentials(async (body) => {
    let failure: unknown = null;
    // Runs before the session is known, because the screen moves on then.
    const add = () =>
      send('/api/user/sign-in-methods/openid', { method: 'POST' }).catch((error: unknown) => {
        failure = error;
      });
    const failed = currentWords(auth).loginFailed;
    await orToast(failed, () => signIn('/api/login', { ...body, addsOpenid: true }, add));
    const { added, addedText, notChanged } = currentWords(openid);
    if (failure === null) toast({ title: added, description: addedText, tone: 'success' });
    else toastError(notChanged, failure);
  });
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <p className="mb-1 text-sm text-muted">{words.memberText(label)}</p>
      <CredentialFields form={form} />
      <Button type="submit" size="lg" isPending={form.formState.isSubmitting} className="mt-2 w-full">
        {words.logInAndAdd}
      </Button>
    </form>
  );
}
