import { clsx } from 'clsx';
import {
  House,
  LogIn,
  LogOut,
  type LucideIcon,
  MessageCircle,
  Send,
  ShieldCheck,
  UserPen,
  Users,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Link } from '../base/ui/Link.tsx';
import { runLater } from '../base/ui/later.ts';
import { lazyExtra } from '../base/ui/lazyPart.tsx';
import { app } from '../base/words/en/app/app.ts';
import { common } from '../base/words/en/common.ts';
import { useFormats } from '../base/words/formats.ts';
import { useWords } from '../base/words/words.ts';
import { useUnreadCount } from '../device/offline/unread.ts';
import { useSession } from '../members/session/session.tsx';
import { GroupLink } from '../members/settings/GroupLink.tsx';
import { screens } from './screens.ts';

const SignOut = lazyExtra(() => import('../features/messages/signOut/SignOut.tsx'));

/** A tab bar on phones, a dock elsewhere (spec §2). */
export function BottomNav() {
  const words = useWords(app).nav;
  const { user, isLoading } = useSession();
  const unread = useUnreadCount();
  const [isLeaving, setLeaving] = useState(false);
  const isSignedIn = user !== null;
  // Logging out must work without a network.
  useEffect(() => {
    if (isSignedIn) runLater(SignOut.preload);
  }, [isSignedIn]);
  return (
    <nav
      aria-label={words.label}
      className="fixed inset-x-0 bottom-0 z-40 border-t bg-surface shortest:hidden pb-[env(safe-area-inset-bottom)] md:inset-x-auto md:bottom-[calc(1rem+env(safe-area-inset-bottom))] md:short:bottom-[calc(0.5rem+env(safe-area-inset-bottom))] md:left-1/2 md:-translate-x-1/2 md:rounded-full md:border md:border-line-strong md:pb-0 md:shadow-overlay"
    >
      {/* Hidden until the session is known, because members have more entries. */}
      <ul
        className={clsx(
          'mx-auto flex h-15 max-w-xl items-stretch px-1 md:h-14 md:max-w-none md:gap-1 md:px-2',
          user === null && isLoading && 'invisible',
        )}
      >
        <NavLink to="/" icon={House} onPointerEnter={screens.Landing.preload}>
          {words.home}
        </NavLink>
        <NavLink to="/directory" icon={Users} onPointerEnter={screens.Directory.preload}>
          {words.directory}
        </NavLink>
        <NavItem>
          <GroupLink className={itemClass(false)}>
            <ItemFace icon={Send}>{words.group}</ItemFace>
          </GroupLink>
        </NavItem>
        {user === null ? (
          <NavLink to="/auth" icon={LogIn} onPointerEnter={screens.Auth.preload}>
            {words.login}
          </NavLink>
        ) : (
          <>
            <NavLink
              to="/dashboard/profile"
              activeUnder="/dashboard"
              icon={UserPen}
              onPointerEnter={screens.Dashboard.preload}
            >
              {words.edit}
            </NavLink>
            <NavLink
              to="/messages"
              icon={MessageCircle}
              onPointerEnter={screens.Messages.preload}
              badge={unread}
            >
              {words.messages}
            </NavLink>
            {user.isAdmin && (
              <NavLink to="/admin-page" icon={ShieldCheck} onPointerEnter={screens.Admin.preload}>
                {words.admin}
              </NavLink>
            )}
            <NavItem>
              <button
                type="button"
                onClick={() => setLeaving(true)}
                onPointerEnter={SignOut.preload}
                className={itemClass(false)}
              >
                <ItemFace icon={LogOut}>{words.logout}</ItemFace>
              </button>
            </NavItem>
          </>
        )}
      </ul>
      {isLeaving && <SignOut onEnd={() => setLeaving(false)} />}
    </nav>
  );
}

interface NavLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly children: string;
  /** Active for every path with this prefix; otherwise only for `to`. */
  readonly activeUnder?: string;
  readonly onPointerEnter?: () => void;
  /** The number in the badge; no badge at 0. */
  readonly badge?: number;
}

function NavLink({ to, icon, children, activeUnder, onPointerEnter, badge = 0 }: NavLinkProps) {
  const { pathname } = useLocation();
  const isActive = activeUnder === undefined ? pathname === to : pathname.startsWith(activeUnder);
  return (
    <NavItem>
      <Link
        to={to}
        aria-current={isActive ? 'page' : undefined}
        onPointerEnter={onPointerEnter}
        className={itemClass(isActive)}
      >
        <ItemFace icon={icon} badge={badge}>
          {children}
        </ItemFace>
      </Link>
    </NavItem>
  );
}

function NavItem({ children }: { readonly children: ReactNode }) {
  // On phones longer words take space from shorter ones.
  return <li className="flex min-w-0 flex-auto items-center md:flex-none">{children}</li>;
}

function ItemFace({
  icon: Icon,
  badge = 0,
  children,
}: {
  readonly icon: LucideIcon;
  readonly badge?: number;
  readonly children: string;
}) {
  const { unread } = useWords(common);
  const { number } = useFormats();
  return (
    <>
      <span className="relative">
        <Icon className="size-5.5 md:size-4.5" strokeWidth={1.9} aria-hidden="true" />
        {badge > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-2 left-2.5 md:-top-2.5 md:-right-1.5 md:left-auto grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-3xs font-semibold text-on-primary tabular-nums ring-2 ring-surface"
          >
            {badge > 99 ? '99+' : badge}
          </span>
        )}
      </span>
      <span>
        {children}
        {badge > 0 && <span className="sr-only">, {unread(number(badge))}</span>}
      </span>
    </>
  );
}

const itemClass = (isActive: boolean) =>
  clsx(
    'flex h-full w-full flex-col items-center justify-center gap-0.5 text-2xs font-medium transition max-[359px]:text-3xs max-[359px]:tracking-tight md:h-10 md:w-auto md:flex-row md:gap-2 md:rounded-full md:px-2.5 md:text-sm lg:px-4',
    isActive ? 'text-fg md:bg-overlay' : 'text-muted hover:text-fg',
  );
