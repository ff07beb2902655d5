import { Ban } from 'lucide-react';
import { Button } from '../../../base/ui/Button.tsx';
import { passFocusOn } from '../../../base/ui/passFocusOn.ts';
import { contacts } from '../../../base/words/en/messages/contacts.ts';
import { useWords } from '../../../base/words/words.ts';
import type { StoredMember } from '../../../device/offline/database.ts';
import { setBlocked } from './blocking.ts';

export function BlockedNotice({ member }: { readonly member: StoredMember }) {
  const words = useWords(contacts);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-sm text-muted">
      <p className="flex min-w-0 flex-1 basis-48 items-center gap-2.5 wrap-anywhere">
        <Ban aria-hidden="true" className="size-4 shrink-0" />
        {words.youBlocked(`@${member.username}`)}
      </p>
      <Button ref={passFocusOn} variant="secondary" size="sm" onClick={() => setBlocked(member, false)}>
        {words.unblock}
      </Button>
    </div>
  );
}
