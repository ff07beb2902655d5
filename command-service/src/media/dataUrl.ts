/**
 * The bytes of a data URL that `dataUrlSchema` has accepted; null when they are more than may be, which is known
 * before they are made.
 */
export function bytesOf(dataUrl: string, bytesMax: number): Buffer | null {
  const digits = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Buffer.byteLength(digits, 'base64') > bytesMax ? null : Buffer.from(digits, 'base64');
}

/** What says nothing about the bytes. */
const unspecific = ['', 'application/octet-stream'];

/** Whether a data URL names another type than the one that its bytes have. */
export function isLie(dataUrl: string, type: string): boolean {
  const [claimed = ''] = dataUrl.slice('data:'.length, dataUrl.indexOf(',')).split(';', 1);
  return !unspecific.includes(claimed) && claimed.trim().toLowerCase() !== type;
}
