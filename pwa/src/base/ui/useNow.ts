import { useEffect, useState } from 'react';

const stepMs = 30_000;

/** In milliseconds since 1970, updated every half minute, for texts such as "5m" and "Today". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
