import { readItem } from '../../../base/storage/pageStorage.ts';
import { owedLogout } from '../../../members/session/owedLogout.ts';

export const leavingKey = 'leaving';

export const isLeavingUnfinished = (): boolean => readItem(leavingKey) !== null || owedLogout() !== null;
