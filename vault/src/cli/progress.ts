/** How often a line is printed, at most. */
const everyMs = 1000;

/** Prints how far something is, a line a second, and always the end. */
export function progressLines(out: NodeJS.WritableStream, what: string) {
  let printed = Number.NEGATIVE_INFINITY;
  return (done: number, total: number): void => {
    const now = performance.now();
    if (done < total && now - printed < everyMs) return;
    printed = now;
    const percent = total === 0 ? 100 : Math.floor((100 * done) / total);
    out.write(`${String(percent).padStart(3)} %  ${done} of ${total} ${what}\n`);
  };
}
