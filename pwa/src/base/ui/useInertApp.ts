import { useEffect } from 'react';

let holders = 0;

/**
 * Takes the app behind an open layer out of reach, for the keyboard as well as for screen readers: Radix only hides
 * it from the latter. Layers are drawn beside `#root`, never in it.
 */
export function useInertApp(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const app = document.getElementById('root');
    holders += 1;
    app?.toggleAttribute('inert', true);
    return () => {
      holders -= 1;
      app?.toggleAttribute('inert', holders > 0);
    };
  }, [isOpen]);
}
