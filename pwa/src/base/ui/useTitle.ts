import { useEffect } from 'react';

/** Sets the tab's title: "Directory · PMCW". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · PMCW`;
  }, [title]);
}
