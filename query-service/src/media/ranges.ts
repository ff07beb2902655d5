/** Inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Unsupported ranges count as `whole`. */
export type Asked = ByteRange | 'whole' | 'unsatisfiable';

/** Longer numbers exceed every size. */
const single = /^bytes=(\d{0,15})-(\d{0,15})$/i;

/** Parses a `Range` header (RFC 9110). Several ranges are answered with the whole, as that allows. */
export function rangeOf(header: string | undefined, size: number): Asked {
  const [, first, last] = single.exec(header?.replaceAll(/[ \t]/g, '') ?? '') ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { from: size - length, to: size - 1 };
  }
  const from = Number(first);
  const to = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  // An invalid range is ignored.
  if (last !== '' && Number(last) < from) return 'whole';
  return from >= size ? 'unsatisfiable' : { from, to };
}
