import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { SettingsCard } from '../base/ui/SettingsCard.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { activity } from '../base/words/en/signIn/activity.ts';
import { useWords } from '../base/words/words.ts';
import { useIsCutOff } from '../device/offline/kept/useIsCutOff.ts';
import { DashboardHeader } from '../features/profiles/DashboardHeader.tsx';
import { endedSessionsQuery, ownSessionsQuery } from '../features/signIn/activity/activityQueries.ts';
import { ChangeList } from '../features/signIn/activity/ChangeList.tsx';
import { EarlierSessions } from '../features/signIn/activity/EarlierSessions.tsx';
import { SessionList } from '../features/signIn/activity/SessionList.tsx';
import { YourData } from '../features/signIn/activity/YourData.tsx';
import { useSession } from '../members/session/session.tsx';

/** At /dashboard/activity: sessions, the export of all data, and changes of the account. */
export default function ActivityScreen() {
  const words = useWords(activity);
  useTitle(words.title);
  const { user } = useSession();
  const isCutOff = useIsCutOff();
  const isAwaiting = useQuery(ownSessionsQuery).isPending && !isCutOff;
  const isAwaitingEarlier = useQuery(endedSessionsQuery).isPending && !isCutOff;
  if (user === null) return null;
  const { sessions, earlier, data, changes } = words;
  return (
    <div className="shell-width pt-8 pb-12 md:pt-12">
      <DashboardHeader heading={words.title} username={user.username} />
      <p className="mt-6 text-muted">{words.intro}</p>
      {/* Content below a list waits for it, because its height is unknown. */}
      <div className="mt-6 grid items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 gap-5">
          <SettingsCard title={sessions.title} description={sessions.description}>
            <SessionList />
          </SettingsCard>
          <div className={clsx('min-w-0', isAwaiting && 'hidden')}>
            <SettingsCard title={earlier.title} description={earlier.description}>
              <EarlierSessions />
            </SettingsCard>
          </div>
          <div className={clsx('min-w-0', (isAwaiting || isAwaitingEarlier) && 'hidden')}>
            <SettingsCard title={data.title} description={data.description}>
              <YourData />
            </SettingsCard>
          </div>
        </div>
        <div className={clsx('min-w-0', (isAwaiting || isAwaitingEarlier) && 'max-lg:hidden')}>
          <SettingsCard title={changes.title} description={changes.description}>
            <ChangeList />
          </SettingsCard>
        </div>
      </div>
    </div>
  );
}
