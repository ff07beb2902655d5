import { lazyExtra } from '../../../base/ui/lazyPart.tsx';

/** With the menu, which is loaded when it is opened. */
export const SettingsItems = lazyExtra(() => import('./SettingsItems.tsx'));
