import { networkName, type Wallet } from '@pmcw/contracts';
import { CircleDashed, CircleQuestionMark, OctagonAlert, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Dialog, DialogContent } from '../../base/ui/overlays/Dialog.tsx';
import { VerdictCard } from '../../base/ui/VerdictCard.tsx';
import { addresses } from '../../base/words/en/members/addresses.ts';
import { useWords } from '../../base/words/words.ts';
import { AddressComparison } from './AddressComparison.tsx';
import { comparisonOf, isSameAddress } from './compareAddress.ts';
import { lettersOf } from './letters.ts';

export interface ClipboardDialogProps {
  readonly wallet: Pick<Wallet, 'network' | 'address'>;
  readonly username: string;
  /** Started by a press, which browsers demand. */
  readonly reading: Promise<string>;
  readonly onClose: () => void;
}

/** Shows whether the clipboard still has the address that was copied: programs exist that replace it. */
export default function ClipboardDialog({ wallet, username, reading, onClose }: ClipboardDialogProps) {
  const words = useWords(addresses).clipboard;
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DialogContent
        title={words.title}
        description={words.about(networkName(wallet.network))}
        className="sm:max-w-lg"
      >
        <ClipboardVerdict wallet={wallet} username={username} read={useRead(reading)} />
      </DialogContent>
    </Dialog>
  );
}

type Read =
  | { readonly kind: 'reading' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'read'; readonly text: string };

function useRead(reading: Promise<string>): Read {
  const [read, setRead] = useState<Read>({ kind: 'reading' });
  useEffect(() => {
    let isWanted = true;
    const show = (next: Read) => isWanted && setRead(next);
    reading.then(
      (text) => show({ kind: 'read', text }),
      () => show({ kind: 'refused' }),
    );
    return () => {
      isWanted = false;
    };
  }, [reading]);
  return read;
}

/** Of what is shown of a clipboard that has something else entirely. */
const mostCharacters = 200;

function ClipboardVerdict({
  wallet: { network, address },
  username,
  read,
}: Pick<ClipboardDialogProps, 'wallet' | 'username'> & { readonly read: Read }) {
  const { clipboard: words, check } = useWords(addresses);
  const card = { isFilled: true, className: 'min-h-28' };
  if (read.kind === 'reading')
    return <VerdictCard {...card} icon={CircleDashed} title={words.reading} text={words.readingText} />;
  if (read.kind === 'refused')
    return <VerdictCard {...card} icon={CircleQuestionMark} title={check.refused} text={words.refusedText} />;
  const text = read.text.trim();
  if (isSameAddress(network, address, text))
    return <VerdictCard {...card} icon={ShieldCheck} tone="good" title={words.same} text={words.sameText} />;
  const letters = lettersOf(text.slice(0, mostCharacters));
  return (
    <VerdictCard
      {...card}
      icon={OctagonAlert}
      tone="bad"
      title={words.another}
      text={words.anotherText}
      note={
        <AddressComparison
          comparison={comparisonOf(letters, address)}
          given="clipboard"
          username={username}
        />
      }
    />
  );
}
