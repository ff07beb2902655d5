export interface ProgressState {
  readonly events: number;
  /** From 0 to 1. */
  readonly share: number;
  readonly elapsedMs: number;
}

/** Terminals overwrite the line, files add up. */
const everyMs = { terminal: 200, file: 5_000 };
const count = new Intl.NumberFormat('en');

export function progressLine(title: string, { events, share, elapsedMs }: ProgressState): string {
  const rate = elapsedMs > 0 ? Math.round((events * 1000) / elapsedMs) : 0;
  const left = share > 0.01 && share < 1 ? ` · ${duration((elapsedMs / share) * (1 - share))} left` : '';
  return `${title} ${Math.floor(share * 100)}% · ${count.format(events)} events · ${count.format(rate)}/s${left}`;
}

function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export class ProgressDisplay {
  readonly #out: NodeJS.WritableStream;
  readonly #title: string;
  readonly #terminal: boolean;
  readonly #source: { readonly share: number };
  readonly #began = performance.now();
  #shownAt = this.#began;

  constructor(out: NodeJS.WritableStream, title: string, source: { readonly share: number }) {
    this.#out = out;
    this.#title = title;
    this.#source = source;
    this.#terminal = 'isTTY' in out && out.isTTY === true;
  }

  at(events: number): void {
    const now = performance.now();
    if (now - this.#shownAt < (this.#terminal ? everyMs.terminal : everyMs.file)) return;
    this.#shownAt = now;
    this.#show(events, now);
  }

  end(events: number): void {
    this.#show(events, performance.now());
    if (this.#terminal) this.#out.write('\n');
  }

  #show(events: number, now: number): void {
    const { share } = this.#source;
    const line = progressLine(this.#title, { events, share, elapsedMs: now - this.#began });
    this.#out.write(this.#terminal ? `\r\x1b[2K${line}` : `${line}\n`);
  }
}
