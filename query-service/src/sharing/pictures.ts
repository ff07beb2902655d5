import { createHash } from 'node:crypto';

/** Pictures kept at a time, about 15 MB of them; and for how long, in milliseconds: who is erased does not stay. */
const kept = 64;
const keptMs = 5 * 60_000;

/** The name of a picture: of everything that is on it, so that it changes when they do. */
export const pictureKey = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 27);

/** Pictures by what is on them: each is made once while it is kept, however many ask at the same time. */
export class Pictures {
  readonly #pictures = new Map<string, { readonly png: Promise<Buffer>; readonly forget: NodeJS.Timeout }>();

  /** The picture of this name, made if it is not at hand; a failure is not kept. */
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

  /** Forgets everything. */
  clear(): void {
    for (const key of this.#pictures.keys()) this.#forget(key);
  }

  #forget(key: string): void {
    clearTimeout(this.#pictures.get(key)?.forget);
    this.#pictures.delete(key);
  }
}
