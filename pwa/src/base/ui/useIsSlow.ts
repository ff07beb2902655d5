import { useEffect, useState } from 'react';

/** As long as people wait before they think that something is wrong. */
const slowMs = 3_000;

/** Whether something has been under way for longer than people like to wait. */
export function useIsSlow(isUnderWay: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isUnderWay]);
  return isSlow && isUnderWay;
}
