import { useEffect } from 'react';
import { noteHistoryEntry } from '../../forms/leaveWarning.ts';

let holders = 0;

/**
 * Makes the app behind an open layer inert for keyboards, too; Radix only hides it from screen readers. Layers are
 * rendered outside of `#root`.
 */
export function useInertApp(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    noteHistoryEntry();
    const app = document.getElementById('root');
    holders += 1;
    app?.toggleAttribute('inert', true);
    return () => {
      holders -= 1;
      app?.toggleAttribute('inert', holders > 0);
    };
  }, [isOpen]);
}
