import { texts } from '@pmcw/contracts';
import { SingleBar } from 'cli-progress';

const tickMs = 1_000;
/** A shorter start shows nothing. */
const ticksBefore = 3;
const ticksPerLine = 10;

type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Shows the progress of a long start: as a bar on a terminal, otherwise as a line every ten seconds. */
export class StartProgress {
  readonly #out: Output;
  readonly #timer: NodeJS.Timeout;
  #ticks = 0;
  #percent = 0;
  #bar: SingleBar | null = null;

  constructor(out: Output) {
    this.#out = out;
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  set percent(percent: number) {
    this.#percent = percent;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#bar?.stop();
    this.#bar = null;
  }

  #tick(): void {
    const shown = this.#ticks - ticksBefore;
    this.#ticks += 1;
    if (shown < 0) return;
    if (this.#out.isTTY) this.#showBar();
    else if (shown % ticksPerLine === 0) this.#out.write(`  ${texts.preparing(this.#percent)}\n`);
  }

  #showBar(): void {
    this.#bar?.update(this.#percent);
    if (this.#bar !== null) return;
    const format = '  Preparing {bar} {percentage} %';
    this.#bar = new SingleBar({ format, hideCursor: true, stream: this.#out });
    this.#bar.start(100, this.#percent);
  }
}
