import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogClose, DialogContent } from '../ui/Dialog.tsx';
import type { MessageItem } from './threadItems.ts';

/** Asks before a message goes; open while there is one to ask about. `onClose` when it is to stay. */
export function DeleteMessageDialog({
  item,
  onConfirm,
  onClose,
}: {
  readonly item: MessageItem | null;
  readonly onConfirm: (item: MessageItem) => void;
  readonly onClose: () => void;
}) {
  // While the dialog fades it still speaks of the message that it asked about.
  const [last, setLast] = useState(item);
  if (item !== null && item !== last) setLast(item);
  const isSent = last?.delivery === 'sent' || last?.delivery === 'seen';
  return (
    <Dialog open={item !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title="Delete this message?"
        description={
          isSent ? 'It disappears for everyone in this conversation.' : 'It has not been sent yet.'
        }
      >
        <div className="flex justify-end gap-3">
          <DialogClose asChild>
            <Button variant="secondary">Cancel</Button>
          </DialogClose>
          <Button variant="danger" onClick={() => item !== null && onConfirm(item)}>
            Delete
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
