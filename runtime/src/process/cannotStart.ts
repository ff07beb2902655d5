/** A process can't start, for a reason that a person can do something about; the message is a sentence for them. */
export class CannotStartError extends Error {
  override readonly name: string = 'CannotStartError';
}
