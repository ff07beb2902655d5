import * as v from 'valibot';

export const publicUrl = 'http://localhost:8080';

const answerBodySchema = v.looseObject({
  detail: v.optional(v.string()),
  code: v.optional(v.string()),
  errors: v.optional(v.array(v.looseObject({ path: v.string(), message: v.string() }))),
  createdAt: v.optional(v.string()),
  position: v.optional(v.string()),
  sender: v.optional(v.looseObject({ fullName: v.string() })),
});
/** The fields that specs read. Ids of members are numbers, all others strings. */
type AnswerBody = v.InferOutput<typeof answerBodySchema> & { readonly id?: unknown };

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The raw body. */
  readonly text: string;
  /** The parsed body; empty if there is none. */
  readonly body: AnswerBody;
}

/** Keeps cookies and sends an Origin. */
export interface Browser {
  readonly cookies: Map<string, string>;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
}

/** A member with a browser. */
export interface SignedIn extends Browser {
  readonly id: number;
  readonly username: string;
}

export function browserAt(url: string): Browser {
  const cookies = new Map<string, string>();

  async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: publicUrl,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookies.size === 0
          ? {}
          : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: v.parse(answerBodySchema, text === '' ? {} : JSON.parse(text)),
    };
  }
  return { cookies, call, post: (path, body) => call('POST', path, body) };
}
