import { ApiError } from './errors.ts';

/** Resolves to false if the member gives up; never rejects. */
type OpenProofDialog = () => Promise<boolean>;

let openDialog: OpenProofDialog | null = null;
let asked: Promise<boolean> | null = null;

/** Returns a function that unregisters it. */
export function registerProofDialog(open: OpenProofDialog): () => void {
  openDialog = open;
  return () => {
    if (openDialog === open) openDialog = null;
  };
}

export const isProofRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'fresh_proof_required';

/** Requests refused in the meantime wait for the same proof. */
export function requestProof(): Promise<boolean> {
  if (openDialog === null) return Promise.resolve(false);
  asked ??= openDialog().finally(() => {
    asked = null;
  });
  return asked;
}
