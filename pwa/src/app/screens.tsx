import type { ComponentType } from 'react';
import { lazyScreen } from './lazyScreen.ts';

/** As high as a screen: what stands below it does not jump when it comes. */
const EmptyScreen = () => <div className="shell-fill" />;

const screen = (load: () => Promise<{ default: ComponentType }>) => lazyScreen(load, EmptyScreen);

/** Every screen of the app, each its own chunk. */
export const screens = {
  Landing: screen(() => import('../landing/LandingScreen.tsx')),
  Auth: screen(() => import('../accounts/AuthScreen.tsx')),
  Directory: screen(() => import('../directory/DirectoryScreen.tsx')),
  Profile: screen(() => import('../profiles/ProfileScreen.tsx')),
  Dashboard: screen(() => import('../profiles/DashboardScreen.tsx')),
  Activity: screen(() => import('../accounts/activity/ActivityScreen.tsx')),
  Admin: screen(() => import('../admin/AdminScreen.tsx')),
  Messages: screen(() => import('../messages/MessagesScreen.tsx')),
  Terms: screen(() => import('../legal/TermsScreen.tsx')),
  Privacy: screen(() => import('../legal/PrivacyScreen.tsx')),
  ShareTarget: screen(() => import('../install/ShareTargetScreen.tsx')),
  OpenLink: screen(() => import('../install/OpenLinkScreen.tsx')),
  NotFound: screen(() => import('./NotFoundScreen.tsx')),
} as const;
