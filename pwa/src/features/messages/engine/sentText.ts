/** A composed text as it is sent: the first line may be indented, as in code, but not empty. */
export const sentText = (text: string): string => text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd();
