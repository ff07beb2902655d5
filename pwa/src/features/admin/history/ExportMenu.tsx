import { Download } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../../base/ui/Button.tsx';
import { download } from '../../../base/ui/download.ts';
import { Dialog, DialogContent } from '../../../base/ui/overlays/Dialog.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../base/ui/overlays/DropdownMenu.tsx';
import { Progress } from '../../../base/ui/Progress.tsx';
import { toastError } from '../../../base/ui/toastError.ts';
import { toast } from '../../../base/ui/toasts.ts';
import { useBytes } from '../../../base/words/bytes.ts';
import { history } from '../../../base/words/en/admin/history.ts';
import { common } from '../../../base/words/en/common.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { exportSearch, type FilterValues } from '../address/historyState.ts';
import { type ExportFormat, type ExportProgress, exportFormats, exportHistory } from './exportHistory.ts';

const begun: ExportProgress = { events: 0, bytes: 0, share: null };

export function ExportMenu({ filters }: { readonly filters: FilterValues }) {
  const words = useWords(history).exports;
  const formats = useFormats();
  const running = useRef<AbortController>(null);
  const [progress, setProgress] = useState<ExportProgress | null>(null);

  const run = async (format: ExportFormat) => {
    const abort = new AbortController();
    running.current = abort;
    let last = begun;
    setProgress(last);
    const onProgress = (next: ExportProgress) => {
      last = next;
      setProgress(next);
    };
    try {
      const file = await exportHistory(format, exportSearch(filters), { signal: abort.signal, onProgress });
      download(file, `history.${format}`);
      toast({
        title: words.done,
        description: words.events(formats.number(last.events), last.events),
        tone: 'success',
      });
    } catch (error) {
      if (!abort.signal.aborted) toastError(words.failed, error);
    }
    setProgress(null);
  };

  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" variant="secondary">
            <Download aria-hidden="true" />
            {words.button}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {exportFormats.map((format) => (
            <DropdownMenuItem key={format} onSelect={() => void run(format)}>
              {words[format]}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <Dialog open={progress !== null} onOpenChange={(isOpen) => !isOpen && running.current?.abort()}>
        <DialogContent title={words.title} description={words.text}>
          <Running progress={progress ?? begun} onCancel={() => running.current?.abort()} />
        </DialogContent>
      </Dialog>
    </>
  );
}

interface RunningProps {
  readonly progress: ExportProgress;
  readonly onCancel: () => void;
}

function Running({ progress: { events, bytes, share }, onCancel }: RunningProps) {
  const words = useWords(history).exports;
  const { cancel } = useWords(common);
  const formats = useFormats();
  const bytesOf = useBytes();
  return (
    <>
      <Progress label={words.running} value={share} />
      <p className="text-sm text-muted tabular-nums">
        {words.events(formats.number(events), events)}, {bytesOf(bytes)}
      </p>
      <Button variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
    </>
  );
}
