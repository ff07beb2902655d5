import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../../base/ui/Dialog.tsx';
import { common } from '../../../base/words/en/common.ts';
import { messages } from '../../../base/words/en/messages.ts';
import { useWords } from '../../../base/words/words.ts';
import type { MessageItem } from './threadItems.ts';

/** Asks before a message goes; open while there is one to ask about. `onClose` when it is to stay. */
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
  // While the dialog fades it still speaks of the message that it asked about.
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

/** What is known of where a message is, for the consequences of its deletion. */
function whereIs(item: MessageItem | null): 'sent' | 'sending' | 'unsent' {
  if (item?.delivery === 'sent' || item?.delivery === 'seen') return 'sent';
  return item?.delivery === 'sending' ? 'sending' : 'unsent';
}
