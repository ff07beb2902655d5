import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { createQueryClient, refetchWhenBack } from '../base/api/queryClient.ts';
import { GuardedNavigation } from '../base/forms/GuardedNavigation.tsx';
import { useIsLater } from '../base/ui/later.ts';
import { lazyExtra, lazySoon } from '../base/ui/lazyPart.tsx';
import { useToast } from '../base/ui/toasts.ts';
import { ProofHost } from '../features/signIn/freshProof/ProofHost.tsx';
import { SessionProvider, useSession } from '../members/session/session.tsx';
import { sessionQuery } from '../members/session/sessionQuery.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { noteDrawn } from './rescue.ts';
import { AppRoutes } from './routes.tsx';
import { Shell } from './Shell.tsx';

const MessengerHost = lazyExtra(() => import('./MessengerHost.tsx'));
const DeviceHost = lazyExtra(() => import('../features/install/DeviceHost.tsx'));
const ToastRegion = lazySoon(() => import('../base/ui/overlays/ToastRegion.tsx'));
const UpdatePrompt = lazyExtra(() => import('./UpdatePrompt.tsx'));

export function App() {
  const [queryClient] = useState(() => {
    const client = createQueryClient(() => void client.invalidateQueries({ ...sessionQuery, exact: true }));
    return client;
  });
  useEffect(noteDrawn, []);
  useEffect(() => refetchWhenBack(queryClient), [queryClient]);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        {/* The address changes at once; `AppRoutes` lets the screen follow. */}
        <BrowserRouter useTransitions={false}>
          <GuardedNavigation>
            <SessionProvider>
              <ErrorBoundary>
                <Shell>
                  <AppRoutes />
                </Shell>
              </ErrorBoundary>
              <Beside>
                <Messages />
              </Beside>
              <Beside>
                <ProofHost />
              </Beside>
              <Beside>
                <Device />
              </Beside>
            </SessionProvider>
          </GuardedNavigation>
        </BrowserRouter>
      </QueryClientProvider>
      <Beside>
        <Toasts />
      </Beside>
      <Beside>
        <Updates />
      </Beside>
    </ErrorBoundary>
  );
}

/** Isolates a part from the screens, so that each survives a failure of the other. */
function Beside({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary instead={null}>{children}</ErrorBoundary>;
}

/** For members only, and deferred unless messages are the first screen. */
function Messages() {
  const { user } = useSession();
  const isLater = useIsLater();
  const isShown = useLocation().pathname === '/messages';
  return user !== null && (isLater || isShown) && <MessengerHost />;
}

/** Deferred, because the first screen does not show it. */
function Device() {
  return useIsLater() && <DeviceHost />;
}

/** Deferred, because it downloads the whole app for the next visit. */
function Updates() {
  return useIsLater() && <UpdatePrompt />;
}

function Toasts() {
  return useToast() !== null && <ToastRegion />;
}
