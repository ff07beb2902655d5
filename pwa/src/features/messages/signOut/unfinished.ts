import { certainErasures } from '../../../device/offline/erasureNotes.ts';
import { pendingLogout } from '../../../members/session/pendingLogout.ts';

export const isLeavingUnfinished = (): boolean => certainErasures().length > 0 || pendingLogout() !== null;
