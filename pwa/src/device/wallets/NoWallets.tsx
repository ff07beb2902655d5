import { Button } from '../../base/ui/Button.tsx';
import { proving } from '../../base/words/en/proofs/proving.ts';
import { useWords } from '../../base/words/words.ts';

interface NoWalletsProps {
  readonly title: string;
  readonly text: string;
  readonly onElsewhere: () => void;
}

/** In place of the wallets of this browser. */
export function NoWallets({ title, text, onElsewhere }: NoWalletsProps) {
  const { goElsewhere } = useWords(proving).foundWallets;
  return (
    <div className="flex flex-col items-center gap-1.5 rounded-lg border border-dashed px-5 py-6 text-center text-sm">
      <p className="font-medium">{title}</p>
      <p className="max-w-sm text-muted">{text}</p>
      <Button size="sm" variant="secondary" className="mt-3" onClick={onElsewhere}>
        {goElsewhere}
      </Button>
    </div>
  );
}
