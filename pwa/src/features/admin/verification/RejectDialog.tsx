import { isVisible, limits, type VerificationRequest, validationTexts } from '@pmcw/contracts';
import { useState } from 'react';
import { useLeaveWarning } from '../../../base/forms/leaveWarning.ts';
import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { TextareaField } from '../../../base/ui/TextareaField.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { useReject } from './verificationMutations.ts';

interface RejectDialogProps {
  readonly request: VerificationRequest;
  readonly onClose: () => void;
}

export function RejectDialog({ request, onClose }: RejectDialogProps) {
  const { verification: words, settings } = useWords(admin);
  const formats = useFormats();
  const reject = useReject();
  const [reason, setReason] = useState('');
  const [wasLeft, setLeft] = useState(false);
  const isMissing = !isVisible(reason);
  useLeaveWarning(isMissing ? null : settings.leave);
  const confirm = () => {
    reject.mutate({ request, reason: reason.trim() });
    onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      title={words.rejectTitle(request.user.fullName)}
      description={words.rejectText}
      confirmLabel={words.confirmReject}
      isConfirmDisabled={isMissing}
      removesItem
      onConfirm={confirm}
      onClose={onClose}
    >
      <TextareaField
        label={words.reason}
        aside={`${formats.number(reason.length)}/${formats.number(limits.requestMessageMax)}`}
        error={wasLeft && isMissing ? validationTexts.reasonRequired : undefined}
        rows={4}
        required
        className="min-h-28"
        maxLength={limits.requestMessageMax}
        placeholder={words.reasonPlaceholder}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onBlur={() => setLeft(true)}
      />
    </ConfirmDialog>
  );
}
