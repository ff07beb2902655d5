import { ApiError } from './errors.ts';

/** Resolves to false if the member gives up; never rejects. */
type AskForProof = () => Promise<boolean>;

let asker: AskForProof | null = null;
let asked: Promise<boolean> | null = null;

/** Returns a function that unregisters it. */
export function askForProofsBy(ask: AskForProof): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

export const wantsProof = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

/** Requests refused in the meantime wait for the same proof. */
export function askForProof(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
