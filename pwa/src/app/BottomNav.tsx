import { clsx } from 'clsx';
import { House, LogIn, LogOut, type LucideIcon, MessageCircle, Send, UserPen, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '../accounts/session.tsx';
import { token } from '../landing/token.ts';
import { useUnreadCount } from '../messages/unread.ts';
import { screens } from './screens.ts';

/** The navigation at the bottom (spec §2): a tab bar on telephones, a dock elsewhere. */
export function BottomNav() {
  const { user, logout } = useSession();
  const unread = useUnreadCount();
  // A failed logout has already been told by a toast.
  const leave = () => void logout().catch(() => undefined);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-40 border-t bg-surface/92 pb-[env(safe-area-inset-bottom)] backdrop-blur-xl md:inset-x-auto md:bottom-4 md:left-1/2 md:-translate-x-1/2 md:rounded-full md:border md:border-line-strong md:pb-0 md:shadow-overlay"
    >
      <ul className="mx-auto flex h-15 max-w-xl items-stretch justify-around md:h-14 md:max-w-none md:gap-1 md:px-2">
        <NavLink to="/" icon={House} onPointerEnter={screens.Landing.preload}>
          Home
        </NavLink>
        <NavLink to="/directory" icon={Users} onPointerEnter={screens.Directory.preload}>
          Directory
        </NavLink>
        <NavItem>
          <a href={token.telegramUrl} target="_blank" rel="noopener noreferrer" className={itemClass(false)}>
            <ItemFace icon={Send}>Telegram</ItemFace>
          </a>
        </NavItem>
        {user === null ? (
          <NavLink to="/auth" icon={LogIn} onPointerEnter={screens.Auth.preload}>
            Login
          </NavLink>
        ) : (
          <>
            <NavLink
              to="/dashboard/profile"
              activeUnder="/dashboard"
              icon={UserPen}
              onPointerEnter={screens.Dashboard.preload}
            >
              Edit
            </NavLink>
            <NavLink
              to="/messages"
              icon={MessageCircle}
              onPointerEnter={screens.Messages.preload}
              badge={unread}
            >
              Messages
            </NavLink>
            <NavItem>
              <button type="button" onClick={leave} className={itemClass(false)}>
                <ItemFace icon={LogOut}>Logout</ItemFace>
              </button>
            </NavItem>
          </>
        )}
      </ul>
    </nav>
  );
}

interface NavLinkProps {
  readonly to: string;
  readonly icon: LucideIcon;
  readonly children: string;
  /** Active for every path that starts with this; else only for `to` itself. */
  readonly activeUnder?: string;
  readonly onPointerEnter?: () => void;
  /** What waits behind it, in a badge; none at 0. */
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
  return <li className="flex min-w-0 flex-1 items-center md:flex-none">{children}</li>;
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
  return (
    <>
      <span className="relative">
        <Icon className="size-5.5 md:size-4.5" strokeWidth={1.9} aria-hidden="true" />
        {badge > 0 && (
          <span
            aria-hidden="true"
            className="absolute -top-2 left-2.5 grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-[0.625rem] font-semibold text-on-primary tabular-nums ring-2 ring-surface"
          >
            {badge > 99 ? '99+' : badge}
          </span>
        )}
      </span>
      <span>
        {children}
        {badge > 0 && <span className="sr-only">, {badge} unread</span>}
      </span>
    </>
  );
}

const itemClass = (isActive: boolean) =>
  clsx(
    'flex h-full w-full flex-col items-center justify-center gap-0.5 text-2xs font-medium transition max-[359px]:text-[0.625rem] max-[359px]:tracking-tight md:h-10 md:w-auto md:flex-row md:gap-2 md:rounded-full md:px-4 md:text-sm',
    isActive ? 'text-fg md:bg-overlay' : 'text-muted hover:text-fg',
  );
