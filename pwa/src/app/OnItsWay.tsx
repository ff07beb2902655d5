import { app } from '../base/words/en/app.ts';
import { useWords } from '../base/words/words.ts';

/** Shown when the next screen takes a moment to load. */
export function OnItsWay() {
  const words = useWords(app);
  return <div role="progressbar" aria-label={words.onItsWay} className="on-its-way" />;
}
