import type { Profile } from '@pmcw/contracts';
import { ClipboardPaste } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Button } from '../../base/ui/Button.tsx';
import type { OnDemandProps } from '../../base/ui/OnDemand.tsx';
import { Dialog, DialogContent, DialogTrigger } from '../../base/ui/overlays/Dialog.tsx';
import { RelativeTime } from '../../base/ui/RelativeTime.tsx';
import { TextareaField } from '../../base/ui/TextareaField.tsx';
import { addresses } from '../../base/words/en/members/addresses.ts';
import { useWords } from '../../base/words/words.ts';
import { AskDirectory } from './AskDirectory.tsx';
import { addressToAsk, checkGiven } from './checkGiven.ts';
import { GivenVerdictCard } from './GivenVerdictCard.tsx';

export interface CheckAddressDialogProps extends OnDemandProps {
  readonly profile: Profile;
  /** When the server sent the profile, in milliseconds since 1970; null for now. */
  readonly asOf: number | null;
}

/** Compares a pasted address with those of the profile, on the device. The directory is asked only on a press. */
export default function CheckAddressDialog({ profile, asOf, trigger }: CheckAddressDialogProps) {
  const words = useWords(addresses).check;
  return (
    <Dialog defaultOpen>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <DialogContent title={words.title} description={words.about(profile.username)} className="sm:max-w-lg">
        <CheckAddress profile={profile} asOf={asOf} />
      </DialogContent>
    </Dialog>
  );
}

/** Longer than any address or payment link. */
const mostCharacters = 1000;

function CheckAddress({ profile, asOf }: Omit<CheckAddressDialogProps, 'trigger'>) {
  const { check: words, asOf: asOfWord } = useWords(addresses);
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  const given = useDeferredValue(text);
  const verdict = useMemo(() => checkGiven(given, profile), [given, profile]);
  const asked = addressToAsk(verdict);
  const refusedId = useId();
  const paste = async () => {
    try {
      setText((await navigator.clipboard.readText()).slice(0, mostCharacters));
      setRefused(false);
    } catch {
      setRefused(true);
    }
  };
  return (
    <>
      <div className="flex flex-col gap-2">
        <TextareaField
          label={words.address}
          hint={words.hint}
          value={text}
          onChange={(event) => setText(event.target.value)}
          maxLength={mostCharacters}
          rows={3}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className="font-mono text-sm break-all"
        />
        <Button
          variant="secondary"
          size="sm"
          className="self-start"
          aria-describedby={isRefused ? refusedId : undefined}
          onClick={() => void paste()}
        >
          <ClipboardPaste aria-hidden="true" />
          {words.paste}
        </Button>
        <p id={refusedId} role="status" className="text-sm text-muted empty:hidden">
          {isRefused && words.refusedText}
        </p>
      </div>
      <GivenVerdictCard verdict={verdict} username={profile.username} />
      {asOf !== null && (
        <p className="text-xs text-muted">
          {words.storedAt} {asOfWord} <RelativeTime at={new Date(asOf).toISOString()} />
        </p>
      )}
      {asked !== null && <AskDirectory key={text} address={asked} />}
    </>
  );
}
