import { useQuery, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { BadgeCheck, Image, Link2, Wallet } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { Card } from '../base/ui/Card.tsx';
import { LogoMark } from '../base/ui/Logo.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../base/ui/Tabs.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { auth } from '../base/words/en/signIn/auth.ts';
import { useWords } from '../base/words/words.ts';
import { ConfirmEmail } from '../features/signIn/email/ConfirmEmail.tsx';
import { type LinkToken, useLinkToken } from '../features/signIn/email/linkToken.ts';
import { LoginForm } from '../features/signIn/login/LoginForm.tsx';
import { OrDivider } from '../features/signIn/login/OrDivider.tsx';
import { OtherSignInMethods } from '../features/signIn/login/OtherSignInMethods.tsx';
import { SessionEndNotice } from '../features/signIn/login/SessionEndNotice.tsx';
import { OpenidSignUp } from '../features/signIn/openid/OpenidSignUp.tsx';
import { useOpenidOutcome } from '../features/signIn/openid/useOpenidOutcome.ts';
import { ResetPasswordForm } from '../features/signIn/recovery/ResetPasswordForm.tsx';
import {
  RegisterForm,
  type RegisterFormProps,
  useRegisterForm,
} from '../features/signIn/registration/RegisterForm.tsx';
import { RegistrationClosed } from '../features/signIn/registration/RegistrationClosed.tsx';
import { Guilloche } from '../members/look/MemberBanner.tsx';
import { pathAfterSignIn } from '../members/session/goingTo.ts';
import { LoadingScreen } from '../members/session/LoadingScreen.tsx';
import { useSession } from '../members/session/session.tsx';
import { isEndAtSignIn } from '../members/session/sessionEnd.ts';
import { signInOptionsQuery } from '../members/session/signInOptionsQuery.ts';
import { settingsQuery } from '../members/settings/settingsQuery.ts';

/** Spec §1. */
const promises = [
  ['wallets', Wallet],
  ['images', Image],
  ['socials', Link2],
  ['verification', BadgeCheck],
] as const;

/** At /auth; members are redirected to where they were going, or else to their dashboard (spec §2). */
export default function AuthScreen() {
  const words = useWords(auth);
  const { link, forget } = useLinkToken();
  useTitle(link === null ? words.title : words[link.to].title);
  const { user, isLoading, end } = useSession();
  const { state } = useLocation();
  const [endBefore] = useState(end);
  const notice = link === null && end !== null && isEndAtSignIn(end) && <SessionEndNotice end={end} />;
  if (user !== null && link === null) {
    return isLoading ? <LoadingScreen /> : <Navigate to={pathAfterSignIn(state)} replace />;
  }
  // A late reason must not move the form.
  const isLate = end !== endBefore;
  return <VisitorScreen link={link} onDone={forget} above={!isLate && notice} below={isLate && notice} />;
}

interface VisitorScreenProps {
  readonly link: LinkToken | null;
  /** The link's purpose is fulfilled or declined. */
  readonly onDone: () => void;
  readonly above: ReactNode;
  readonly below: ReactNode;
}

function VisitorScreen({ link, onDone, above, below }: VisitorScreenProps) {
  const { isSignUp, leave } = useOpenidOutcome();
  return (
    <div className="shell-width grid gap-6 pt-6 pb-12 md:pt-12 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-16 xl:gap-20">
      {/* The form of a returning provider sign-in is still loading, and would push away content below. */}
      <Promises areBelow={!isSignUp} />
      <Card className="mx-auto w-full max-w-md self-start p-5 sm:p-7">
        {above}
        {link?.to === 'reset' ? (
          <ResetPasswordForm token={link.token} onDone={onDone} />
        ) : link?.to === 'confirm' ? (
          <ConfirmEmail token={link.token} onDone={onDone} />
        ) : isSignUp ? (
          <OpenidSignUp onLeave={leave} />
        ) : (
          <LoginOrRegister />
        )}
        {below}
      </Card>
    </div>
  );
}

function LoginOrRegister() {
  const words = useWords(auth).tabs;
  const { state } = useLocation();
  const isOpen = useQuery(settingsQuery).data?.registrationOpen !== false;
  const registerForm = useRegisterForm();
  return (
    <Tabs defaultValue={state === 'register' ? 'register' : 'login'}>
      <TabsList aria-label={words.label}>
        <TabsTrigger value="login">{words.login}</TabsTrigger>
        <TabsTrigger value="register">{words.register}</TabsTrigger>
      </TabsList>
      <TabsContent value="login" className="pt-6">
        <LoginForm />
      </TabsContent>
      <TabsContent value="register" className="pt-6">
        {isOpen ? <Registration {...registerForm} /> : <RegistrationClosed />}
      </TabsContent>
    </Tabs>
  );
}

/** Other ways are above the form only if they are known at once, so that nothing moves later. */
function Registration(props: RegisterFormProps) {
  const queryClient = useQueryClient();
  const [isAbove] = useState(() => queryClient.getQueryData(signInOptionsQuery.queryKey) !== undefined);
  return (
    <div className="flex flex-col gap-3">
      {isAbove ? <OtherSignInMethods /> : <RegisterForm {...props} />}
      <OrDivider />
      {isAbove ? <RegisterForm {...props} /> : <OtherSignInMethods />}
    </div>
  );
}

/** Beside the form; on narrow screens the heading is above it and, with `areBelow`, short promises below it. */
function Promises({ areBelow }: { readonly areBelow: boolean }) {
  const words = useWords(auth);
  return (
    <section className="relative isolate flex flex-col justify-between self-start overflow-hidden max-lg:contents lg:sticky lg:top-[calc(var(--shell-top)+3rem)] lg:min-h-152 lg:rounded-xl lg:border lg:bg-surface lg:p-12">
      <Guilloche
        name="pmcw"
        className="absolute -right-52 -bottom-60 -z-10 size-160 text-fg opacity-10 max-lg:hidden"
      />
      <div className="max-lg:text-center">
        <LogoMark className="size-11 max-lg:hidden" />
        <h1 className="text-2xl lg:mt-8 lg:text-3xl lg:max-w-md">{words.heading}</h1>
      </div>
      <ul
        className={clsx(
          'flex max-w-md flex-col gap-6 max-lg:order-last max-lg:mx-auto max-lg:w-full max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-3 max-lg:px-1',
          areBelow ? 'max-lg:grid' : 'max-lg:hidden',
        )}
      >
        {promises.map(([promise, Icon]) => (
          <li key={promise} className="flex gap-4 max-lg:gap-2.5">
            <Icon
              className="mt-0.5 size-5 shrink-0 text-muted max-lg:size-4.5"
              strokeWidth={1.75}
              aria-hidden="true"
            />
            <div>
              <h2 className="text-base max-lg:text-sm max-lg:font-medium max-lg:text-muted">
                {words.promises[promise].title}
              </h2>
              <p className="text-sm text-muted max-lg:hidden">{words.promises[promise].text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
