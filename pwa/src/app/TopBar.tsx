import { Link } from 'react-router-dom';
import { useSession } from '../accounts/session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { LogoMark } from '../ui/Logo.tsx';
import { screens } from './screens.ts';

/** The bar at the top: home, and for members their own profile (spec §2). */
export function TopBar() {
  const { user } = useSession();
  return (
    <header className="fixed inset-x-0 top-0 z-40 border-b bg-canvas/85 pt-[env(safe-area-inset-top)] backdrop-blur-xl">
      <div className="shell-width flex h-14 items-center justify-between gap-3 md:h-16">
        <Link to="/" aria-label="PMCW home" className="-ml-1 flex items-center gap-2 rounded-sm p-1">
          <LogoMark className="size-7" />
          <span className="text-lg font-semibold tracking-tight">PMCW</span>
        </Link>
        {user !== null && (
          <Link
            to={`/${user.username}`}
            onPointerEnter={screens.Profile.preload}
            className="flex h-10 items-center gap-2 rounded-full border bg-surface pr-4 pl-1 text-sm font-medium transition hover:border-line-strong hover:bg-raised"
          >
            <Avatar username={user.username} fullName={user.fullName} avatarUrl={user.avatarUrl} size={32} />
            My Profile
          </Link>
        )}
      </div>
    </header>
  );
}
