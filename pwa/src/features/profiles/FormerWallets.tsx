import { type FormerWallet, networkName } from '@pmcw/contracts';
import { Address } from '../../base/ui/Address.tsx';
import { agoOf } from '../../base/ui/agoOf.ts';
import { useNow } from '../../base/ui/useNow.ts';
import { profiles } from '../../base/words/en/profiles/profiles.ts';
import { useFormats } from '../../base/words/formats.ts';
import { useWords } from '../../base/words/words.ts';
import { NetworkDot } from '../../members/look/NetworkChip.tsx';

/** Recently removed addresses, struck through and without a copy button, for recognition only. */
export function FormerWallets({ wallets }: { readonly wallets: readonly FormerWallet[] }) {
  const words = useWords(profiles).wallets;
  if (wallets.length === 0) return null;
  return (
    <section aria-labelledby="former-wallets-heading" className="mt-7">
      <h3 id="former-wallets-heading" className="px-4 text-sm font-medium text-muted md:px-5">
        {words.former}
      </h3>
      <ul className="mt-2.5 divide-y divide-line rounded-xl border border-dashed">
        {wallets.map((wallet) => (
          <FormerRow key={wallet.id} wallet={wallet} />
        ))}
      </ul>
    </section>
  );
}

function FormerRow({ wallet }: { readonly wallet: FormerWallet }) {
  const words = useWords(profiles).wallets;
  const formats = useFormats();
  const ago = agoOf(wallet.removedAt, useNow(), formats);
  return (
    <li className="flex flex-col gap-1.5 px-4 py-3.5 text-sm md:px-5">
      <span className="flex items-center gap-2 text-muted">
        <NetworkDot network={wallet.network} className="size-2.5 opacity-60" />
        {networkName(wallet.network)}
      </span>
      <del className="flex flex-col text-faint select-none">
        <span className="sr-only">{words.removedAddress} </span>
        <Address address={wallet.address} />
      </del>
      <span className="text-muted">
        {ago !== null && (wallet.cause === null ? words.removed : words.provedByAnother)(ago)}{' '}
        <span className="font-medium text-danger">{words.doNotPay}</span>
      </span>
    </li>
  );
}
