import { setTimeout as delay } from 'node:timers/promises';
import * as v from 'valibot';
import { type RawData, WebSocket } from 'ws';
import type { FrameFault, FrameSeen } from './faultKinds.ts';
import type { Rules } from './rules.ts';

const frameSchema = v.pipe(v.string(), v.parseJson(), v.object({ type: v.string() }));

/** A browser's socket and its connection to the server, frame by frame and in order. */
export class FaultyLink {
  readonly cookie: string;
  onOver: () => void = () => undefined;
  readonly #rules: Rules<FrameSeen, FrameFault>;
  #server: WebSocket | null = null;
  #browser: WebSocket | null = null;
  /** Directions that lose all frames. */
  readonly #silent = new Set<FrameSeen['direction']>();
  #up: Promise<void> = Promise.resolve();
  #down: Promise<void> = Promise.resolve();

  constructor(cookie: string, rules: Rules<FrameSeen, FrameFault>) {
    this.cookie = cookie;
    this.#rules = rules;
  }

  /** Connects to the server. Returns the status of its refusal, 502 if nothing listens, or null if it accepted. */
  reach(url: string, headers: Readonly<Record<string, string>>): Promise<number | null> {
    const server = new WebSocket(url, { headers, perMessageDeflate: false });
    this.#server = server;
    return new Promise((resolve) => {
      server.on('open', () => resolve(null));
      server.on('unexpected-response', (request, { statusCode = 502 }) => {
        resolve(statusCode);
        request.destroy();
      });
      server.on('error', () => resolve(502));
    });
  }

  join(browser: WebSocket): void {
    const server = this.#server;
    this.#browser = browser;
    if (server === null || server.readyState !== WebSocket.OPEN) {
      browser.terminate();
      return;
    }
    browser.on('message', (data) => {
      this.#up = this.#up.then(() => this.#pass('up', textOf(data)));
    });
    server.on('message', (data) => {
      this.#down = this.#down.then(() => this.#pass('down', textOf(data)));
    });
    browser.on('error', () => browser.terminate());
    // Frames on their way up still arrive, even though no one waits for an answer.
    browser.on('close', () => void this.#up.then(() => server.close()).then(this.onOver));
    server.on('close', (code, reason) => void this.#down.then(() => closeLike(browser, code, reason)));
  }

  cut(): void {
    this.#browser?.terminate();
    this.#server?.terminate();
  }

  async #pass(direction: FrameSeen['direction'], text: string): Promise<void> {
    if (this.#silent.has(direction)) return;
    const frame = v.safeParse(frameSchema, text);
    const type = frame.success ? frame.output.type : '';
    const fault = this.#rules.take({ direction, cookie: this.cookie, type, text });
    if (fault?.kind === 'delay') await delay(fault.ms);
    if (fault?.kind === 'hold') await fault.until;
    if (fault?.kind === 'cut') return this.cut();
    if (fault?.kind === 'lose') return void this.#silent.add(direction);
    this.#send(direction, text);
    if (fault?.kind === 'twice') this.#send(direction, text);
    if (fault?.kind === 'lose-answer') this.#silent.add('down');
    if (fault?.kind === 'cut-after') {
      this.#browser?.terminate();
      this.#server?.close();
    }
  }

  #send(direction: FrameSeen['direction'], text: string): void {
    const end = direction === 'up' ? this.#server : this.#browser;
    if (end?.readyState === WebSocket.OPEN) end.send(text);
  }
}

/** Frames are text; `ws` returns bytes. */
function textOf(data: RawData): string {
  return String(data);
}

/** Reserved codes, which may not be sent. */
const unspoken: readonly number[] = [1004, 1005, 1006, 1015];

/** Closes a browser's socket as the server closed its own. */
function closeLike(browser: WebSocket, code: number, reason: Buffer): void {
  if (unspoken.includes(code)) browser.terminate();
  else browser.close(code, reason);
}
