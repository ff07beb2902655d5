import { Share, SquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useStore } from '../../base/storage/store.ts';
import { Button } from '../../base/ui/Button.tsx';
import { LogoMark } from '../../base/ui/Logo.tsx';
import { install } from '../../base/words/en/install/install.ts';
import { useWords } from '../../base/words/words.ts';
import { hasSentMessage, installing } from '../../device/installing.ts';

const dismissedKey = 'install-dismissed';

/** Shown once the member has sent a message, until dismissed. */
export function InstallCard() {
  const words = useWords(install);
  const how = useStore(installing);
  const isTime = useStore(hasSentMessage);
  const [isDismissed, setDismissed] = useState(wasDismissed);
  if (how.kind === 'no' || !isTime || isDismissed) return null;
  const dismiss = () => {
    keepDismissed();
    setDismissed(true);
  };
  return (
    <aside
      aria-labelledby="install-title"
      className="fixed inset-x-3 top-[calc(var(--shell-top)+0.75rem)] z-30 mx-auto flex max-w-md animate-rise gap-4 rounded-xl border border-line-strong bg-float p-4 shadow-overlay"
    >
      <LogoMark className="size-10 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 id="install-title" className="font-semibold">
          {words.title}
        </h2>
        <p className="text-sm text-muted">{words.text}</p>
        {how.kind === 'by-hand' && <InstallByHand />}
        <div className="mt-2 flex flex-wrap justify-end gap-2">
          <Button size="sm" variant="ghost" onClick={dismiss}>
            {how.kind === 'ask' ? words.notNow : words.gotIt}
          </Button>
          {how.kind === 'ask' && (
            <Button size="sm" onClick={() => void how.prompt()}>
              {words.install}
            </Button>
          )}
        </div>
      </div>
    </aside>
  );
}

export function InstallByHand() {
  const { byHand } = useWords(install);
  return (
    <ol className="mt-1 flex flex-col gap-2 text-sm">
      <li className="flex items-center gap-2">
        <Share aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        {byHand.share}
      </li>
      <li className="flex items-center gap-2">
        <SquarePlus aria-hidden="true" className="size-4.5 shrink-0 text-muted" />
        {byHand.add}
      </li>
    </ol>
  );
}

/** Without storage the offer would return each time, so it is never shown. */
function wasDismissed(): boolean {
  try {
    return localStorage.getItem(dismissedKey) !== null;
  } catch {
    return true;
  }
}

function keepDismissed(): void {
  try {
    localStorage.setItem(dismissedKey, 'yes');
  } catch {
    // Without storage it lasts as long as the page.
  }
}
