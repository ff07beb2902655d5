import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { common } from '../../../base/words/en/common.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MessageItem } from './threadItems.ts';

/** Open while `item` is set. */
export default function DeleteMessageDialog({
  item,
  onConfirm,
  onClose,
}: {
  readonly item: MessageItem | null;
  readonly onConfirm: (item: MessageItem) => void;
  readonly onClose: () => void;
}) {
  const words = useWords(messages).deletion;
  const general = useWords(common);
  // Keeps the wording during the fade-out.
  const [last, setLast] = useState(item);
  if (item !== null && item !== last) setLast(item);
  return (
    <Dialog open={item !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent title={words.title} description={words[whereIs(last)]}>
        <div className="flex justify-end gap-3">
          <DialogClose asChild>
            <Button variant="secondary">{general.cancel}</Button>
          </DialogClose>
          <Button variant="danger" onClick={() => item !== null && onConfirm(item)}>
            {general.delete}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

function whereIs(item: MessageItem | null): 'sent' | 'sending' | 'unsent' {
  if (item?.delivery === 'sent' || item?.delivery === 'seen') return 'sent';
  return item?.delivery === 'sending' ? 'sending' : 'unsent';
}
