import { DoorClosed, Send } from 'lucide-react';
import { useGroupLink } from '../settings/settingsQuery.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { auth } from '../words/en/auth.ts';
import { useWords } from '../words/words.ts';

/** Stands in for the registration form while administrators keep it closed. */
export function RegistrationClosed() {
  const words = useWords(auth).closed;
  const groupLink = useGroupLink();
  return (
    <EmptyState icon={DoorClosed} title={words.title} text={words.text}>
      <Button asChild variant="secondary">
        <a href={groupLink} target="_blank" rel="noopener noreferrer">
          <Send aria-hidden="true" />
          {words.toGroup}
        </a>
      </Button>
    </EmptyState>
  );
}
