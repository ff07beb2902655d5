import type { SessionUser, SignedOutReason } from '@pmcw/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchPart } from '../../base/api/build.ts';
import { onBack } from '../../base/api/reach.ts';
import { toast } from '../../base/ui/toasts.ts';
import { session as sessionWords } from '../../base/words/en/session.ts';
import { currentWords } from '../../base/words/words.ts';
import { isEndAtSignIn, type SessionEnd } from './sessionEnd.ts';
import { sessionQuery } from './sessionQuery.ts';

/** How a session ends, and what is known of it. */
interface SessionEnding {
  readonly end: SessionEnd | null;
  readonly setEnd: (end: SessionEnd | null) => void;
  readonly ended: (reason: SignedOutReason) => Promise<void>;
  /** Does what ends the session here; what the server says of it meanwhile is no news. Throws what it throws. */
  readonly leaveBy: (reason: SessionEnd, leave: () => Promise<void>) => Promise<void>;
}

/**
 * Keeps why nobody is signed in any more, and acts on what the server says.
 * @param refresh asks the server who is signed in
 */
export function useSessionEnd(user: SessionUser | null, refresh: () => Promise<void>): SessionEnding {
  const queryClient = useQueryClient();
  const [end, setEnd] = useState<SessionEnd | null>(null);
  const isLeaving = useRef(false);
  // Another function at every address, and whoever has `ended` keeps it.
  const navigate = useNavigate();
  const goTo = useRef(navigate);
  goTo.current = navigate;
  useUnexplainedEnd(user, setEnd);

  const ended = useCallback(
    async (reason: SignedOutReason) => {
      const member = currentUser(queryClient);
      if (isLeaving.current || member === null) return;
      setEnd(reason);
      await refresh();
      // Signed in again meanwhile, in another window.
      if (currentUser(queryClient) !== null) return setEnd(null);
      if (reason === 'deleted') await forgetOnDevice(queryClient, member);
      if (isEndAtSignIn(reason)) return goTo.current('/auth');
      const { title, text: description } = currentWords(sessionWords).ended[reason];
      toast({ title, description });
    },
    [queryClient, refresh],
  );
  const leaveBy = useCallback(
    async (reason: SessionEnd, leave: () => Promise<void>) => {
      const member = currentUser(queryClient);
      isLeaving.current = true;
      // Before nobody is here any more: screens for members ask where to go then.
      setEnd(reason);
      try {
        await leave();
      } catch (error) {
        setEnd(null);
        throw error;
      } finally {
        isLeaving.current = false;
      }
      if (reason === 'deleted' && member !== null) await forgetOnDevice(queryClient, member);
    },
    [queryClient],
  );
  return { end, setEnd, ended, leaveBy };
}

const currentUser = (queryClient: QueryClient): SessionUser | null =>
  queryClient.getQueryData(sessionQuery.queryKey) ?? null;

/** Forgets why the last session ended once there is another one; and notes an end that nobody gave a reason for. */
function useUnexplainedEnd(
  user: SessionUser | null,
  setEnd: (change: (end: SessionEnd | null) => SessionEnd | null) => void,
): void {
  const isHere = user !== null;
  const wasHere = useRef(isHere);
  useEffect(() => {
    if (wasHere.current === isHere) return;
    wasHere.current = isHere;
    setEnd((end) => (isHere ? null : (end ?? 'unknown')));
  }, [isHere, setEnd]);
}

/** Public answers in which somebody whose account is gone may still be shown. */
const publicPaths = ['/api/profile', '/api/directory', '/api/featured-users'] as const;

/** Takes somebody whose account is gone off this device: messages, drafts, outbox, and answers that show them. */
async function forgetOnDevice(queryClient: QueryClient, member: SessionUser): Promise<void> {
  for (const path of publicPaths) void queryClient.resetQueries({ queryKey: [path] });
  try {
    const { forgetMember } = await fetchPart(() => import('../../device/offline/forget.ts'));
    await forgetMember(member);
  } catch (error) {
    const stop = onBack(() => {
      stop();
      void forgetOnDevice(queryClient, member);
    });
    console.error('The messages of a deleted account could not be removed from this device', error);
  }
}
