import { type Receipt, receiptSchema } from '@pmcw/contracts';
import { Download } from 'lucide-react';
import { readJson } from '../../base/api/client.ts';
import { Button } from '../../base/ui/Button.tsx';
import { createRoot } from '../../base/ui/createRoot.ts';
import { download } from '../../base/ui/download.ts';
import { Dialog, DialogClose, DialogContent } from '../../base/ui/overlays/Dialog.tsx';
import { account } from '../../base/words/en/signIn/account.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';

/**
 * Shows the receipt of a deleted account. Rendered outside of the app, so that it survives the next screen.
 * @throws UnreadableAnswerError
 */
export async function showDeletionReceipt(answer: Response): Promise<void> {
  const receipt = await readJson(answer, receiptSchema);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onClosed = () => {
    root.unmount();
    place.remove();
  };
  root.render(<DeletionReceipt receipt={receipt} onClosed={onClosed} />);
}

interface DeletionReceiptProps {
  readonly receipt: Receipt;
  readonly onClosed: () => void;
}

function DeletionReceipt({ receipt, onClosed }: DeletionReceiptProps) {
  const words = useWords(account).farewell;
  const { dateAndTime } = useFormats();
  const text = receipt.state === 'erased' ? words.text : words.begun;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClosed()}>
      {/* Room for the toast, which covers the lower edge on a phone. */}
      <DialogContent title={words.title} description={text} className="max-sm:pb-48">
        <p className="text-sm text-muted">{words.receipt(dateAndTime(receipt.time))}</p>
        <div className="flex flex-wrap justify-end gap-2">
          <DialogClose asChild>
            <Button variant="ghost">{words.close}</Button>
          </DialogClose>
          <Button onClick={() => download(fileOf(receipt), `pmcw-erasure-${receipt.memberId}.json`)}>
            <Download aria-hidden="true" />
            {words.download}
          </Button>
        </div>
      </DialogContent>
    </Dialog>
  );
}

const fileOf = (receipt: Receipt): Blob =>
  new Blob([`${JSON.stringify(receipt, null, 2)}\n`], { type: 'application/json' });
