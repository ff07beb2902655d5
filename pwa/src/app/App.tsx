import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { SessionProvider } from '../accounts/session.tsx';
import { sessionQuery } from '../accounts/sessionQuery.ts';
import { createQueryClient } from '../api/queryClient.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AppRoutes } from './routes.tsx';
import { Shell } from './Shell.tsx';

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
