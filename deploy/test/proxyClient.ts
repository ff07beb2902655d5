import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';

/** As browsers send them when a person opens an address. */
export const people = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  /** A character for each byte. */
  readonly body: string;
}

/** A request to the proxy; the path is sent exactly as given. */
export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly headers?: http.OutgoingHttpHeaders;
  readonly body?: Buffer;
}

export interface ProxyClient {
  ask(question: Question): Promise<Answer>;
  /** Like `ask`, without TLS. */
  askPlainly(question: Question): Promise<Answer>;
  /** Resolves with the socket when the other side has accepted the upgrade. */
  upgrade(path: string): Promise<Duplex>;
}

export interface ProxyPorts {
  readonly plain: number;
  readonly secure: number;
}

async function answerOf(request: http.ClientRequest, body?: Buffer): Promise<Answer> {
  const answered = once(request, 'response');
  // An answer may come before the whole body is sent; later failures to send don't matter.
  answered.then(() => request.on('error', () => undefined)).catch(() => undefined);
  request.end(body);
  const [response]: http.IncomingMessage[] = await answered;
  if (response === undefined) throw new Error('No answer');
  const chunks: Uint8Array[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: Buffer.concat(chunks).toString('latin1'),
  };
}

/** A client of a proxy on loopback that calls itself `localhost`. @param ca of its certificate, once it has one */
export function proxyClient({ plain, secure }: ProxyPorts, ca: () => Buffer): ProxyClient {
  const common = ({ method = 'GET', path: target, headers }: Question) => ({
    host: '127.0.0.1',
    method,
    path: target,
    headers: { host: `localhost:${secure}`, ...headers },
  });
  const open = (question: Question) =>
    https.request({ ...common(question), port: secure, servername: 'localhost', ca: ca(), agent: false });
  return {
    ask: (question) => answerOf(open(question), question.body),
    askPlainly: (question) =>
      answerOf(http.request({ ...common(question), port: plain, agent: false }), question.body),
    upgrade: (target) =>
      new Promise((resolve, reject) => {
        const headers = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
        const key = { 'sec-websocket-key': Buffer.alloc(16).toString('base64') };
        const request = open({ path: target, headers: { ...headers, ...key } });
        request.once('upgrade', (_response, socket) => resolve(socket));
        request.once('response', ({ statusCode }) => reject(new Error(`The upgrade got ${statusCode}`)));
        request.once('error', reject);
        request.end();
      }),
  };
}
