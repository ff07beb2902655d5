import type { Wallet } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTitle } from '../base/ui/useTitle.ts';
import { kept } from '../base/words/en/device/kept.ts';
import { dashboard } from '../base/words/en/profiles/dashboard.ts';
import { useWords } from '../base/words/words.ts';
import { StoredNotice } from '../device/offline/kept/StoredNotice.tsx';
import { useIsCutOff } from '../device/offline/kept/useIsCutOff.ts';
import { useKept } from '../device/offline/kept/useKept.ts';
import { DeviceCard } from '../features/install/DeviceCard.tsx';
import { ProfileImages } from '../features/media/ProfileImages.tsx';
import { BlockedMembersCard, ContactPolicyCard } from '../features/messages/contacts/lazyParts.ts';
import { DashboardHeader } from '../features/profiles/DashboardHeader.tsx';
import { ProfileSettings } from '../features/profiles/ProfileSettings.tsx';
import { SocialsCard } from '../features/profiles/SocialsCard.tsx';
import { WalletsCard } from '../features/profiles/WalletsCard.tsx';
import { ClaimAddress } from '../features/proofs/ClaimAddress.tsx';
import { ProveWallet } from '../features/proofs/ProveWallet.tsx';
import { PreferencesCard } from '../features/settings/PreferencesCard.tsx';
import { StorageCard } from '../features/settings/StorageCard.tsx';
import { AccountCard } from '../features/signIn/account/AccountCard.tsx';
import { UnconfirmedEmail, useIsUnconfirmed } from '../features/signIn/email/UnconfirmedEmail.tsx';
import { SignInMethodsCard } from '../features/signIn/methods/SignInMethodsCard.tsx';
import { SignInOffer } from '../features/signIn/methods/SignInOffer.tsx';
import { useOpenidOutcome } from '../features/signIn/openid/useOpenidOutcome.ts';
import { myWalletsQuery, myWalletsQuestion } from '../members/look/profileQueries.ts';
import { LoadingScreen } from '../members/session/LoadingScreen.tsx';
import { useSession } from '../members/session/session.tsx';

/** At /dashboard/profile (spec §2); empty without a member. */
export default function DashboardScreen() {
  const words = useWords(dashboard);
  useTitle(words.heading);
  useOpenidOutcome();
  const { user } = useSession();
  const isCutOff = useIsCutOff();
  const isUnconfirmed = useIsUnconfirmed(user);
  if (user === null) return null;
  // Content at the top would move everything below it.
  if (isUnconfirmed === undefined && !isCutOff) return <LoadingScreen />;
  return (
    <div className="shell-width pt-8 pb-12 md:pt-12">
      <DashboardHeader heading={words.heading} username={user.username} />
      {isCutOff && <ReadOnlyNotice />}
      {!isCutOff && isUnconfirmed && <UnconfirmedEmail email={user.email} />}
      <div className="mt-8 grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        <fieldset disabled={isCutOff} className="flex min-w-0 flex-col gap-5">
          <ProfileSettings key={user.id} user={user} images={<ProfileImages user={user} />} />
          <AccountCard user={user} />
          <SignInMethodsCard key={`ways of ${user.id}`} user={user} />
        </fieldset>
        {/* One column beside the profile on medium widths, two on wide ones. */}
        <div className="flex min-w-0 flex-col gap-5 xl:contents">
          <fieldset disabled={isCutOff} className="min-w-0">
            <Wallets />
          </fieldset>
          <div className="flex min-w-0 flex-col gap-5">
            <fieldset disabled={isCutOff} className="min-w-0">
              <SocialsCard username={user.username} />
            </fieldset>
            <PreferencesCard />
            <fieldset disabled={isCutOff} className="min-w-0">
              <ContactPolicyCard user={user} />
            </fieldset>
            <DeviceCard />
            <StorageCard />
            <BlockedMembersCard />
          </div>
        </div>
      </div>
    </div>
  );
}

function Wallets() {
  const signInOffer = (wallet: Wallet) => <SignInOffer wallet={wallet} />;
  return (
    <WalletsCard
      proofOf={(wallet) => <ProveWallet wallet={wallet} afterwards={signInOffer} />}
      claimOf={(wallet, onClaimed) => (
        <ClaimAddress wallet={wallet} onClaimed={onClaimed} afterwards={signInOffer} />
      )}
    />
  );
}

function ReadOnlyNotice() {
  const { readOnly } = useWords(kept);
  const wallets = useQuery({ ...myWalletsQuery, enabled: false });
  const { asOf } = useKept(wallets, myWalletsQuestion);
  return (
    <StoredNotice
      at={asOf ?? (wallets.data === undefined ? null : wallets.dataUpdatedAt)}
      obstacle="away"
      isFloating
    >
      {readOnly}
    </StoredNotice>
  );
}
