import { createHash } from 'node:crypto';

/** About 15 MB; for a limited time, because members may be erased. */
const kept = 64;
const keptMs = 5 * 60_000;

/** A hash of everything shown, so that it changes with the content. */
export const pictureKey = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27);

/** Concurrent requests share one. */
export class Pictures {
  readonly #pictures = new Map<string, { readonly png: Promise<Buffer>; readonly forget: NodeJS.Timeout }>();

  /** Failures are not cached. */
  get(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#pictures.get(key);
    if (known !== undefined) return known.png;
    const png = make();
    const forget = setTimeout(() => this.#pictures.delete(key), keptMs);
    forget.unref();
    this.#pictures.set(key, { png, forget });
    png.catch(() => this.#forget(key));
    const [oldest] = this.#pictures.keys();
    if (this.#pictures.size > kept && oldest !== undefined) this.#forget(oldest);
    return png;
  }

  clear(): void {
    for (const key of this.#pictures.keys()) this.#forget(key);
  }

  #forget(key: string): void {
    clearTimeout(this.#pictures.get(key)?.forget);
    this.#pictures.delete(key);
  }
}
