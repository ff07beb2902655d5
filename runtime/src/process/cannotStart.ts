/** A reason that an operator can fix; the message is a sentence for them. */
export class CannotStartError extends Error {
  override readonly name: string = 'CannotStartError';
}
