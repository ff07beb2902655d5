import { lazyExtra } from '../../../base/ui/lazyPart.tsx';

/** With the menu, which is loaded when it is opened. */
export const BlockItem = lazyExtra(() => import('./BlockItem.tsx'));
export const ProfileBlocked = lazyExtra(() => import('./ProfileBlocked.tsx'));
export const ContactPolicyCard = lazyExtra(() => import('./ContactPolicyCard.tsx'));
export const BlockedMembersCard = lazyExtra(() => import('./BlockedMembersCard.tsx'));
