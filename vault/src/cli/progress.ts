const everyMs = 1000;

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
