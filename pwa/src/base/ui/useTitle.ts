import { useEffect } from 'react';

/** Names the browser's tab after the screen: "Directory · PMCW". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · PMCW`;
  }, [title]);
}
