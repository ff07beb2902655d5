import { Link } from 'react-router-dom';
import { useSession } from '../accounts/session.tsx';
import { useTitle } from '../app/useTitle.ts';
import { Button } from '../ui/Button.tsx';
import { ProfileSettings } from './ProfileSettings.tsx';
import { SocialsCard } from './SocialsCard.tsx';
import { WalletsCard } from './WalletsCard.tsx';

/** Where members edit their profile, at /dashboard/profile (spec §2); nothing without a member. */
export default function DashboardScreen() {
  useTitle('Dashboard');
  const { user } = useSession();
  if (user === null) return null;
  return (
    <div className="shell-width pt-8 pb-12 md:pt-12">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-3xl">Dashboard</h1>
        <Button asChild variant="secondary">
          <Link to={`/${user.username}`}>View Profile</Link>
        </Button>
      </header>
      <div className="mt-8 grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        <ProfileSettings key={user.id} user={user} />
        <WalletsCard />
        <SocialsCard />
      </div>
    </div>
  );
}
