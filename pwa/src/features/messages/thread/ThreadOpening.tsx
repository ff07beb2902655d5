import { ArrowLeft } from 'lucide-react';
import { IconButton } from '../../../base/ui/IconButton.tsx';
import { Loading } from '../../../base/ui/Loading.tsx';
import { Skeleton } from '../../../base/ui/Skeleton.tsx';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { useWords } from '../../../base/words/words.ts';

export function ThreadOpening({ onBack }: { readonly onBack: () => void }) {
  const words = useWords(messages);
  return (
    <section
      data-thread-open
      aria-label={words.conversation}
      className="flex h-full min-h-0 min-w-0 flex-1 flex-col bg-canvas"
    >
      <header className="flex h-16 shrink-0 items-center gap-2 border-b bg-surface px-2 md:px-5 short:h-13">
        <IconButton label={words.backToList} className="md:not-short:hidden" onClick={onBack}>
          <ArrowLeft aria-hidden="true" />
        </IconButton>
        <Skeleton className="size-9.5 rounded-full" />
        <div className="ml-1 flex flex-col gap-1.5">
          <Skeleton className="h-3.5 w-32" />
          <Skeleton className="h-3 w-20" />
        </div>
      </header>
      <Loading className="flex min-h-0 flex-1 flex-col items-center overflow-hidden p-6">
        <SkeletonMessages />
      </Loading>
      <div className="shrink-0 border-t px-3 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))]">
        <Skeleton className="h-11.5 rounded-[1.375rem]" />
      </div>
    </section>
  );
}

export function SkeletonMessages() {
  return (
    <div className="flex w-full max-w-4xl flex-1 flex-col justify-end gap-2">
      {['w-2/5', 'w-1/2', 'w-1/3 self-end', 'w-1/4', 'w-2/5 self-end'].map((width) => (
        <span key={width} className={`${width} max-w-full text-left`}>
          <Skeleton className="h-9 w-full rounded-lg" />
        </span>
      ))}
    </div>
  );
}
