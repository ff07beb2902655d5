/** Of an error, or of anything else that was thrown, for people. */
export function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\.?$/, '.');
}
