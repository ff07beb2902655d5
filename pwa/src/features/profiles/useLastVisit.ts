import type { Profile } from '@pmcw/contracts';
import { useEffect, useMemo } from 'react';
import { noteVisits, type Visit, visitsOf, visitsWith } from '../../device/offline/kept/visits.ts';
import { rememberedUser } from '../../device/offline/rememberedUser.ts';
import { newestOf } from './walletNews.ts';

/**
 * Records this visit, and returns the one before; null for the first.
 * @param isCurrent false for stored data, which is no visit
 */
export function useLastVisit({ id, wallets }: Profile, isCurrent: boolean): Visit | null {
  const visits = useMemo(
    () => visitsWith(visitsOf(rememberedUser(), id), { at: Date.now(), newest: newestOf(wallets) }),
    [id, wallets],
  );
  useEffect(() => {
    if (isCurrent) noteVisits(rememberedUser(), id, visits);
  }, [id, visits, isCurrent]);
  return visits.before;
}
