/** `waitMs` is per command before it. */
const most = { waiting: 100, waitMs: 5_000 };

interface Queue {
  last: Promise<unknown>;
  length: number;
}

/**
 * Avoid needless conflicts within this process. Not a lock: a command behind too many or too slow ones goes ahead, and
 * the expected revision prevents errors.
 */
export class StreamTurns {
  readonly #queues = new Map<string, Queue>();

  /** Rejects as the work does. */
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

/** Also resolves after `waitMs`: if the log hangs, waits must not add up. */
function ended(before: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const patience = setTimeout(resolve, most.waitMs);
    void before.then(() => {
      clearTimeout(patience);
      resolve();
    });
  });
}
