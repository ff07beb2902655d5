import { ApiError } from './errors.ts';

/** Asks the member to prove who they are; false when they give that up. Never rejects. */
type AskForProof = () => Promise<boolean>;

let asker: AskForProof | null = null;
let asked: Promise<boolean> | null = null;

/** Has proofs asked for by this from now on. Returns the way to stop. */
export function askForProofsBy(ask: AskForProof): () => void {
  asker = ask;
  return () => {
    if (asker === ask) asker = null;
  };
}

/** Whether the server wants the member to prove first who they are. */
export const wantsProof = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

/** Asks for a proof; requests that are refused meanwhile wait for the same one. */
export function askForProof(): Promise<boolean> {
  if (asker === null) return Promise.resolve(false);
  asked ??= asker().finally(() => {
    asked = null;
  });
  return asked;
}
