import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { LookupFunction } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** For specs, whose servers are on loopback. */
export interface LoopbackOptions {
  readonly lookup: LookupFunction;
  readonly port: number;
  readonly ca: string;
  /** Addresses that are allowed although they are not public. */
  readonly addresses: string[];
}

export interface Page {
  /** After redirects. */
  readonly url: URL;
  /** Lower case, without parameters. */
  readonly type: string;
  /** At most the first megabyte. */
  readonly body: string;
}

/** Null if there is no such page. @throws if that can't be known now, or its host is not public */
export type FetchPage = (url: URL, signal: AbortSignal) => Promise<Page | null>;

const mostBytes = 1024 * 1024;
const mostHeaderBytes = 16 * 1024;
const mostRedirects = 3;

async function bodyOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= mostBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
}

/** Only on the same host, and encrypted. */
function redirectOf(url: URL, { headers }: IncomingMessage): URL {
  const target = new URL(headers.location ?? '', url);
  if (target.protocol !== 'https:' || target.host !== url.host)
    throw new Error('It redirects to another host');
  return target;
}

/**
 * Requests pages of strangers: over https, without cookies, and only from public addresses. The agent checks each
 * address that a name resolves to, and the connection uses exactly those, so that a second resolution can't differ.
 */
export function openPages(userAgent: string, loopback?: LoopbackOptions): FetchPage {
  const agent = new RequestFilteringHttpsAgent({
    keepAlive: false,
    ...(loopback && { lookup: loopback.lookup, ca: loopback.ca, allowIPAddressList: loopback.addresses }),
  });
  const headers = {
    accept: 'text/html, text/plain',
    // Compressed answers could grow without limit.
    'accept-encoding': 'identity',
    'user-agent': userAgent,
  };

  async function answerOf(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const sent = request(url, {
      ...{ agent, headers, signal, maxHeaderSize: mostHeaderBytes },
      ...(loopback && { port: loopback.port }),
    });
    // `once` hears only the errors before an answer; later ones reach its body.
    sent.on('error', () => undefined).end();
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error('No answer');
    return response;
  }

  async function fetchFrom(url: URL, signal: AbortSignal, redirects: number): Promise<Page | null> {
    const response = await answerOf(url, signal);
    try {
      const { statusCode = 0, headers: given } = response;
      if (statusCode >= 300 && statusCode < 400 && given.location !== undefined) {
        if (redirects === 0) throw new Error('It redirects too often');
        return await fetchFrom(redirectOf(url, response), signal, redirects - 1);
      }
      if (statusCode === 404 || statusCode === 410) return null;
      if (statusCode !== 200) throw new Error(`It answers ${statusCode}`);
      if ((given['content-encoding'] ?? 'identity') !== 'identity') throw new Error('It is compressed');
      const [type = ''] = (given['content-type'] ?? '').split(';');
      return { url, type: type.trim().toLowerCase(), body: await bodyOf(response) };
    } finally {
      response.destroy();
    }
  }

  return (url, signal) => fetchFrom(url, signal, mostRedirects);
}
