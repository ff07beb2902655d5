import { useEffect, useRef } from 'react';
import { toast } from '../../../base/ui/toasts.ts';

/** @param failures the count so far */
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
