/** No real header is longer; the rest is ignored. */
const longestHeader = 256;

/** In lower case, with a weight above 0. */
interface Weighted {
  readonly name: string;
  readonly weight: number;
}

/** Entries of a header such as `accept`, in its order (RFC 9110 §12.4.2). */
export function weightsOf(header: string): readonly Weighted[] {
  return header
    .slice(0, longestHeader)
    .split(',')
    .map((entry) => {
      const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { name, weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0);
}
