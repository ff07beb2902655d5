import type { EndedSession } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { LoadingOrFailed } from '../../../device/offline/kept/LoadingOrFailed.tsx';
import { endedSessionsQuery } from './activityQueries.ts';
import { DeviceIcon } from './DeviceIcon.tsx';
import { useDeviceName } from './useDeviceName.ts';

/** Sessions shown at first, and added each time. */
const run = 5;

/** Latest first. */
export function EarlierSessions() {
  const words = useWords(activity).earlier;
  const { data, isError, refetch } = useQuery(endedSessionsQuery);
  const [shown, setShown] = useState(run);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The pressed button may be gone; focus moves to the first new entry.
    const first = list.current?.children[shown - run];
    if (shown > run && first instanceof HTMLElement) first.focus();
  }, [shown]);
  if (data === undefined)
    return <LoadingOrFailed hasFailed={isError} failure={words.failed} onRetry={() => void refetch()} />;
  if (data.length === 0) return <p className="text-sm text-muted">{words.empty}</p>;
  return (
    <>
      <ul ref={list} aria-label={words.title} className="-my-4 divide-y divide-line">
        {data.slice(0, shown).map((session) => (
          <EarlierItem key={session.id} session={session} />
        ))}
      </ul>
      {data.length > shown && (
        <div className="mt-5 flex justify-center">
          <Button size="sm" variant="secondary" onClick={() => setShown(shown + run)}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  );
}

function EarlierItem({ session }: { readonly session: EndedSession }) {
  const { sessions, earlier } = useWords(activity);
  const { date, timeOfDay } = useFormats();
  const name = useDeviceName()(session);
  const signedIn = `${date(session.startedAt)}, ${timeOfDay(session.startedAt)}`;
  return (
    <li tabIndex={-1} className="flex items-center gap-4 py-4 outline-none">
      <DeviceIcon system={session.system} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-medium">{name}</p>
        <p className="mt-0.5 text-muted">
          {earlier.endings[session.reason]} <span aria-hidden="true">·</span>{' '}
          <RelativeTime at={session.endedAt} />
        </p>
        <p className="text-xs text-faint">{sessions.signedIn(signedIn)}</p>
      </div>
    </li>
  );
}
