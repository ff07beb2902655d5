import type { SessionUser, SignedOutReason } from '@pmcw/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { send } from '../../base/api/client.ts';
import { ApiError, isPassingError, sentenceOf } from '../../base/api/errors.ts';
import { orToast } from '../../base/ui/toastError.ts';
import { toast } from '../../base/ui/toasts.ts';
import { useIsSlow } from '../../base/ui/useIsSlow.ts';
import { session as sessionWords } from '../../base/words/en/members/session.ts';
import { currentWords } from '../../base/words/words.ts';
import { onRememberedUserChange, rememberedUser } from '../../device/offline/rememberedUser.ts';
import type { SessionEnd } from './sessionEnd.ts';
import { sessionQuery, settleSession } from './sessionQuery.ts';
import { useSessionEnd } from './useSessionEnd.ts';

/** Failures are shown as toasts and rethrown. */
export interface Session {
  /** Null for a visitor. While `isLoading` or on a slow connection, the last known member. */
  readonly user: SessionUser | null;
  readonly isLoading: boolean;
  /**
   * @param postpone called when the server is unreachable or too busy: notes the logout for later, returns the text for
   *   the member
   * @throws ApiError; NetworkError without `postpone`
   */
  readonly logout: (postpone?: () => string) => Promise<void>;
  /** @throws ApiError, NetworkError */
  readonly deleteAccount: () => Promise<void>;
  /** Why the last session ended or a sign-in was refused; null while signed in, and initially. */
  readonly end: SessionEnd | null;
  /** For a reason that stays above the form. */
  readonly showRefusal: (reason: SessionEnd) => void;
  /** Shows the reason and navigates. */
  readonly endSession: (reason: SignedOutReason) => Promise<void>;
  /** After profile changes, or when the session was ended elsewhere. */
  readonly refresh: () => Promise<void>;
}

const words = () => currentWords(sessionWords);
const SessionContext = createContext<Session | null>(null);

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery(sessionQuery);
  const user = data === undefined ? rememberedUser() : data;

  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
    [queryClient],
  );
  useEffect(() => onRememberedUserChange(() => void refresh()), [refresh]);
  useForgetPrivateAnswers(user?.id);
  const { end, setEnd, endSession, leaveBy } = useSessionEnd(user, refresh);

  const actions = useMemo(
    () => ({
      logout: async (postpone?: () => string) => {
        let description = words().loggedOutSuccessfully;
        await leaveBy('logout', async () => {
          await orToast(words().logoutFailed, () =>
            send('/api/logout', { method: 'POST' }).catch((error: unknown) => {
              if (postpone === undefined || !isPassingError(error)) throw error;
              description = postpone();
            }),
          );
          await settleSession(queryClient, null);
        });
        toast({ title: words().loggedOut, description });
      },
      deleteAccount: async () => {
        let answer: Response | undefined;
        await leaveBy('deleted', async () => {
          answer = await send('/api/user/account', { method: 'DELETE' }).catch(toastNotDeleted);
          await settleSession(queryClient, null);
        });
        const { title, text: description } = words().ended.deleted;
        toast({ title, description, tone: 'success' });
        if (answer?.status === 200) await showReceipt(answer);
      },
    }),
    [queryClient, leaveBy],
  );

  // On a slow connection the last known member continues with the data of this device.
  const isSlow = useIsSlow(isPending);
  const isLoading = isPending && !(isSlow && user !== null);
  const session = useMemo(
    () => ({ user, isLoading, end, showRefusal: setEnd, endSession, refresh, ...actions }),
    [user, isLoading, end, setEnd, endSession, refresh, actions],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** @throws Error outside of a `SessionProvider` (spec §8) */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession must be used within a SessionProvider');
  return session;
}

const privatePaths = ['/api/user/', '/api/messages', '/api/notifications', '/api/admin/'] as const;

/** Drops private answers once another member, or none, is signed in. */
function useForgetPrivateAnswers(userId: number | undefined): void {
  const queryClient = useQueryClient();
  const lastId = useRef(userId);
  useEffect(() => {
    if (lastId.current === userId) return;
    lastId.current = userId;
    const isPrivate = (path: unknown) =>
      typeof path === 'string' && privatePaths.some((prefix) => path.startsWith(prefix));
    void queryClient.resetQueries({ predicate: (query) => isPrivate(query.queryKey[0]) });
  }, [queryClient, userId]);
}

/** With the server's reason if it answered (spec §8). */
function toastNotDeleted(error: unknown): never {
  const { accountNotDeleted: title, accountNotDeletedText } = words();
  const description = error instanceof ApiError ? sentenceOf(error) : accountNotDeletedText;
  toast({ title, description, tone: 'danger' });
  throw error;
}

/** The account is deleted even if the receipt can't be shown. */
async function showReceipt(answer: Response): Promise<void> {
  try {
    const { showDeletionReceipt } = await import('./DeletionReceipt.tsx');
    await showDeletionReceipt(answer);
  } catch (error) {
    console.error('The receipt of a deletion could not be shown', error);
  }
}
