import { useEffect, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { type Update, watchForUpdates } from './updates.ts';

/** Asks before a new version takes over (design "PWA"). */
export default function UpdatePrompt() {
  const [update, setUpdate] = useState<Update | null>(null);
  useEffect(() => watchForUpdates(setUpdate), []);
  return (
    <div role="status" className="fixed inset-x-0 top-[var(--shell-top)] z-50 flex justify-center px-4">
      {update !== null && (
        <div className="mt-3 flex animate-rise items-center gap-2 rounded-full border border-line-strong bg-overlay py-1.5 pr-1.5 pl-5 text-sm shadow-overlay">
          <span className="mr-2">A new version is ready</span>
          <Button size="sm" variant="ghost" onClick={() => setUpdate(null)}>
            Later
          </Button>
          <Button size="sm" onClick={update.apply}>
            Reload
          </Button>
        </div>
      )}
    </div>
  );
}
