import type { SessionUser, SignedOutReason } from '@pmcw/contracts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { toast } from '../../base/ui/toasts.ts';
import { session as sessionWords } from '../../base/words/en/members/session.ts';
import { currentWords } from '../../base/words/words.ts';
import { eraseNotedSoon } from '../../device/offline/eraseNoted.ts';
import { noteErasure } from '../../device/offline/erasureNotes.ts';
import { isEndAtSignIn, type SessionEnd } from './sessionEnd.ts';
import { sessionQuery } from './sessionQuery.ts';

interface SessionEnding {
  readonly end: SessionEnd | null;
  readonly setEnd: (end: SessionEnd | null) => void;
  readonly endSession: (reason: SignedOutReason) => Promise<void>;
  /** Runs `leave`, which ends the session, and ignores the server's reports of that. Rethrows its errors. */
  readonly leaveBy: (reason: SessionEnd, leave: () => Promise<void>) => Promise<void>;
}

/**
 * Keeps the reason of the session's end, and handles reports of the server.
 * @param refresh refetches the session
 */
export function useSessionEnd(user: SessionUser | null, refresh: () => Promise<void>): SessionEnding {
  const queryClient = useQueryClient();
  const [end, setEnd] = useState<SessionEnd | null>(null);
  const isLeaving = useRef(false);
  // `navigate` changes with every address, but callers keep `endSession`.
  const navigate = useNavigate();
  const goTo = useRef(navigate);
  goTo.current = navigate;
  useUnexplainedEnd(user, setEnd);

  const endSession = useCallback(
    async (reason: SignedOutReason) => {
      const member = currentUser(queryClient);
      if (isLeaving.current || member === null) return;
      setEnd(reason);
      // The device may be in other hands: only what the server lacks stays, for the member's return.
      if (reason === 'ended_elsewhere')
        noteErasure(member, { keepsUnsent: true, at: Date.now(), isCertain: false });
      await refresh();
      // The member has signed in again, in another window.
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
      // Before the session is gone, because screens for members then ask where to redirect.
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
  return { end, setEnd, endSession, leaveBy };
}

const currentUser = (queryClient: QueryClient): SessionUser | null =>
  queryClient.getQueryData(sessionQuery.queryKey) ?? null;

/** Resets the reason at a new session, and sets `unknown` for an end without a reason. */
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
    // Erasures that waited for the end of the session are due now.
    if (!isHere) void eraseNotedSoon();
  }, [isHere, setEnd]);
}

/** Public answers that may still show a deleted member. */
const publicPaths = ['/api/profile', '/api/directory', '/api/featured-users'] as const;

/** Removes a deleted member's data from this device, and refetches answers that show them. */
async function forgetOnDevice(queryClient: QueryClient, member: SessionUser): Promise<void> {
  noteErasure(member, { keepsUnsent: false, at: Date.now(), isCertain: true });
  for (const path of publicPaths) void queryClient.resetQueries({ queryKey: [path] });
  await eraseNotedSoon();
}
