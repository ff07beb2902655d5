import type { ComposedMail } from './compose.ts';

/** Where mails go and whom they are from. */
export interface MailServer {
  /** Its credentials are secrets, so that neither it nor what the client says of an error is logged. */
  readonly smtpUrl: string;
  readonly from: string;
}

/** A mail for one member. */
export interface OutgoingMail extends ComposedMail {
  readonly to: string;
  /** Stays the same when it is sent again. */
  readonly messageId: string;
}

/**
 * What became of a mail: taken by the server; refused for good, for this recipient or these words; or not taken this time.
 * `reason` is a code, never words of the server's, which may name people.
 */
export type Delivery =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused' | 'failed'; readonly reason: string };

/** Gives a mail to the server. Never rejects. @param signal ends it, and closes the connection */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<Delivery>;

/** Loaded when there is something to send: most processes never do. */
const loadNodemailer = () => import('nodemailer');

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/**
 * The address with TLS asked for where a password would else cross a network in clear, unless it says otherwise itself; and
 * without what would make the client tell a log of its own about mails.
 */
function protectedUrl(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const option of ['logger', 'debug', 'transactionLog']) url.searchParams.delete(option);
  const isAtRisk = url.protocol === 'smtp:' && url.password !== '' && !isLoopback(url.hostname);
  if (isAtRisk && !url.searchParams.has('requireTLS')) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

function codeOf(error: unknown): { code: string; status: number; command: string } {
  const has = <Key extends string>(key: Key): unknown =>
    typeof error === 'object' && error !== null ? Reflect.get(error, key) : undefined;
  const [code, status, command] = [has('code'), has('responseCode'), has('command')];
  return {
    code: typeof code === 'string' ? code : 'unknown',
    status: typeof status === 'number' ? status : 0,
    command: typeof command === 'string' ? command : '',
  };
}

/**
 * What an error means for a mail. Final is only what a server says of the recipient or of the message (5xx to `RCPT TO` or
 * `DATA`; 503 is about the conversation), and an address that can't be said in SMTP. That we may not sign in, or not send as
 * whom we do, an operator can mend.
 */
function deliveryOf(error: unknown): Delivery {
  const { code, status, command } = codeOf(error);
  const reason = status === 0 ? code : `${code} ${status}`;
  const isOfServer = status >= 500 && status < 600 && status !== 503;
  const isFinal = isOfServer
    ? command === 'RCPT TO' || command === 'DATA'
    : code === 'EENVELOPE' && status === 0;
  return { outcome: isFinal ? 'refused' : 'failed', reason };
}

/** Delivers by SMTP, on a connection for each mail. @param timeoutMs for each step, and for silence */
export function smtpDelivery({ smtpUrl, from }: MailServer, timeoutMs: number): Deliver {
  const open = async () => {
    const { createTransport } = await loadNodemailer();
    return createTransport({
      url: protectedUrl(smtpUrl),
      logger: false,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      // `sendMail` rejects with it.
    }).on('error', () => undefined);
  };
  let transport: ReturnType<typeof open> | null = null;

  return async ({ to, ...mail }, signal) => {
    try {
      transport ??= open();
      await (await transport).sendMail({
        ...mail,
        from,
        // As one address, whatever is in it.
        to: { name: '', address: to },
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        signal,
      });
      return { outcome: 'sent' };
    } catch (error) {
      return deliveryOf(error);
    }
  };
}
