import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button } from '../base/ui/Button.tsx';
import { EmptyState } from '../base/ui/EmptyState.tsx';
import { Link } from '../base/ui/Link.tsx';
import { Skeleton } from '../base/ui/Skeleton.tsx';
import { useTitle } from '../base/ui/useTitle.ts';
import { install } from '../base/words/en/install/install.ts';
import { useFormats } from '../base/words/formats.ts';
import { useWords } from '../base/words/words.ts';
import {
  clearDroppedCount,
  type Received,
  readReceived,
  receivedChanges,
  removeReceived,
  shareRefusals,
} from '../device/offline/received.ts';
import { useSession } from '../members/session/session.tsx';
import { ReceivedCard } from './ReceivedCard.tsx';

export default function ShareTargetScreen() {
  const words = useWords(install).received;
  useTitle(words.heading);
  const { user } = useSession();
  const { number } = useFormats();
  const { waiting, forgotten, remove } = useReceived();
  const [search] = useSearchParams();
  const refusal = shareRefusals.find((reason) => reason === search.get('refused'));
  return (
    <div className="shell-width max-w-xl py-8">
      <h1 className="text-3xl">{words.heading}</h1>
      {refusal !== undefined && (
        <p
          role="alert"
          className="mt-4 rounded-lg border border-danger-line bg-danger-soft px-4 py-3 text-sm"
        >
          <span className="font-medium">{words.refused.title}.</span> {words.refused[refusal]}
        </p>
      )}
      {forgotten > 0 && (
        <p role="status" className="mt-4 rounded-lg border bg-raised px-4 py-3 text-sm text-muted">
          {words.forgotten(number(forgotten), forgotten)}
        </p>
      )}
      {waiting === null && <Skeleton className="mt-6 h-40 rounded-xl" />}
      {waiting?.length === 0 && (
        <EmptyState title={words.nothing} text={words.nothingText} className="mt-6">
          <Button asChild variant="secondary">
            <Link to="/messages">{words.messages}</Link>
          </Button>
        </EmptyState>
      )}
      {waiting !== null && waiting.length > 0 && (
        <>
          <p className="mt-2 text-muted">{user === null ? words.signIn : words.text}</p>
          {user === null && (
            <Button asChild className="mt-4">
              <Link to="/auth">{words.login}</Link>
            </Button>
          )}
          <ul className="mt-6 flex flex-col gap-4">
            {waiting.map((received) => (
              <ReceivedCard
                key={received.id}
                received={received}
                user={user}
                onDone={() => void remove(received.id)}
              />
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function useReceived() {
  const [waiting, setWaiting] = useState<readonly Received[] | null>(null);
  const [forgotten, setForgotten] = useState(0);
  const read = useCallback(
    () =>
      readReceived(Date.now()).then(
        (received) => {
          setWaiting(received.waiting);
          if (received.dropped > 0) setForgotten(received.dropped);
          clearDroppedCount();
        },
        (error: unknown) => {
          console.error('Shared content could not be read from this device', error);
          setWaiting([]);
        },
      ),
    [],
  );
  useEffect(() => void read(), [read]);
  // A logout whose page was closed may clear the device only now.
  useEffect(() => receivedChanges.subscribe(() => void read()), [read]);
  const remove = async (id: number) => {
    await removeReceived(id);
    await read();
  };
  return { waiting, forgotten, remove };
}
