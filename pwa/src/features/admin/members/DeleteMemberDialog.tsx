import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';
import { type MemberRef, useDeleteMember } from './memberMutations.ts';

interface DeleteMemberDialogProps {
  readonly member: MemberRef;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

export function DeleteMemberDialog({ member, isOpen, onClose, onDeleted }: DeleteMemberDialogProps) {
  const words = useWords(admin).deletion;
  const deletion = useDeleteMember();
  const confirm = () =>
    deletion.mutate(member, {
      onSuccess: () => onDeleted?.(),
      onSettled: onClose,
    });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={words.title(member.fullName)}
      description={words.text}
      confirmLabel={words.confirm}
      isPending={deletion.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
