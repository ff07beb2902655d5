import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/** About 15 MB; for a limited time, because members may be erased. */
const kept = 64;
const keptMs = 5 * 60_000;

/** A hash of everything shown, so that it changes with the content. */
export const pictureKey = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27);

/** Concurrent requests share one. */
export class Pictures {
  readonly #pictures = new LRUCache<string, Promise<Buffer>>({ max: kept, ttl: keptMs, ttlAutopurge: true });

  /** Failures are not cached. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#pictures.get(key);
    if (known !== undefined) return known;
    const png = make();
    this.#pictures.set(key, png);
    png.catch(() => this.#pictures.delete(key));
    return png;
  }

  clear(): void {
    this.#pictures.clear();
  }
}
