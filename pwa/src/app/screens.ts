import { lazyScreen } from './lazyScreen.tsx';

/** Every screen of the app, each its own chunk. */
export const screens = {
  Landing: lazyScreen(() => import('../landing/LandingScreen.tsx')),
  Auth: lazyScreen(() => import('../accounts/AuthScreen.tsx')),
  Directory: lazyScreen(() => import('../directory/DirectoryScreen.tsx')),
  Profile: lazyScreen(() => import('../profiles/ProfileScreen.tsx')),
  Dashboard: lazyScreen(() => import('../profiles/DashboardScreen.tsx')),
  Activity: lazyScreen(() => import('../accounts/activity/ActivityScreen.tsx')),
  Admin: lazyScreen(() => import('../admin/AdminScreen.tsx')),
  Messages: lazyScreen(() => import('../messages/MessagesScreen.tsx')),
  Terms: lazyScreen(() => import('../legal/TermsScreen.tsx')),
  Privacy: lazyScreen(() => import('../legal/PrivacyScreen.tsx')),
  ShareTarget: lazyScreen(() => import('../install/ShareTargetScreen.tsx')),
  OpenLink: lazyScreen(() => import('../install/OpenLinkScreen.tsx')),
  NotFound: lazyScreen(() => import('./NotFoundScreen.tsx')),
} as const;
