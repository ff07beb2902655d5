import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionProvider, useSession } from '../accounts/session.tsx';
import { sessionQuery } from '../accounts/sessionQuery.ts';
import { createQueryClient } from '../api/queryClient.ts';
import { useToast } from '../ui/toasts.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyExtra } from './lazyScreen.ts';
import { AppRoutes } from './routes.tsx';
import { Shell } from './Shell.tsx';

const MessengerHost = lazyExtra(() => import('../messages/MessengerHost.tsx'));
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
            <WhileSignedIn>
              <MessengerHost />
            </WhileSignedIn>
          </SessionProvider>
        </BrowserRouter>
      </QueryClientProvider>
      <Toasts />
      <Suspense>
        <UpdatePrompt />
      </Suspense>
    </ErrorBoundary>
  );
}

/** What only members need is not even loaded for visitors. */
function WhileSignedIn({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  return user !== null && <Suspense>{children}</Suspense>;
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
  return (
    hasToast && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
}
