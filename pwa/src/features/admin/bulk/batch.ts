import { ApiError, isPassingError, isSignedOutError } from '../../../base/api/errors.ts';
import { repeated } from '../../../base/api/repeated.ts';

export interface Failure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

export interface BatchResult<Item> {
  /** Number of items. */
  readonly done: number;
  readonly failures: readonly Failure<Item>[];
  /** Not tried: it was stopped, or every other item would be refused as well. */
  readonly left: readonly Item[];
}

export interface BatchOptions<Item> {
  readonly act: (item: Item) => Promise<unknown>;
  readonly signal: AbortSignal;
  /** After each item. */
  readonly onProgress: (done: number, failed: number) => void;
}

const atOnce = 4;

/** The session ended, or the administrator did not confirm who they are. */
const concernsAll = (error: unknown): boolean =>
  isSignedOutError(error) ||
  (error instanceof ApiError && ['fresh_proof_required', 'suspended', 'forbidden'].includes(error.code));

/** Null on success. The actions of a batch can be repeated. */
const errorOf = (act: () => Promise<unknown>, signal: AbortSignal): Promise<unknown> =>
  repeated(act, isPassingError, signal).then(
    () => null,
    (error: unknown) => error,
  );

/** The first item alone, because the server may ask for a proof; then several at once. */
export async function runBatch<Item>(
  items: readonly Item[],
  { act, signal, onProgress }: BatchOptions<Item>,
): Promise<BatchResult<Item>> {
  const failures: Failure<Item>[] = [];
  const left: Item[] = [];
  const rest = items.values();
  let done = 0;
  let isOver = false;
  const takeNext = async (item: Item) => {
    if (isOver || signal.aborted) return void left.push(item);
    const error = await errorOf(() => act(item), signal);
    if (error === null) done += 1;
    else if (concernsAll(error)) {
      isOver = true;
      left.push(item);
    } else failures.push({ item, error });
    onProgress(done, failures.length);
  };
  const first = rest.next();
  if (first.done !== true) await takeNext(first.value);
  const worker = async () => {
    for (const item of rest) await takeNext(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return { done, failures, left };
}
