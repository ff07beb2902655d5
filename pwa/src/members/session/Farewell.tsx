import { type Receipt, receiptSchema } from '@pmcw/contracts';
import { Download } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { readJson } from '../../base/api/client.ts';
import { Button } from '../../base/ui/Button.tsx';
import { Dialog, DialogClose, DialogContent } from '../../base/ui/Dialog.tsx';
import { download } from '../../base/ui/download.ts';
import { account } from '../../base/words/en/account.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';

/**
 * Gives somebody whose account is gone their receipt. Drawn beside the app: whatever screen comes next knows nothing of it.
 * @throws UnreadableAnswerError
 */
export async function sayFarewell(answer: Response): Promise<void> {
  const receipt = await readJson(answer, receiptSchema);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const onClosed = () => {
    root.unmount();
    place.remove();
  };
  root.render(<Farewell receipt={receipt} onClosed={onClosed} />);
}

interface FarewellProps {
  readonly receipt: Receipt;
  readonly onClosed: () => void;
}

function Farewell({ receipt, onClosed }: FarewellProps) {
  const words = useWords(account).farewell;
  const { dateAndTime } = useFormats();
  const text = receipt.state === 'erased' ? words.text : words.begun;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClosed()}>
      {/* On a telephone the toast that says so lies over the lower edge. */}
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
