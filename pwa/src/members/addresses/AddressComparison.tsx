import { addresses } from '../../base/words/en/members/addresses.ts';
import { useWords } from '../../base/words/words.ts';
import type { Comparison, Piece } from './compareAddress.ts';

export type Given = 'message' | 'bio' | 'pasted' | 'clipboard';

interface AddressComparisonProps {
  readonly comparison: Comparison;
  readonly given: Given;
  /** Null for the reader's own profile. */
  readonly username: string | null;
}

/** Two addresses, one above the other, with the differences marked, and named for screen readers. */
export function AddressComparison({ comparison, given, username }: AddressComparisonProps) {
  const words = useWords(addresses).comparison;
  const places = placesOf(comparison.listed);
  return (
    <div className="flex flex-col gap-2">
      <dl className="flex flex-col gap-2">
        <Side name={words.given[given]} pieces={comparison.given} />
        <Side
          name={username === null ? words.listedOwn : words.listed(username)}
          pieces={comparison.listed}
        />
      </dl>
      {comparison.odd.length > 0 && <p>{words.odd(comparison.odd.join(', '))}</p>}
      {places !== '' && <p className="sr-only">{words.differsAt(places)}</p>}
    </div>
  );
}

function Side({ name, pieces }: { readonly name: string; readonly pieces: readonly Piece[] }) {
  const keyed = pieces.map((piece, at) => ({ ...piece, at }));
  return (
    <div>
      <dt className="text-xs text-muted">{name}</dt>
      <dd>
        <bdi dir="ltr" className="font-mono text-note/5 break-all text-fg tabular-nums">
          {keyed.map(({ text, isDifferent, at }) =>
            isDifferent ? (
              <mark
                key={at}
                className="rounded-xs bg-danger-soft font-semibold text-danger underline decoration-2 underline-offset-3"
              >
                {text}
              </mark>
            ) : (
              text
            ),
          )}
        </bdi>
      </dd>
    </div>
  );
}

/** "7–36, 40", counted from 1. */
function placesOf(pieces: readonly Piece[]): string {
  let end = 0;
  return pieces
    .flatMap(({ text, isDifferent }) => {
      const start = end + 1;
      end += text.length;
      return isDifferent ? [start === end ? String(start) : `${start}–${end}`] : [];
    })
    .join(', ');
}
