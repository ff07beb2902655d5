import { useEffect, useState } from 'react';
import { chooseTheme, chosenTheme, type ThemeChoice } from './theme.ts';

/** The theme that is chosen, here or in another tab, and how another one is. */
export function useTheme(): { choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const [choice, setChoice] = useState(chosenTheme);
  useEffect(() => {
    const follow = () => setChoice(chosenTheme());
    window.addEventListener('storage', follow);
    return () => window.removeEventListener('storage', follow);
  }, []);
  const choose = (next: ThemeChoice) => {
    chooseTheme(next);
    setChoice(next);
  };
  return { choice, choose };
}
