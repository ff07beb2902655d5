import { readItem } from '../../../base/storage/pageStorage.ts';
import { owedLogout } from '../../../members/session/owedLogout.ts';

/** Storage key of a member whose data must still be removed. */
export const leavingKey = 'leaving';

export const isLeavingUnfinished = (): boolean => readItem(leavingKey) !== null || owedLogout() !== null;
