import { useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import { outbox } from '../../../base/words/en/messages/outbox.ts';
import { useWords } from '../../../base/words/words.ts';
import { eraseInTime } from './leaveDevice.ts';

/** Says after a logout that data of the member is still on this device. */
export function NotErasedDialog({ onEnd }: { readonly onEnd: () => void }) {
  const words = useWords(outbox).wipeFailed;
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    if (await eraseInTime()) onEnd();
    else setTrying(false);
  };
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onEnd()}>
      <DialogContent title={words.title} description={words.description}>
        <div className="flex justify-end">
          <Button isPending={isTrying} onClick={() => void tryAgain()}>
            {words.again}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}
