/**
 * The bytes of a data URL that `dataUrlSchema` has accepted; null when they are more than may be, which is known
 * before they are made.
 */
export function bytesOf(dataUrl: string, bytesMax: number): Buffer | null {
  const digits = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Buffer.byteLength(digits, 'base64') > bytesMax ? null : Buffer.from(digits, 'base64');
}
