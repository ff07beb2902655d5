import { readItem } from '../../../base/storage/pageStorage.ts';
import { owedLogout } from '../../../members/session/owedLogout.ts';

/** Where it is noted who has left and of whom this device is not cleared yet (`leaveDevice.ts`). */
export const leavingKey = 'leaving';

/** Whether a tab was closed while its member logged out, or the server has not heard of it. */
export const isLeavingUnfinished = (): boolean => readItem(leavingKey) !== null || owedLogout() !== null;
