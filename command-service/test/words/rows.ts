import type { ProblemCode } from '@pmcw/contracts';
import type { Answer, Browser, Running, SignedIn } from '../running.ts';

/** Who takes part. */
export interface Cast {
  readonly app: Running;
  readonly admin: SignedIn;
  readonly ada: SignedIn;
  readonly bob: SignedIn;
  /** A suspended member. */
  readonly sam: SignedIn;
  readonly stranger: Browser;
}

/** Asks for one sentence. */
export interface Row {
  /** Word for word as the specification has it, or where it has none, as the product says it. */
  readonly says: string;
  readonly status: number;
  readonly code: ProblemCode;
  /** The field that the sentence is about, where it is about one. */
  readonly field?: string;
  readonly ask: (cast: Cast) => Promise<Answer> | Answer;
}
