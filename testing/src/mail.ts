import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TakenMail extends Pick<Email, 'subject' | 'text' | 'html' | 'messageId'> {
  readonly to: string;
  readonly from: string;
  /** As received, with its encodings. */
  readonly raw: string;
}

/** Accepts the mail, refuses with a code at a step, greets late (`until`), or never answers (`silence`). */
export type MailAnswer =
  | 'take'
  | { readonly at: 'greeting' | 'recipient' | 'message'; readonly code: number }
  | { readonly at: 'greeting'; readonly code: null; readonly until: Promise<void> }
  | { readonly at: 'recipient'; readonly code: 'silence' };

export interface MailServerStandIn {
  readonly url: string;
  readonly port: number;
  readonly taken: readonly TakenMail[];
  /** Number of named recipients, also of refused mails. */
  readonly asked: number;
  /** `take` by default. */
  answer(answer: MailAnswer): void;
  /** Newest last. */
  to(address: string): readonly TakenMail[];
  close(): Promise<void>;
}

const refusal = (code: number): Error =>
  Object.assign(new Error('refused on purpose'), { responseCode: code });

export interface MailServerOptions {
  /** A free one if missing. */
  readonly port?: number;
  /** TLS from the start, on request (STARTTLS), or not at all; with an untrusted certificate. */
  readonly tls?: 'always' | 'offered' | 'never';
  /** The password that senders must present, with any user name. */
  readonly password?: string;
}

export async function startMailServer({
  port = 0,
  tls = 'never',
  password,
}: MailServerOptions = {}): Promise<MailServerStandIn> {
  const taken: TakenMail[] = [];
  let answer: MailAnswer = 'take';
  let asked = 0;
  const codeAt = (step: 'greeting' | 'recipient' | 'message') =>
    answer !== 'take' && answer.at === step ? answer.code : null;
  const server = new SMTPServer({
    authOptional: password === undefined,
    secure: tls === 'always',
    disabledCommands: tls === 'offered' ? [] : ['STARTTLS'],
    // If set explicitly, it does not warn about its certificate.
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 1,
    onConnect(_session, callback) {
      const code = codeAt('greeting');
      const late = answer !== 'take' && 'until' in answer ? answer.until : Promise.resolve();
      void late.then(() => callback(typeof code === 'number' ? refusal(code) : null));
    },
    onAuth: (given, _session, callback) =>
      given.password === password ? callback(null, { user: given.username }) : callback(refusal(535)),
    onRcptTo(_address, _session, callback) {
      asked += 1;
      const code = codeAt('recipient');
      if (code !== 'silence') callback(code === null ? null : refusal(code));
    },
    onData(stream, session, callback) {
      const code = codeAt('message');
      void buffer(stream).then(async (bytes) => {
        if (typeof code === 'number') return callback(refusal(code));
        const to = session.envelope.rcptTo.map(({ address }) => address).join(', ');
        taken.push(await read(bytes, to));
        callback(null);
      });
    },
  });
  server.on('error', () => undefined);
  const listening: Server = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  const bound = portOf(listening);
  return {
    url: `${tls === 'always' ? 'smtps' : 'smtp'}://127.0.0.1:${bound}`,
    port: bound,
    taken,
    get asked() {
      return asked;
    },
    answer(next) {
      answer = next;
    },
    to: (address) => taken.filter((mail) => mail.to === address),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

async function read(bytes: Buffer, to: string): Promise<TakenMail> {
  const { subject, text, html, messageId, from } = await PostalMime.parse(bytes);
  const lines = (part: string | undefined) => part?.replace(/(\r?\n)+$/, '').replaceAll('\r\n', '\n');
  return {
    ...{ subject, text: lines(text), html: lines(html), messageId, to },
    from: `${from?.name ?? ''} <${from?.address ?? ''}>`,
    raw: bytes.toString('utf8'),
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A server that accepts connections and never greets. */
export interface SilentServer extends Pick<MailServerStandIn, 'url' | 'close'> {
  connections(): number;
}

export async function startSilentServer(): Promise<SilentServer> {
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    open.add(socket);
    connections += 1;
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${portOf(server)}`,
    connections: () => connections,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
