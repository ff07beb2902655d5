import { type LoginBody, type RegisterBody, type SessionUser, sessionUserSchema } from '@pmcw/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { fetchJson, send } from '../api/client.ts';
import { sentenceOf } from '../api/errors.ts';
import { toast } from '../ui/toasts.ts';
import { accountTexts } from './accountTexts.ts';
import { onRememberedUserChange, rememberedUser, rememberUser } from './rememberedUser.ts';
import { sessionQuery } from './sessionQuery.ts';

/** Who is here and how that changes. Failures are shown as toasts and thrown on. */
export interface Session {
  /** The signed-in member; null for a visitor. While `isLoading` it is who was here last. */
  readonly user: SessionUser | null;
  readonly isLoading: boolean;
  /** @throws ApiError, NetworkError */
  readonly login: (body: LoginBody) => Promise<SessionUser>;
  /** @throws ApiError, NetworkError */
  readonly register: (body: RegisterBody) => Promise<SessionUser>;
  /** @throws ApiError, NetworkError */
  readonly logout: () => Promise<void>;
  /** Asks the server again who is signed in: after profile changes, or when a session was ended elsewhere. */
  readonly refresh: () => Promise<void>;
}

const SessionContext = createContext<Session | null>(null);

/** Keeps the session for all screens below. */
export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const { data, isPending } = useQuery(sessionQuery);
  const user = data === undefined ? rememberedUser() : data;

  const settle = useCallback(
    async (next: SessionUser | null) => {
      await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey });
      rememberUser(next);
      queryClient.setQueryData(sessionQuery.queryKey, next);
    },
    [queryClient],
  );
  const refresh = useCallback(
    () => queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey, exact: true }),
    [queryClient],
  );
  useEffect(() => onRememberedUserChange(() => void refresh()), [refresh]);
  useForgetWhatWasPrivate(user?.id);

  const actions = useMemo(
    () => ({
      login: async (body: LoginBody) => {
        const member = await orToast(accountTexts.loginFailed, () =>
          fetchJson('/api/login', sessionUserSchema, { method: 'POST', body }),
        );
        await settle(member);
        toast({
          title: accountTexts.loginSuccessful,
          description: accountTexts.welcomeBack(member.fullName),
          tone: 'success',
        });
        return member;
      },
      register: async (body: RegisterBody) => {
        const member = await orToast(accountTexts.registrationFailed, () =>
          fetchJson('/api/register', sessionUserSchema, { method: 'POST', body }),
        );
        await settle(member);
        toast({
          title: accountTexts.registrationSuccessful,
          description: accountTexts.accountCreated,
          tone: 'success',
        });
        return member;
      },
      logout: async () => {
        await orToast(accountTexts.logoutFailed, () => send('/api/logout', { method: 'POST' }));
        await settle(null);
        toast({ title: accountTexts.loggedOut, description: accountTexts.loggedOutSuccessfully });
      },
    }),
    [settle],
  );

  const session = useMemo(
    () => ({ user, isLoading: isPending, refresh, ...actions }),
    [user, isPending, refresh, actions],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/**
 * The session of the app.
 * @throws Error outside of a `SessionProvider` (spec §8)
 */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession must be used within a SessionProvider');
  return session;
}

/** Drops the answers that only their member may see as soon as somebody else, or nobody, is signed in. */
function useForgetWhatWasPrivate(userId: number | undefined): void {
  const queryClient = useQueryClient();
  const lastId = useRef(userId);
  useEffect(() => {
    if (lastId.current === userId) return;
    lastId.current = userId;
    const isPrivate = (path: unknown) =>
      typeof path === 'string' && (path.startsWith('/api/user/') || path.startsWith('/api/messages'));
    void queryClient.resetQueries({ predicate: (query) => isPrivate(query.queryKey[0]) });
  }, [queryClient, userId]);
}

async function orToast<T>(title: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    toast({ title, description: sentenceOf(error), tone: 'danger' });
    throw error;
  }
}
