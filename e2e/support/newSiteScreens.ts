import { fail, hold } from './hindrances.ts';
import type { statesOfNewSite } from './screenList.ts';
import type { Screen } from './walk.ts';

type State = (typeof statesOfNewSite)[number];

/** Screens of a new site with registration closed. */
export const newSiteScreens: Record<State, Screen> = {
  'landing empty': {
    as: 'visitor',
    at: '/',
    shows: (page) => page.getByText('No verified users found yet. Be the first one!'),
  },
  'auth closed': {
    as: 'visitor',
    at: '/auth',
    reach: (page) => page.getByRole('tab', { name: 'Register' }).click(),
    shows: (page) => page.getByRole('heading', { name: 'Registration is closed' }),
  },
  'profile bare': {
    as: 'visitor',
    at: '/nora',
    shows: (page) => page.getByText('Nora Neu has not added an address yet.'),
  },
  'profile own-bare': {
    as: 'newcomer',
    at: '/nora',
    shows: (page) => page.getByText('Add a wallet address'),
  },
  'dashboard empty': {
    as: 'newcomer',
    at: '/dashboard/profile',
    shows: (page) => page.getByText('No wallet addresses yet. Add your first one above.'),
  },
  'bell empty': {
    as: 'newcomer',
    at: '/terms',
    reach: (page) => page.getByRole('button', { name: /^Notifications/ }).click(),
    shows: (page) => page.getByText('No notifications yet'),
  },
  'messages loading': {
    as: 'newcomer',
    at: '/messages',
    hindered: [hold('/api/messages/conversations')],
    shows: (page) => page.getByRole('button', { name: /^Global Chat/ }),
    isWaiting: true,
  },
  'messages not-loaded': {
    as: 'newcomer',
    at: '/messages',
    hindered: [fail('/api/messages/conversations')],
    shows: (page) => page.getByRole('button', { name: 'Retry Loading Conversations' }),
  },
  'messages none': {
    as: 'newcomer',
    at: '/messages',
    shows: (page) => page.getByText('No conversations yet'),
  },
  'admin verification-empty': {
    as: 'admin',
    at: '/admin-page?tab=verification',
    shows: (page) => page.getByText('No pending verification requests at this time.'),
  },
  'admin reports-empty': {
    as: 'admin',
    at: '/admin-page?tab=reports',
    shows: (page) => page.getByText('No open reports. Well done.'),
  },
  'admin notifications-empty': {
    as: 'admin',
    at: '/admin-page?tab=notifications',
    shows: (page) => page.getByText('No notifications yet'),
  },
};
