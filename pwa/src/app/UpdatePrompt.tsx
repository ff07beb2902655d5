import { type ReactNode, useEffect, useState } from 'react';
import { isPartMissing } from '../base/api/brokenChunk.ts';
import { useStore } from '../base/storage/store.ts';
import { Button } from '../base/ui/Button.tsx';
import { app } from '../base/words/en/app/app.ts';
import { useWords } from '../base/words/words.ts';
import { isOutdated as isOutdatedNow } from '../device/offline/outdated.ts';
import { keepParts } from './keepParts.ts';
import { type Update, watchForUpdates } from './updates.ts';

/**
 * Asks before a new version takes over, again if that would lose text, and before a reload for a missing part if there
 * is text.
 */
export default function UpdatePrompt() {
  const words = useWords(app).update;
  const [update, setUpdate] = useState<Update | null>(null);
  const [isWarned, setWarned] = useState(false);
  const [isApplied, setApplied] = useState(false);
  useEffect(
    () =>
      watchForUpdates((next) => {
        setUpdate(next);
        setWarned(false);
        setApplied(false);
      }),
    [],
  );
  useEffect(keepParts, []);
  const isMissing = useStore(isPartMissing);
  const isOutdated = useStore(isOutdatedNow);
  const reload = (from: Update) => {
    if (!isWarned && from.wouldLoseText()) return setWarned(true);
    setApplied(true);
    from.apply();
  };
  return (
    <div role="status" className="fixed inset-x-0 top-[var(--shell-top)] z-50 flex justify-center px-4">
      {update === null && isOutdated && (
        <Bar text={words.outdated}>
          <Button size="sm" onClick={() => window.location.reload()}>
            {words.reload}
          </Button>
        </Bar>
      )}
      {update === null && !isOutdated && isMissing && (
        <Bar text={words.partMissing}>
          <Button size="sm" variant="ghost" onClick={() => isPartMissing.set(false)}>
            {words.later}
          </Button>
          <Button size="sm" onClick={() => window.location.reload()}>
            {words.reloadAnyway}
          </Button>
        </Bar>
      )}
      {update !== null && (
        <Bar text={isWarned ? words.losesText : words.isReady}>
          <Button size="sm" variant="ghost" disabled={isApplied} onClick={update.later}>
            {words.later}
          </Button>
          <Button size="sm" isPending={isApplied} onClick={() => reload(update)}>
            {isWarned ? words.reloadAnyway : words.reload}
          </Button>
        </Bar>
      )}
    </div>
  );
}

function Bar({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className="mt-3 flex animate-rise flex-wrap items-center justify-end gap-2 rounded-3xl border border-line-strong bg-float py-1.5 pr-1.5 pl-5 text-sm shadow-overlay">
      <span className="mr-2 grow py-1">{text}</span>
      <span className="flex gap-2">{children}</span>
    </div>
  );
}
