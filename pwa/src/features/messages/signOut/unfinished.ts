import { readItem } from '../../../base/storage/pageStorage.ts';
import { pendingLogout } from '../../../members/session/pendingLogout.ts';

export const leavingKey = 'leaving';

export const isLeavingUnfinished = (): boolean => readItem(leavingKey) !== null || pendingLogout() !== null;
