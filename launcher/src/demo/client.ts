import { problemSchema } from '@pmcw/contracts';
import { pause, retryAfterOf } from '@pmcw/resilience';
import * as v from 'valibot';

const requestTimeoutMs = 30_000;

export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Keeps cookies and sends an origin, like a browser. */
export class DemoClient {
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Retries when the server asks for it. @throws RefusedError */
  async send<S extends v.GenericSchema>(
    method: string,
    path: string,
    body: unknown,
    answer: S,
  ): Promise<v.InferOutput<S>> {
    const response = await fetch(new URL(path, this.#origin), {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        origin: this.#origin,
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    const wait = retryAfterOf(response.headers) ?? 0;
    if ((response.status === 429 || response.status === 503) && wait > 0 && wait <= 60) {
      await pause(wait * 1000);
      return this.send(method, path, body, answer);
    }
    if (!response.ok) {
      const problem = v.safeParse(v.pipe(v.string(), v.parseJson(), problemSchema), text);
      throw new RefusedError(
        response.status,
        problem.success ? problem.output.detail : `${method} ${path}: ${response.status}`,
      );
    }
    return v.parse(answer, text === '' ? null : JSON.parse(text));
  }
}
