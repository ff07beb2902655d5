import { ConfirmDialog } from '../../../base/ui/overlays/ConfirmDialog.tsx';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useWords } from '../../../base/words/words.ts';
import { type EndOf, useEndSession } from './activityQueries.ts';
import { useDeviceName } from './useDeviceName.ts';

interface EndSessionDialogProps {
  readonly isOpen: boolean;
  readonly ending: EndOf;
  readonly onClose: () => void;
  /** The button that was pressed may be gone, so focus needs a new place. */
  readonly onEnded: () => void;
}

export function EndSessionDialog({ isOpen, ending, onClose, onEnded }: EndSessionDialogProps) {
  const words = useWords(activity).sessions;
  const nameOf = useDeviceName();
  const end = useEndSession();
  const isOne = ending !== 'others';
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isOne ? words.confirmEnd : words.confirmEndOthers}
      description={isOne ? words.confirmEndText(nameOf(ending)) : words.confirmEndOthersText}
      confirmLabel={isOne ? words.end : words.endOthers}
      isPending={end.isPending}
      onConfirm={() => end.mutate(ending, { onSettled: onClose })}
      onClose={() => {
        end.reset();
        onClose();
      }}
      onCloseAutoFocus={(event) => {
        if (!end.isSuccess) return;
        event.preventDefault();
        onEnded();
      }}
    />
  );
}
