/** Larger ones are no icons. */
const maxLength = 200_000;

/** The picture that a wallet sends of itself, if it is one in itself (both standards ask for that); null for what would be fetched. */
export function walletIcon(icon: string): string | null {
  const trimmed = icon.trim();
  return trimmed.length <= maxLength && /^data:image\/[\w.+-]+[;,]/i.test(trimmed) ? trimmed : null;
}
