import { app } from '../base/words/en/app/app.ts';
import { useWords } from '../base/words/words.ts';

export function OnItsWay() {
  const words = useWords(app);
  return <div role="progressbar" aria-label={words.onItsWay} className="on-its-way" />;
}
