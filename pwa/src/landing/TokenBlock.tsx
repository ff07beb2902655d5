import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keepOnDevice } from '../offline/kept/fetchAndKeep.ts';
import { PmcwCoin } from '../profiles/PmcwEarnt.tsx';
import { settingsQuery, settingsQuestion } from '../settings/settingsQuery.ts';
import { lazyPart } from '../ui/lazyPart.tsx';
import { useIsSlow } from '../ui/useIsSlow.ts';
import { landing } from '../words/en/landing.ts';
import { useFormats } from '../words/formats.ts';
import { useWords } from '../words/words.ts';
import { TokenCard, type TokenHereProps } from './TokenCard.tsx';
import { TokenFailed } from './TokenFailed.tsx';

/** What this device has of them: its code comes when the server does not answer. */
const TokenHere = lazyPart(
  () => import('./TokenHere.tsx'),
  (_props: TokenHereProps) => <TokenCard settings={undefined} />,
  async () => ({ default: TokenFailed }),
);

/** The product's token: what it is, its address, its group, as administrators set them (spec §2). */
export function TokenBlock() {
  const words = useWords(landing).token;
  const formats = useFormats();
  const settings = useQuery(settingsQuery);
  const isSlow = useIsSlow(settings.isPending);
  // Kept here, not where they are asked for: other screens have no use for them without a network.
  useEffect(() => {
    if (settings.data !== undefined) keepOnDevice(settingsQuestion, settings.data);
  }, [settings.data]);
  return (
    <section
      aria-labelledby="token-heading"
      className="grid items-center gap-10 border-t pt-16 md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] md:pt-24"
    >
      <div>
        <PmcwCoin className="size-14 text-gold" />
        <h2 id="token-heading" className="mt-6 text-3xl">
          {words.heading}
        </h2>
        <p className="mt-4 min-h-12 max-w-md text-muted">
          {settings.data !== undefined && words.text(formats.number(settings.data.tokenSupply))}
        </p>
      </div>
      {settings.data === undefined && (settings.isError || isSlow) ? (
        <TokenHere query={settings} />
      ) : (
        <TokenCard settings={settings.data} />
      )}
    </section>
  );
}
