import type { ProblemCode } from '@pmcw/contracts';
import type { Answer, Browser, SignedIn } from '../browser.ts';
import type { Running } from '../running.ts';

export interface Cast {
  readonly app: Running;
  readonly admin: SignedIn;
  readonly ada: SignedIn;
  readonly bob: SignedIn;
  /** A suspended member. */
  readonly sam: SignedIn;
  readonly stranger: Browser;
}

export interface Row {
  /** As in the specification, or as the product says it. */
  readonly says: string;
  readonly status: number;
  readonly code: ProblemCode;
  /** The field that the text is about, if any. */
  readonly field?: string;
  readonly ask: (cast: Cast) => Promise<Answer> | Answer;
}
