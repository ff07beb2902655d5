/** Larger ones are no icons. */
const maxLength = 200_000;

/** Returns a wallet's embedded picture, as both standards require; null for anything that would be fetched. */
export function walletIcon(icon: string): string | null {
  const trimmed = icon.trim();
  return trimmed.length <= maxLength && /^data:image\/[\w.+-]+[;,]/i.test(trimmed) ? trimmed : null;
}
