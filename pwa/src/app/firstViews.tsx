import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { Hero } from '../features/landing/Hero.tsx';
import { ProfileFirstView } from '../features/profiles/ProfileFirstView.tsx';
import { SessionProvider } from '../members/session/session.tsx';
import { sessionQuery } from '../members/session/sessionQuery.ts';
import DirectoryScreen from '../screens/DirectoryScreen.tsx';

function draw(screen: ReactNode): string {
  const queryClient = new QueryClient();
  queryClient.setQueryData(sessionQuery.queryKey, null);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <SessionProvider>{screen}</SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

/**
 * First views by path (`profile` for all profiles), which the query service inserts into pages, readable while the app
 * loads (docs/decisions/pwa-first-views.md). It also fills in `{{fullName}}` and the like.
 */
export const drawFirstViews = (): Readonly<Record<string, string>> => ({
  '/': draw(
    <div className="overflow-x-clip">
      <Hero />
    </div>,
  ),
  '/directory': draw(<DirectoryScreen />),
  profile: draw(<ProfileFirstView />),
});
