import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lazyExtra } from '../../base/ui/lazyPart.tsx';
import { useIsSlow } from '../../base/ui/useIsSlow.ts';
import { keepOnDevice } from '../../device/offline/kept/fetchAndKeep.ts';
import { settingsQuery, settingsQuestion } from '../../members/settings/settingsQuery.ts';
import { type StoredTokenProps, Token } from './TokenCard.tsx';
import { TokenFailed } from './TokenFailed.tsx';

/** Loaded when the server does not answer. */
const StoredToken = lazyExtra(
  () => import('./StoredToken.tsx'),
  (_props: StoredTokenProps) => <Token settings={undefined} />,
  TokenFailed,
);

/** The product's token, with its address and group as set by administrators (spec §2). */
export function TokenBlock() {
  const settings = useQuery(settingsQuery);
  const isSlow = useIsSlow(settings.isPending);
  // Stored here, because only this screen needs the settings offline.
  useEffect(() => {
    if (settings.data !== undefined) keepOnDevice(settingsQuestion, settings.data);
  }, [settings.data]);
  return (
    <section
      aria-labelledby="token-heading"
      className="grid items-center gap-10 border-t [contain-intrinsic-size:auto_30rem] [content-visibility:auto] pt-16 md:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)] md:pt-24"
    >
      {settings.data === undefined && (settings.isError || isSlow) ? (
        <StoredToken query={settings} />
      ) : (
        <Token settings={settings.data} />
      )}
    </section>
  );
}
