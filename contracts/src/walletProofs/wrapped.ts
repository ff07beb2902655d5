/** End of a signature by EIP-6492, after the ABI encoding of factory, factory call and inner signature. */
const mark = '6492'.repeat(16);
const word = 64;

/** Whether it is by a smart account that may not be deployed yet. */
export const isWrapped = (signature: string): boolean => signature.endsWith(mark);

/** The inner signature of EIP-6492; anything else is returned as it is. */
export function unwrapped(signature: string): string {
  if (!isWrapped(signature)) return signature;
  const hex = signature.replace(/^0x/, '');
  const numberAt = (at: number) => Number.parseInt(hex.slice(at, at + word), 16);
  const start = numberAt(2 * word) * 2;
  const inner = hex.slice(start + word, start + word + numberAt(start) * 2);
  return inner.length === numberAt(start) * 2 ? `0x${inner}` : signature;
}
