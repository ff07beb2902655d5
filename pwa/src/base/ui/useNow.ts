import { useEffect, useState } from 'react';

const stepMs = 30_000;

/** The time, in milliseconds since 1970, every half minute: for words such as "5m" and "Today". */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), stepMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}
