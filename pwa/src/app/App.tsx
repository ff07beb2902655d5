import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { SessionProvider, useSession } from '../accounts/session.tsx';
import { sessionQuery } from '../accounts/sessionQuery.ts';
import { createQueryClient } from '../api/queryClient.ts';
import { ProofHost } from '../signInMethods/ProofHost.tsx';
import { useIsLater } from '../ui/later.ts';
import { lazyExtra } from '../ui/lazyPart.tsx';
import { useToast } from '../ui/toasts.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './Shell.tsx';

const MessengerHost = lazyExtra(() => import('../messages/MessengerHost.tsx'));
const DeviceHost = lazyExtra(() => import('../install/DeviceHost.tsx'));
const ToastRegion = lazyExtra(() => import('../ui/ToastRegion.tsx'));
const UpdatePrompt = lazyExtra(() => import('./UpdatePrompt.tsx'));

/** The whole app: server state, session, routes, toasts. */
export function App() {
  const [queryClient] = useState(() => {
    const client = createQueryClient(() => void client.invalidateQueries({ ...sessionQuery, exact: true }));
    return client;
  });
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <SessionProvider>
            <Shell>
              <AppRoutes />
            </Shell>
            <Messages />
            <ProofHost />
            <Device />
          </SessionProvider>
        </BrowserRouter>
      </QueryClientProvider>
      <Toasts />
      <Updates />
    </ErrorBoundary>
  );
}

/** For members alone, and later, unless their messages are the first screen. */
function Messages() {
  const { user } = useSession();
  const isLater = useIsLater();
  const isShown = useLocation().pathname === '/messages';
  return user !== null && (isLater || isShown) && <MessengerHost />;
}

/** Later: nothing of it is on the first screen. */
function Device() {
  return useIsLater() && <DeviceHost />;
}

/** Later: it fetches the whole app, for the next time. */
function Updates() {
  return useIsLater() && <UpdatePrompt />;
}

/** Comes with the first toast; what shows it is fetched as soon as somebody does something that may need one. */
function Toasts() {
  const hasToast = useToast() !== null;
  useEffect(() => {
    const options = { once: true, capture: true } as const;
    document.addEventListener('pointerdown', ToastRegion.preload, options);
    document.addEventListener('keydown', ToastRegion.preload, options);
    return () => {
      document.removeEventListener('pointerdown', ToastRegion.preload, options);
      document.removeEventListener('keydown', ToastRegion.preload, options);
    };
  }, []);
  return hasToast && <ToastRegion />;
}
