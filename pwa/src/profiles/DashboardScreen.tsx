import { useQuery } from '@tanstack/react-query';
import { LoadingScreen } from '../accounts/LoadingScreen.tsx';
import { useSession } from '../accounts/session.tsx';
import { UnconfirmedEmail, useIsUnconfirmed } from '../accounts/UnconfirmedEmail.tsx';
import { useTitle } from '../app/useTitle.ts';
import { DeviceCard } from '../install/DeviceCard.tsx';
import { AsOf } from '../offline/kept/AsOf.tsx';
import { useIsCutOff } from '../offline/kept/useIsCutOff.ts';
import { useKept } from '../offline/kept/useKept.ts';
import { useOpenidOutcome } from '../openid/useOpenidOutcome.ts';
import { SignInMethodsCard } from '../signInMethods/SignInMethodsCard.tsx';
import { dashboard } from '../words/en/dashboard.ts';
import { kept } from '../words/en/kept.ts';
import { useWords } from '../words/words.ts';
import { AccountCard } from './AccountCard.tsx';
import { DashboardHeader } from './DashboardHeader.tsx';
import { PreferencesCard } from './PreferencesCard.tsx';
import { ProfileSettings } from './ProfileSettings.tsx';
import { myWalletsQuery, myWalletsQuestion } from './profileQueries.ts';
import { SocialsCard } from './SocialsCard.tsx';
import { StorageCard } from './StorageCard.tsx';
import { WalletsCard } from './WalletsCard.tsx';

/** Where members edit their profile, at /dashboard/profile (spec §2); nothing without a member. */
export default function DashboardScreen() {
  const words = useWords(dashboard);
  useTitle(words.heading);
  useOpenidOutcome();
  const { user } = useSession();
  const isCutOff = useIsCutOff();
  const isUnconfirmed = useIsUnconfirmed(user);
  if (user === null) return null;
  // What stands at the top moves everything below it.
  if (isUnconfirmed === undefined && !isCutOff) return <LoadingScreen />;
  return (
    <div className="shell-width pt-8 pb-12 md:pt-12">
      <DashboardHeader heading={words.heading} username={user.username} />
      {isCutOff && <ReadOnlyNotice />}
      {!isCutOff && isUnconfirmed && <UnconfirmedEmail email={user.email} />}
      <div className="mt-8 grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        <fieldset disabled={isCutOff} className="flex min-w-0 flex-col gap-5">
          <ProfileSettings key={user.id} user={user} />
          <AccountCard user={user} />
          <SignInMethodsCard key={`ways of ${user.id}`} user={user} />
        </fieldset>
        {/* One column beside the profile on middle widths, two on wide ones. */}
        <div className="flex min-w-0 flex-col gap-5 xl:contents">
          <fieldset disabled={isCutOff} className="min-w-0">
            <WalletsCard />
          </fieldset>
          <div className="flex min-w-0 flex-col gap-5">
            <fieldset disabled={isCutOff} className="min-w-0">
              <SocialsCard />
            </fieldset>
            <PreferencesCard />
            <DeviceCard />
            <StorageCard />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Says why nothing can be changed now. */
function ReadOnlyNotice() {
  const { readOnly } = useWords(kept);
  const wallets = useQuery({ ...myWalletsQuery, enabled: false });
  const { asOf } = useKept(wallets, myWalletsQuestion);
  return (
    <AsOf at={asOf ?? (wallets.data === undefined ? null : wallets.dataUpdatedAt)} isFloating>
      {readOnly}
    </AsOf>
  );
}
