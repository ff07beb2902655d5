import { DoorClosed, Send } from 'lucide-react';
import { GroupLink } from '../settings/GroupLink.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { auth } from '../words/en/auth.ts';
import { useWords } from '../words/words.ts';

/** Stands in for the registration form while administrators keep it closed. */
export function RegistrationClosed() {
  const words = useWords(auth).closed;
  return (
    <EmptyState icon={DoorClosed} title={words.title} text={words.text}>
      <Button asChild variant="secondary">
        <GroupLink>
          <Send aria-hidden="true" />
          {words.toGroup}
        </GroupLink>
      </Button>
    </EmptyState>
  );
}
