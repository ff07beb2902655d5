import { useEffect, useState } from 'react';
import { useTimeZone } from '../words/timeZone.ts';

const stepMs = 30_000;

/**
 * In milliseconds since 1970, for texts such as "5m" and "Today": updated every half minute, when the page is shown
 * again, and when the time zone changes.
 */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useTimeZone();
  useEffect(() => {
    const update = () => setNow(Date.now());
    const timer = setInterval(update, stepMs);
    document.addEventListener('visibilitychange', update);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', update);
    };
  }, []);
  return now;
}
