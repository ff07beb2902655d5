import { readItem } from '../../offline/pageStorage.ts';

/** Where it is noted who has left and of whom this device is not cleared yet (`leaveDevice.ts`). */
export const leavingKey = 'leaving';

/** Whether a tab was closed while its member logged out. */
export const isLeavingUnfinished = (): boolean => readItem(leavingKey) !== null;
