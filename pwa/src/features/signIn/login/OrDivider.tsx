import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';

export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {useWords(auth).or}
    </p>
  );
}
