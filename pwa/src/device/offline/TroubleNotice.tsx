import { HardDrive, X } from 'lucide-react';
import { IconButton } from '../../base/ui/IconButton.tsx';
import { storage } from '../../base/words/en/device/storage.ts';
import { useWords } from '../../base/words/words.ts';
import { type StorageTrouble, storageTrouble } from './storageTrouble.ts';

export default function TroubleNotice({ trouble }: { readonly trouble: Exclude<StorageTrouble, 'none'> }) {
  const words = useWords(storage);
  const { title, text } = words.trouble[trouble];
  return (
    <div
      role="alert"
      className="flex shrink-0 items-start gap-3 border-b border-danger-line bg-danger-soft px-4 py-2.5 text-sm"
    >
      <HardDrive aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-danger" strokeWidth={1.8} />
      <p className="min-w-0 flex-1 text-fg">
        <span className="font-medium">{title}</span> <span className="text-muted">{text}</span>
      </p>
      {trouble !== 'memory' && (
        <IconButton
          label={words.dismiss}
          size="sm"
          className="-my-1 -mr-2"
          onClick={() => storageTrouble.set('none')}
        >
          <X aria-hidden="true" />
        </IconButton>
      )}
    </div>
  );
}
