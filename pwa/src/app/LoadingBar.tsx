import { app } from '../base/words/en/app/app.ts';
import { useWords } from '../base/words/words.ts';

export function LoadingBar() {
  const words = useWords(app);
  return <div role="progressbar" aria-label={words.loadingPage} className="loading-bar" />;
}
