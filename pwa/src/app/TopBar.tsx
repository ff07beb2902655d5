import { clsx } from 'clsx';
import { ShieldCheck } from 'lucide-react';
import { Avatar } from '../base/ui/Avatar.tsx';
import { Link } from '../base/ui/Link.tsx';
import { LogoMark } from '../base/ui/Logo.tsx';
import { useIsLater } from '../base/ui/later.ts';
import { lazyExtra } from '../base/ui/lazyPart.tsx';
import { app } from '../base/words/en/app/app.ts';
import { useWords } from '../base/words/words.ts';
import { OutboxInHeader } from '../features/messages/outbox/OutboxInHeader.tsx';
import { useSession } from '../members/session/session.tsx';
import { screens } from './screens.ts';

const NotificationsBell = lazyExtra(() => import('../features/notifications/NotificationsBell.tsx'));

/** Spec §2: home; the bell and their profile for members; the admin page for administrators. */
export function TopBar() {
  const words = useWords(app);
  const { user } = useSession();
  const isLater = useIsLater();
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b bg-canvas short:absolute shortest:hidden pt-[env(safe-area-inset-top)]">
      <div className="group/bar shell-width flex h-14 items-center justify-between gap-3 md:h-16">
        <Link to="/" aria-label={words.homeLink} className="-ml-1 flex items-center gap-2 rounded-sm p-1">
          <LogoMark className="size-7" />
          <span
            className={clsx(
              'text-lg font-semibold tracking-tight group-has-data-outbox/bar:max-[28rem]:hidden',
              user !== null && (user.isAdmin ? 'max-[28rem]:hidden' : 'max-[22rem]:hidden'),
            )}
          >
            PMCW
          </span>
        </Link>
        <div className="-mr-1 ml-auto flex items-center gap-1">
          <OutboxInHeader isSignedIn={user !== null} />
          {user !== null && <div className="size-11">{isLater && <NotificationsBell />}</div>}
        </div>
        {user?.isAdmin === true && (
          <Link
            to="/admin-page"
            onPointerEnter={screens.Admin.preload}
            className="flex h-10 min-w-10 items-center justify-center gap-2 rounded-full border border-gold-line bg-gold-soft text-sm font-medium text-gold transition hover:border-gold sm:pr-4 sm:pl-3"
          >
            <ShieldCheck aria-hidden="true" className="size-4.5" />
            <span className="max-sm:sr-only">{words.nav.admin}</span>
          </Link>
        )}
        {user !== null && (
          <Link
            to={`/${user.username}`}
            onPointerEnter={screens.Profile.preload}
            className="flex h-10 items-center gap-2 rounded-full border bg-surface px-1 text-sm font-medium whitespace-nowrap transition hover:border-line-strong hover:bg-raised"
          >
            <Avatar username={user.username} fullName={user.fullName} avatarUrl={user.avatarUrl} size={32} />
            <span
              className={
                user.isAdmin
                  ? 'mr-3 group-has-data-outbox/bar:max-[26rem]:sr-only'
                  : 'mr-3 group-has-data-outbox/bar:max-[23rem]:sr-only'
              }
            >
              {words.myProfile}
            </span>
          </Link>
        )}
      </div>
    </header>
  );
}
