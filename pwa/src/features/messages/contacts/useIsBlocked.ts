import { isBlocked } from '../../../device/offline/blocks.ts';
import { useStored } from '../../../device/offline/useStored.ts';
import { useCurrentMessenger } from '../engine/currentMessenger.ts';

export function useIsBlocked(memberId: number): boolean {
  const db = useCurrentMessenger()?.db;
  return useStored(() => (db === undefined ? false : isBlocked(db, memberId)), [db, memberId]) ?? false;
}
