import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { app } from '../words/en/app.ts';
import { useWords } from '../words/words.ts';
import { type Update, watchForUpdates } from './updates.ts';

/** Asks before a new version takes over, and once more where that would lose text (design "PWA"). */
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
  const reload = (from: Update) => {
    if (!isWarned && from.wouldLoseText()) return setWarned(true);
    setApplied(true);
    from.apply();
  };
  return (
    <div role="status" className="fixed inset-x-0 top-[var(--shell-top)] z-50 flex justify-center px-4">
      {update !== null && (
        <div className="mt-3 flex animate-rise items-center gap-2 rounded-3xl border border-line-strong bg-float py-1.5 pr-1.5 pl-5 text-sm shadow-overlay">
          <span className="mr-2">{isWarned ? words.losesText : words.isReady}</span>
          <Button size="sm" variant="ghost" disabled={isApplied} onClick={update.later}>
            {words.later}
          </Button>
          <Button size="sm" isPending={isApplied} onClick={() => reload(update)}>
            {isWarned ? words.reloadAnyway : words.reload}
          </Button>
        </div>
      )}
    </div>
  );
}
