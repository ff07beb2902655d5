import type { Page, Request } from 'playwright-core';
import { within } from './within.ts';

/** A page's unanswered requests. */
export class Requests {
  readonly #open = new Set<Request>();
  #whenQuiet = () => {};

  constructor(page: Page) {
    page.on('request', (request) => this.#open.add(request));
    page.on('requestfinished', (request) => this.#close(request));
    page.on('requestfailed', (request) => this.#close(request));
  }

  /** Forgets the requests of a page that was left. */
  forget(): void {
    this.#open.clear();
  }

  /** Resolves once all are answered. @throws Error that lists the missing ones if not in time */
  async quiet(withinMs: number): Promise<void> {
    if (this.#open.size === 0) return;
    const quiet = new Promise<void>((resolve) => {
      this.#whenQuiet = resolve;
    });
    try {
      await within(withinMs, 'no answer', quiet);
    } catch (error) {
      throw new Error(`no answer to ${[...this.#open].map((request) => request.url()).join(' ')}`, {
        cause: error,
      });
    }
  }

  #close(request: Request): void {
    this.#open.delete(request);
    if (this.#open.size === 0) this.#whenQuiet();
  }
}
