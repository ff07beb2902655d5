/** In milliseconds. */
export interface Backoff {
  readonly firstMs: number;
  readonly mostMs: number;
}

/** Between half and all of it, so that processes that failed together don't retry together. */
export const spread = (milliseconds: number): number => milliseconds * (0.5 + Math.random() / 2);

/**
 * Doubles with each failure in a row.
 * @param failures at least 1
 */
export const backoffMs = (failures: number, { firstMs, mostMs }: Backoff): number =>
  spread(Math.min(mostMs, firstMs * 2 ** Math.min(failures - 1, 30)));
