import { isUnreachableError } from '../../base/api/errors.ts';
import { StoredNotice } from '../../device/offline/kept/StoredNotice.tsx';
import { useKept } from '../../device/offline/kept/useKept.ts';
import { settingsQuestion } from '../../members/settings/settingsQuery.ts';
import { type StoredTokenProps, Token, TokenCard, TokenIntro } from './TokenCard.tsx';
import { TokenFailed } from './TokenFailed.tsx';

/**
 * The token as stored on this device, while the server is unreachable, with its time: the address may have changed
 * since.
 */
export default function StoredToken({ query }: StoredTokenProps) {
  const { data, asOf, isMissing, obstacle } = useKept(query, settingsQuestion);
  if (data !== undefined) {
    return (
      <>
        <TokenIntro settings={data} />
        <div>
          <StoredNotice at={asOf} obstacle={obstacle} onRetry={() => void query.refetch()} className="mb-4" />
          <TokenCard settings={data} />
        </div>
      </>
    );
  }
  const isRefused = query.isError && !isUnreachableError(query.error);
  return isMissing || isRefused ? <TokenFailed query={query} /> : <Token settings={undefined} />;
}
