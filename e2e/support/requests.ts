import type { Page, Request } from 'playwright-core';
import { within } from './within.ts';

/** What a page has asked for and has no answer to yet. */
export class Requests {
  readonly #open = new Set<Request>();
  #whenQuiet = () => {};

  constructor(page: Page) {
    page.on('request', (request) => this.#open.add(request));
    page.on('requestfinished', (request) => this.#close(request));
    page.on('requestfailed', (request) => this.#close(request));
  }

  /** Forgets what a page that is left was waiting for. */
  forget(): void {
    this.#open.clear();
  }

  /** Resolves once every answer is there. @throws Error with what is missing when it is not in time */
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
