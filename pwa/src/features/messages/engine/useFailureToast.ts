import { useEffect, useRef } from 'react';
import { toast } from '../../../base/ui/toasts.ts';

/**
 * Says that something failed, once for each failure.
 * @param failures how often it failed so far; 0 while there is nothing to say
 */
export function useFailureToast(
  failures: number,
  content: { readonly title: string; readonly description: string },
): void {
  const words = useRef(content);
  words.current = content;
  useEffect(() => {
    if (failures > 0) toast({ ...words.current, tone: 'danger' });
  }, [failures]);
}
