import type { OwnSession } from '@pmcw/contracts';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useWords } from '../../../base/words/words.ts';

/** "Firefox on Windows", as far as known. */
export function useDeviceName(): (session: Pick<OwnSession, 'browser' | 'system'>) => string {
  const { device, unknownDevice } = useWords(activity).sessions;
  return ({ browser, system }) =>
    browser !== null && system !== null ? device(browser, system) : (browser ?? system ?? unknownDevice);
}
