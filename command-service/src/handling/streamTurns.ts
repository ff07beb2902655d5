/** Commands for one stream that may wait for those before, and for how long each does. */
const most = { waiting: 100, waitMs: 5_000 };

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/**
 * Turns at a stream within this process: of two commands that decide on the same state at the same moment, one would have to
 * decide again. A turn is a courtesy and no lock. Other processes take none, and who would wait for too long, or behind too
 * many, goes ahead: the revision that an append expects keeps it right.
 */
export class StreamTurns {
  readonly #queues = new Map<string, Queue>();

  /** Does the work when what was begun before for this stream is done. Rejects as the work does. */
  async run<T>(stream: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(stream) ?? { last: Promise.resolve(), length: 0 };
    const isNext = queue.length === 0 || queue.length > most.waiting;
    const done = isNext ? work() : ended(queue.last).then(work);
    queue.last = done.catch(() => undefined);
    queue.length += 1;
    this.#queues.set(stream, queue);
    try {
      return await done;
    } finally {
      queue.length -= 1;
      if (queue.length === 0) this.#queues.delete(stream);
    }
  }
}

/** Resolves when it has ended, or takes too long: a log that hangs must not have all wait one after the other. */
function ended(before: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, most.waitMs);
    void before.then(() => {
      clearTimeout(patience);
      resolve();
    });
  });
}
