import type { Wallet } from '@pmcw/contracts';
import { TriangleAlert } from 'lucide-react';
import { agoOf } from '../../base/ui/agoOf.ts';
import { useNow } from '../../base/ui/useNow.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import type { Visit } from '../../device/offline/kept/visits.ts';
import { newsOf } from './walletNews.ts';

interface WalletNoticeProps {
  readonly wallet: Wallet;
  readonly lastVisit: Visit | null;
}

/** Warns before payments to an address that is recent, or new since the last visit; otherwise renders nothing. */
export function WalletNotice({ wallet, lastVisit }: WalletNoticeProps) {
  const words = useWords(profiles).wallets;
  const formats = useFormats();
  const now = useNow();
  const { isNew, isNewToVisitor } = newsOf(wallet, lastVisit, now);
  if (!isNew && !isNewToVisitor) return null;
  return (
    <p className="flex w-full gap-2 rounded-lg border border-danger-line bg-danger-soft px-3 py-2 text-sm text-fg">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <span>
        <span className="font-medium text-danger">
          {isNew && words.isNew(agoOf(wallet.addedAt, now, formats) ?? '')}
          {isNew && isNewToVisitor && ' '}
          {isNewToVisitor && lastVisit !== null && words.sinceLastVisit(formats.date(lastVisit.at))}
        </span>{' '}
        {words.checkFirst}
      </span>
    </p>
  );
}
