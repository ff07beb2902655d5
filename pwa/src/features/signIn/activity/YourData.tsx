import { useMutation } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Download } from 'lucide-react';
import { send } from '../../../base/api/client.ts';
import { Button } from '../../../base/ui/Button.tsx';
import { activity } from '../../../base/words/en/activity.ts';
import { useFormats } from '../../../base/words/formats.ts';
import { useWords } from '../../../base/words/words.ts';
import { useIsCutOff } from '../../../device/offline/kept/useIsCutOff.ts';
import { refusalOfExport } from './refusalOfExport.ts';

const path = '/api/user/export';

/**
 * Asks whether everything would be had now, for a refusal to be told here, and then leaves it to the browser, which shows
 * how far it is and writes it to the disk as it comes.
 */
async function downloadEverything(): Promise<void> {
  await send(path, { method: 'HEAD', headers: { accept: '*/*' } });
  const link = document.createElement('a');
  link.href = path;
  // The server gives it its name.
  link.download = '';
  link.click();
}

/** Everything that there is about the member, to take along. */
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
      {/* One over the other, so that nothing moves as one takes the place of the other. */}
      <div className="mt-3 grid text-sm *:col-start-1 *:row-start-1">
        <p className={clsx('text-muted', outcome !== null && 'invisible')}>{words.hint}</p>
        <p role="status" className={hasFailed ? 'text-danger' : 'text-muted'}>
          {outcome}
        </p>
      </div>
    </>
  );
}
