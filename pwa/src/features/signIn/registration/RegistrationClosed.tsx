import { DoorClosed, Send } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { EmptyState } from '../../../base/ui/EmptyState.tsx';
import { auth } from '../../../base/words/en/signIn/auth.ts';
import { useWords } from '../../../base/words/words.ts';
import { GroupLink } from '../../../members/settings/GroupLink.tsx';

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
