import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionProvider, useSession } from '../accounts/session.tsx';
import { sessionQuery } from '../accounts/sessionQuery.ts';
import { createQueryClient } from '../api/queryClient.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './Shell.tsx';

const MessengerHost = lazy(() => import('../messages/MessengerHost.tsx'));
const ToastRegion = lazy(() => import('../ui/ToastRegion.tsx'));
const UpdatePrompt = lazy(() => import('./UpdatePrompt.tsx'));

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
      <Suspense>
        <ToastRegion />
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
