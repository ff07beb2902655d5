/** Returns null for more than `bytesMax` bytes, which is checked before decoding. */
export function bytesOf(dataUrl: string, bytesMax: number): Buffer | null {
  const digits = dataUrl.slice(dataUrl.indexOf(',') + 1);
  return Buffer.byteLength(digits, 'base64') > bytesMax ? null : Buffer.from(digits, 'base64');
}

const unspecific = ['', 'application/octet-stream'];

/** Whether the URL claims another type. */
export function isLie(dataUrl: string, type: string): boolean {
  const [claimed = ''] = dataUrl.slice('data:'.length, dataUrl.indexOf(',')).split(';', 1);
  return !unspecific.includes(claimed) && claimed.trim().toLowerCase() !== type;
}
