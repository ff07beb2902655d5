import { useEffect, useState } from 'react';
import { chooseTheme, chosenTheme, type ThemeChoice } from './theme.ts';

/** Follows changes of other tabs. */
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
