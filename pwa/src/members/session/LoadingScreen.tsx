import { Spinner } from '../../base/ui/Spinner.tsx';
import { common } from '../../base/words/en/common.ts';
import { useWords } from '../../base/words/words.ts';

/** Shown while the session is unknown. */
export function LoadingScreen() {
  const words = useWords(common);
  return (
    <div className="shell-fill grid place-items-center text-muted">
      <Spinner label={words.loading} className="size-8" />
    </div>
  );
}
