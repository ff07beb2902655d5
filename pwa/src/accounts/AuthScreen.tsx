import { BadgeCheck, Image, Link2, type LucideIcon, Wallet } from 'lucide-react';
import { Navigate, useLocation } from 'react-router-dom';
import { useTitle } from '../app/useTitle.ts';
import { Guilloche } from '../profiles/MemberBanner.tsx';
import { Card } from '../ui/Card.tsx';
import { LogoMark } from '../ui/Logo.tsx';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/Tabs.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { LoginForm } from './LoginForm.tsx';
import { RegisterForm } from './RegisterForm.tsx';
import { useSession } from './session.tsx';

/** What an account brings (spec §1). */
const promises: readonly { readonly icon: LucideIcon; readonly title: string; readonly text: string }[] = [
  {
    icon: Wallet,
    title: 'Unlimited wallet addresses',
    text: 'Every network you use, checked before it is shown.',
  },
  { icon: Image, title: 'Profile images', text: 'Your face and your colors, or a robot of your own.' },
  { icon: Link2, title: 'Social connections', text: 'Everything you are elsewhere, one tap away.' },
  { icon: BadgeCheck, title: 'Admin verification', text: 'A gold seal that says: this is really you.' },
];

/** Sign in or become a member, at /auth; members go on to their dashboard (spec §2). */
export default function AuthScreen() {
  useTitle('Login');
  const { user, isLoading } = useSession();
  const { state } = useLocation();
  if (user !== null) return isLoading ? <LoadingScreen /> : <Navigate to="/dashboard/profile" replace />;
  return (
    <div className="shell-width grid gap-6 pt-6 pb-12 md:pt-12 lg:grid-cols-[minmax(0,1fr)_28rem] lg:gap-16 xl:gap-20">
      <Promises />
      <Card className="mx-auto w-full max-w-md p-5 sm:p-7">
        <Tabs defaultValue={state === 'register' ? 'register' : 'login'}>
          <TabsList aria-label="Login or register">
            <TabsTrigger value="login">Login</TabsTrigger>
            <TabsTrigger value="register">Register</TabsTrigger>
          </TabsList>
          <TabsContent value="login" className="pt-6">
            <LoginForm />
          </TabsContent>
          <TabsContent value="register" className="pt-6">
            <RegisterForm />
          </TabsContent>
        </Tabs>
      </Card>
    </div>
  );
}

function Promises() {
  return (
    <section className="relative isolate flex flex-col justify-between self-start overflow-hidden lg:sticky lg:top-[calc(var(--shell-top)+3rem)] lg:min-h-152 lg:rounded-xl lg:border lg:bg-surface lg:p-12">
      <Guilloche
        name="pmcw"
        className="absolute -right-52 -bottom-60 -z-10 size-160 text-fg opacity-10 max-lg:hidden"
      />
      <div className="max-lg:text-center">
        <LogoMark className="size-11 max-lg:hidden" />
        <h1 className="text-2xl lg:mt-8 lg:text-3xl lg:max-w-md">One name for everything you own on chain</h1>
      </div>
      <ul className="flex max-w-md flex-col gap-6 max-lg:hidden">
        {promises.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-4">
            <Icon className="mt-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} aria-hidden="true" />
            <div>
              <h2 className="text-base">{title}</h2>
              <p className="text-sm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
