import type { OwnSession } from '@pmcw/contracts';
import { useQuery } from '@tanstack/react-query';
import { MonitorX } from 'lucide-react';
import { useRef, useState } from 'react';
import { Badge } from '../../../base/ui/Badge.tsx';
import { Button } from '../../../base/ui/Button.tsx';
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { LoadingOrFailed } from '../../../device/offline/kept/LoadingOrFailed.tsx';
import { useIsCutOff } from '../../../device/offline/kept/useIsCutOff.ts';
import { type EndOf, ownSessionsQuery } from './activityQueries.ts';
import { DeviceIcon } from './DeviceIcon.tsx';
import { EndSessionDialog } from './EndSessionDialog.tsx';
import { useDeviceName } from './useDeviceName.ts';

export function SessionList() {
  const words = useWords(activity).sessions;
  const isCutOff = useIsCutOff();
  const { data, isError, refetch } = useQuery(ownSessionsQuery);
  const [ending, setEnding] = useState<EndOf>('others');
  const [isAsking, setAsking] = useState(false);
  const confirmEnd = (end: EndOf) => {
    setEnding(end);
    setAsking(true);
  };
  const list = useRef<HTMLUListElement>(null);
  if (data === undefined)
    return <LoadingOrFailed hasFailed={isError} failure={words.failed} onRetry={() => void refetch()} />;
  const hasOthers = data.some(({ isCurrent }) => !isCurrent);
  return (
    <fieldset disabled={isCutOff} className="min-w-0">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={words.title}
        className="-my-4 divide-y divide-line outline-none"
      >
        {data.map((session) => (
          <SessionItem key={session.id} session={session} onEnd={() => confirmEnd(session)} />
        ))}
      </ul>
      {hasOthers && (
        <div className="mt-5 flex flex-col items-start gap-3 border-t pt-5 text-sm text-muted">
          {words.advice}
          <Button size="sm" variant="danger" onClick={() => confirmEnd('others')}>
            <MonitorX aria-hidden="true" />
            {words.endOthers}
          </Button>
        </div>
      )}
      <EndSessionDialog
        isOpen={isAsking}
        ending={ending}
        onClose={() => setAsking(false)}
        onEnded={() => list.current?.focus()}
      />
    </fieldset>
  );
}

interface SessionItemProps {
  readonly session: OwnSession;
  readonly onEnd: () => void;
}

function SessionItem({ session, onEnd }: SessionItemProps) {
  const words = useWords(activity).sessions;
  const { date, timeOfDay } = useFormats();
  const name = useDeviceName()(session);
  const signedIn = `${date(session.startedAt)}, ${timeOfDay(session.startedAt)}`;
  return (
    <li className="flex items-center gap-4 py-4">
      <DeviceIcon system={session.system} />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {name}
          {session.isCurrent && <Badge tone="success">{words.thisDevice}</Badge>}
        </p>
        <p className="mt-0.5 text-muted">
          {session.isCurrent ? (
            words.inUse
          ) : (
            <>
              {words.lastUsed} <RelativeTime at={session.lastUsedAt} />
            </>
          )}
        </p>
        <p className="text-xs text-faint">{words.signedIn(signedIn)}</p>
      </div>
      {!session.isCurrent && (
        <Button size="sm" variant="secondary" aria-label={words.endOf(name, signedIn)} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}
