import { Send } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { GroupLink } from '../../../members/settings/GroupLink.tsx';

/** Explains that administrators give out reset links. */
export function AskAdministrator() {
  const { forgotten } = useWords(auth);
  return (
    <>
      <ol className="flex flex-col gap-3 text-sm">
        {forgotten.steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden="true"
              className="grid size-6 shrink-0 place-items-center rounded-full border bg-surface text-xs font-medium text-muted tabular-nums"
            >
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <Button asChild>
        <GroupLink>
          <Send aria-hidden="true" />
          {forgotten.toGroup}
        </GroupLink>
      </Button>
    </>
  );
}
