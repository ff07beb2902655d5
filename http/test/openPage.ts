import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** As a browser sends them over https and to localhost. */
export const navigating = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
};

export interface Opened {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Sends only the given headers, unlike `fetch`, which has a `sec-fetch-mode` of its own. */
export async function openPage(
  url: string,
  headers: Readonly<Record<string, string>> = navigating,
  method = 'GET',
): Promise<Opened> {
  const asked = request(url, { method, headers, agent: false }).end();
  const [response] = await once(asked, 'response');
  const { statusCode, headers: answered } = response;
  return { status: statusCode, headers: answered, body: await text(response) };
}
