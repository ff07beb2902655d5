import { lazyScreen } from './lazyScreen.ts';

/** Every screen of the app, each its own chunk. */
export const screens = {
  Landing: lazyScreen(() => import('../landing/LandingScreen.tsx')),
  Auth: lazyScreen(() => import('../accounts/AuthScreen.tsx')),
  Directory: lazyScreen(() => import('../directory/DirectoryScreen.tsx')),
  Profile: lazyScreen(() => import('../profiles/ProfileScreen.tsx')),
  Dashboard: lazyScreen(() => import('../profiles/DashboardScreen.tsx')),
  Messages: lazyScreen(() => import('../messages/MessagesScreen.tsx')),
  NotFound: lazyScreen(() => import('./NotFoundScreen.tsx')),
} as const;
