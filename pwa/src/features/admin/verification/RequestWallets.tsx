import { networkName, type RequestWallet } from '@pmcw/contracts';
import { ShortAddress } from '../../../base/ui/Address.tsx';
import { admin } from '../../../base/words/en/admin/admin.ts';
import { useWords } from '../../../base/words/words.ts';
import { NetworkDot } from '../../../members/look/NetworkChip.tsx';
import { ProofLine } from '../../../members/look/ProofLine.tsx';

/** The applicant's addresses, and since when each is proved; renders nothing without any. */
export function RequestWallets({ wallets }: { readonly wallets: readonly RequestWallet[] }) {
  const words = useWords(admin).verification;
  if (wallets.length === 0) return null;
  return (
    <ul aria-label={words.wallets} className="mt-3 flex flex-col gap-2">
      {wallets.map(({ id, network, address, provedAt }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm">
          <span className="inline-flex items-center gap-2">
            <NetworkDot network={network} />
            {networkName(network)}
          </span>
          <ShortAddress address={address} className="text-muted" />
          <ProofLine proof={provedAt === null ? null : { provedAt }} />
        </li>
      ))}
    </ul>
  );
}
