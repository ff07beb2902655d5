import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useTitle } from '../../app/useTitle.ts';
import { useIsCutOff } from '../../offline/kept/useIsCutOff.ts';
import { DashboardHeader } from '../../profiles/DashboardHeader.tsx';
import { SettingsCard } from '../../profiles/SettingsCard.tsx';
import { activity } from '../../words/en/activity.ts';
import { useWords } from '../../words/words.ts';
import { useSession } from '../session.tsx';
import { endedSessionsQuery, ownSessionsQuery } from './activityQueries.ts';
import { ChangeList } from './ChangeList.tsx';
import { EarlierSessions } from './EarlierSessions.tsx';
import { SessionList } from './SessionList.tsx';
import { YourData } from './YourData.tsx';

/** A member's own history, at /dashboard/activity: where they are and were signed in, all there is to take along, and what changed their account. */
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
      {/* What lies below a list waits for it, or it would jump: nobody knows how long it gets. */}
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
