import { limits, networkName, type Wallet } from '@pmcw/contracts';
import { CircleDashed, CircleQuestionMark, OctagonAlert, ShieldCheck } from 'lucide-react';
import { agoOf } from '../../base/ui/agoOf.ts';
import { useNow } from '../../base/ui/useNow.ts';
import { VerdictCard } from '../../base/ui/VerdictCard.tsx';
import { addresses } from '../../base/words/en/members/addresses.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { walletProofs } from '../../base/words/en/proofs/walletProofs.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { ProofLine } from '../look/ProofLine.tsx';
import { AddressComparison } from './AddressComparison.tsx';
import type { GivenVerdict } from './checkGiven.ts';
import { isNewWallet } from './isNewWallet.ts';
import { ListedSince } from './ListedSince.tsx';

interface GivenVerdictCardProps {
  readonly verdict: GivenVerdict;
  readonly username: string;
}

/** The result of comparing a pasted address with a member's. */
export function GivenVerdictCard({ verdict, username }: GivenVerdictCardProps) {
  const words = useWords(addresses).check;
  const formats = useFormats();
  const card = { label: words.result, isFilled: true, className: 'min-h-24' };
  switch (verdict.kind) {
    case 'empty':
      return <VerdictCard {...card} icon={CircleDashed} title={words.empty} text={words.emptyText} />;
    case 'part':
      return <VerdictCard {...card} icon={CircleQuestionMark} title={words.part} text={words.partText} />;
    case 'listed':
      return (
        <VerdictCard
          {...card}
          icon={ShieldCheck}
          tone="good"
          title={words.listed(username)}
          text={words.listedText}
          note={verdict.wallets.map((wallet) => <ListedWallet key={wallet.id} wallet={wallet} />)}
        />
      );
    case 'former': {
      const { removedAt, cause } = verdict.wallet;
      return (
        <VerdictCard
          {...card}
          icon={OctagonAlert}
          tone="bad"
          title={words.former(username)}
          text={words.formerText(formats.date(removedAt))}
          note={cause === 'proved_by_another' && <p>{words.provedByAnother}</p>}
        />
      );
    }
    case 'similar':
      return (
        <VerdictCard
          {...card}
          icon={OctagonAlert}
          tone="bad"
          title={words.similar(username)}
          text={words.similarText(networkName(verdict.wallet.network))}
          note={<AddressComparison comparison={verdict.comparison} given="pasted" username={username} />}
        />
      );
    case 'other': {
      const networks = verdict.networks.map(networkName).join(', ');
      return (
        <VerdictCard
          {...card}
          icon={OctagonAlert}
          tone="bad"
          title={words.other(username)}
          text={networks === '' ? words.invalid : words.otherText(networks)}
        />
      );
    }
  }
}

function ListedWallet({ wallet }: { readonly wallet: Wallet }) {
  const words = useWords(addresses).check;
  const { notProved } = useWords(walletProofs);
  const { isNew, checkFirst } = useWords(profiles).wallets;
  const formats = useFormats();
  const now = useNow();
  return (
    <div className="mt-1.5 flex flex-col gap-0.5 border-t border-line pt-2">
      <ListedSince wallet={wallet} />
      {wallet.proof === null ? (
        <span className="text-xs text-muted">{notProved}</span>
      ) : (
        <ProofLine proof={wallet.proof} />
      )}
      {isNewWallet(wallet, now) ? (
        <span className="text-danger">
          {isNew(agoOf(wallet.addedAt, now, formats) ?? '')} {checkFirst}
        </span>
      ) : (
        <span className="text-xs text-muted">{words.unchanged(formats.number(limits.newWalletDays))}</span>
      )}
    </div>
  );
}
