import { Send } from 'lucide-react';
import { useGroupLink } from '../settings/settingsQuery.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../ui/Dialog.tsx';
import { auth } from '../words/en/auth.ts';
import { useWords } from '../words/words.ts';

/** Leads to help for those who can't sign in: administrators give out links to choose another password. */
export function ForgottenPassword() {
  const { forgotPassword, forgotten } = useWords(auth);
  const groupLink = useGroupLink();
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button variant="ghost" size="sm" className="self-center">
          {forgotPassword}
        </Button>
      </DialogTrigger>
      <DialogContent title={forgotten.title} description={forgotten.text}>
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
          <a href={groupLink} target="_blank" rel="noopener noreferrer">
            <Send aria-hidden="true" />
            {forgotten.toGroup}
          </a>
        </Button>
      </DialogContent>
    </Dialog>
  );
}
