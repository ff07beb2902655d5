import { lazyScreen } from '../base/ui/lazyScreen.tsx';

export const screens = {
  Landing: lazyScreen(() => import('../screens/LandingScreen.tsx')),
  Auth: lazyScreen(() => import('../screens/AuthScreen.tsx')),
  Directory: lazyScreen(() => import('../screens/DirectoryScreen.tsx')),
  Profile: lazyScreen(() => import('../screens/ProfileScreen.tsx')),
  Dashboard: lazyScreen(() => import('../screens/DashboardScreen.tsx')),
  Activity: lazyScreen(() => import('../screens/ActivityScreen.tsx')),
  Admin: lazyScreen(() => import('../screens/AdminScreen.tsx')),
  Messages: lazyScreen(() => import('../screens/MessagesScreen.tsx')),
  Terms: lazyScreen(() => import('../screens/TermsScreen.tsx')),
  Privacy: lazyScreen(() => import('../screens/PrivacyScreen.tsx')),
  ShareTarget: lazyScreen(() => import('../screens/ShareTargetScreen.tsx')),
  OpenLink: lazyScreen(() => import('../screens/OpenLinkScreen.tsx')),
  NotFound: lazyScreen(() => import('../screens/NotFoundScreen.tsx')),
} as const;
