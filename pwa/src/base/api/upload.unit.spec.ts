import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError, ForeignAnswerError, NetworkError } from './errors.ts';
import { uploadJson } from './upload.ts';

interface Answer {
  readonly status: number;
  readonly headers?: string;
  readonly responseText?: string;
}

/** The browser's request, which gets this answer. */
const answering = ({ status, headers = '', responseText = '' }: Answer) =>
  class extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly statusText = '';
    readonly responseText = responseText;
    open(): void {}
    setRequestHeader(): void {}
    getAllResponseHeaders = (): string => headers;
    send(): void {
      this.dispatchEvent(new Event('load'));
    }
  };

function upload(answer: Answer) {
  vi.stubGlobal('XMLHttpRequest', answering(answer));
  const { signal } = new AbortController();
  const options = { method: 'PATCH', body: {}, signal, onProgress: () => undefined } as const;
  return uploadJson('/api/user/images', v.object({ id: v.number() }), options);
}

afterEach(() => vi.unstubAllGlobals());

describe('an upload', () => {
  it('returns the answer of our server', async () => {
    const headers = 'content-type: application/json\r\nx-request-id: 1\r\n';
    expect(await upload({ status: 200, headers, responseText: '{"id":1}' })).toEqual({ id: 1 });
  });

  it('is refused by our server', async () => {
    const headers = 'content-type: application/problem+json\r\n';
    await expect(upload({ status: 413, headers, responseText: '{}' })).rejects.toBeInstanceOf(ApiError);
  });

  it.each([200, 404, 511])('fails as without a network if another answers with %i', async (status) => {
    const page = { status, headers: 'content-type: text/html\r\n', responseText: '<h1>Wi-Fi</h1>' };
    await expect(upload(page)).rejects.toBeInstanceOf(ForeignAnswerError);
  });

  it.each([204, 205, 304, 999])('ends, too, for an answer with %i, which has no body', async (status) => {
    await expect(upload({ status })).rejects.toBeInstanceOf(NetworkError);
  });
});
