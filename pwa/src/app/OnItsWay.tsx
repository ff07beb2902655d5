import { app } from '../base/words/en/app.ts';
import { useWords } from '../base/words/words.ts';

/** Says that the screen that was asked for is still being fetched, where that takes a moment. */
export function OnItsWay() {
  const words = useWords(app);
  return <div role="progressbar" aria-label={words.onItsWay} className="on-its-way" />;
}
