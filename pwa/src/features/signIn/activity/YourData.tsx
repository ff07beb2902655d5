import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { send } from '../../../base/api/client.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { activity } from '../../../base/words/en/signIn/activity.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from '../../../device/offline/kept/useIsCutOff.ts';
import { refusalOfExport } from './refusalOfExport.ts';

const path = '/api/user/export';

/** Asks first with HEAD, to show a refusal here, then lets the browser download to disk with its own progress. */
async function downloadEverything(): Promise<void> {
  await send(path, { method: 'HEAD', headers: { accept: '*/*' } });
  const link = document.createElement('a');
  link.href = path;
  // The server sends the file name.
  link.download = '';
  link.click();
}

export function YourData() {
  const words = useWords(activity).data;
  const { fromNow } = useFormats();
  const isCutOff = useIsCutOff();
  const download = useMutation({ mutationFn: downloadEverything, networkMode: 'always' });
  const hasFailed = download.isError && !isCutOff;
  const outcome = isCutOff
    ? words.offline
    : download.isError
      ? refusalOfExport(download.error, words, fromNow)
      : download.isSuccess
        ? words.begun
        : null;
  return (
    <>
      <Button
        variant="secondary"
        disabled={isCutOff}
        isPending={download.isPending}
        onClick={() => download.mutate()}
      >
        {!download.isPending && <Download aria-hidden="true" />}
        {words.download}
      </Button>
      {/* Stacked, so that replacing one by the other moves nothing. */}
      <div className="mt-3 grid text-sm *:col-start-1 *:row-start-1">
        <p className={clsx('text-muted', outcome !== null && 'invisible')}>{words.hint}</p>
        <p role="status" className={hasFailed ? 'text-danger' : 'text-muted'}>
          {outcome}
        </p>
      </div>
    </>
  );
}
