import { useState } from 'react';
import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { TextField } from '../../../base/ui/TextField.tsx';
import { account } from '../../../base/words/en/signIn/account.ts';
import { useWords } from '../../../base/words/words.ts';
import { useSession } from '../../../members/session/session.tsx';

interface DeleteAccountDialogProps {
  readonly username: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The member must type their name to confirm. */
export function DeleteAccountDialog({ username, isOpen, onClose }: DeleteAccountDialogProps) {
  const words = useWords(account).deletion;
  const { deleteAccount } = useSession();
  const [typed, setTyped] = useState('');
  const [isPending, setPending] = useState(false);
  const close = () => {
    setTyped('');
    onClose();
  };
  const confirm = async () => {
    setPending(true);
    // A toast showed the failure; the dialog stays for a retry.
    await deleteAccount().catch(() => undefined);
    setPending(false);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title}
      description={words.text}
      confirmLabel={words.confirm}
      isPending={isPending}
      isConfirmDisabled={typed.trim() !== username}
      onConfirm={() => void confirm()}
      onClose={close}
    >
      <Consequences />
      <TextField
        label={words.typeName(username)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </ConfirmDialog>
  );
}

function Consequences() {
  const { consequences } = useWords(account).deletion;
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-sm text-muted marker:text-faint">
      {consequences.map((consequence) => (
        <li key={consequence}>{consequence}</li>
      ))}
    </ul>
  );
}
