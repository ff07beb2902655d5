import { useCallback, useEffect, useRef, useState } from 'react';
import { ui } from '../words/en/ui.ts';
import { currentWords } from '../words/words.ts';
import { type ToastContent, toast } from './toasts.ts';

/** Spec §9. */
const indicatorMs = 2000;

export interface CopyTexts {
  readonly title: string;
  readonly description: string;
  /** "Could not copy …" */
  readonly failure: string;
}

/** @param action of the toast of success */
export function useCopy(
  texts: CopyTexts,
  action?: ToastContent['action'],
): { isCopied: boolean; copy: (text: string) => Promise<void> } {
  const [isCopied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const { title, description, failure } = texts;
  const copy = useCallback(
    async (text: string) => {
      try {
        await navigator.clipboard.writeText(text);
        toast({ title, description, tone: 'success', ...(action && { action }) });
        setCopied(true);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => setCopied(false), indicatorMs);
      } catch {
        toast({ title: currentWords(ui).copyFailed, description: failure, tone: 'danger' });
      }
    },
    [title, description, failure, action],
  );
  return { isCopied, copy };
}
