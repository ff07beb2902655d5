import { useQuery } from '@tanstack/react-query';
import { HardDrive } from 'lucide-react';
import { askToPersist, persistence, storageUse } from '../../base/storage/persistence.ts';
import { Button } from '../../base/ui/Button.tsx';
import { Progress } from '../../base/ui/Progress.tsx';
import { SettingsCard } from '../../base/ui/SettingsCard.tsx';
import { Skeleton } from '../../base/ui/Skeleton.tsx';
import { toast } from '../../base/ui/toasts.ts';
import { useBytes } from '../../base/words/bytes.ts';
import { storage } from '../../base/words/en/device/storage.ts';
import { useWords } from '../../base/words/words.ts';
import { StorageNotice } from '../../device/offline/StorageNotice.tsx';

export function StorageCard() {
  const words = useWords(storage).card;
  const bytes = useBytes();
  const { data, refetch } = useQuery({
    queryKey: ['storage of this device'],
    queryFn: async () => {
      const [use, promise] = await Promise.all([storageUse(), persistence()]);
      return { use, promise };
    },
    // Writes in the meantime send no notification.
    refetchOnMount: 'always',
    networkMode: 'always',
  });
  const keep = async () => {
    const isKept = (await askToPersist()) === 'kept';
    toast(isKept ? { title: words.granted, tone: 'success' } : words.refused);
    await refetch();
  };
  return (
    <SettingsCard title={words.title} description={words.description}>
      <div className="flex min-h-21 flex-col gap-4 text-sm">
        <div className="overflow-hidden rounded-lg border border-b-0 border-danger-line empty:hidden">
          <StorageNotice />
        </div>
        {data === undefined && <Skeleton className="h-10 w-full" />}
        {data?.use === null && <p className="text-muted">{words.unknown}</p>}
        {data?.use != null && (
          <div className="flex flex-col gap-2">
            <p className="tabular-nums">{words.used(bytes(data.use.used), bytes(data.use.available))}</p>
            <Progress label={words.meter} value={shareOf(data.use)} />
          </div>
        )}
        {data?.promise === 'kept' && <p className="text-muted">{words.kept}</p>}
        {data?.promise === 'may be cleared' && (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p className="min-w-0 flex-[1_1_11rem] text-muted">{words.mayBeCleared}</p>
            <Button size="sm" variant="secondary" onClick={() => void keep()}>
              <HardDrive aria-hidden="true" />
              {words.keep}
            </Button>
          </div>
        )}
      </div>
    </SettingsCard>
  );
}

/** From 0 to 1. Usage can exceed a quota that was just lowered. */
const shareOf = ({ used, available }: { readonly used: number; readonly available: number }): number =>
  available === 0 ? 1 : Math.min(1, used / available);
