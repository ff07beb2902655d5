import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { Hero } from '../features/landing/Hero.tsx';
import { ProfileFirstView } from '../features/profiles/ProfileFirstView.tsx';
import { SessionProvider } from '../members/session/session.tsx';
import { sessionQuery } from '../members/session/sessionQuery.ts';
import DirectoryScreen from '../screens/DirectoryScreen.tsx';

/** What a visitor is shown of a screen at first, before anything is known, as HTML. */
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
 * The first view of each screen that has one, by its path (`profile` for everybody's): what the query service puts into the
 * page, so that it can be read while the app is still on its way (docs/decisions/pwa-first-views.md). Drawn once, by the build; in
 * that of a profile `{{fullName}}` and the like stand for what the query service fills in.
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
