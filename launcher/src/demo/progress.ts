import { SingleBar } from 'cli-progress';

async function forEachOf<T>(
  items: readonly T[],
  atOnce: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

export async function withProgress<T>(
  title: string,
  items: readonly T[],
  task: (item: T) => Promise<void>,
): Promise<void> {
  const bar = new SingleBar({
    format: `${title.padEnd(14)} {bar} {value}/{total}  {eta_formatted} left`,
    hideCursor: true,
  });
  bar.start(items.length, 0);
  await forEachOf(items, 6, async (item) => {
    await task(item);
    bar.increment();
  });
  bar.stop();
}
