import type { ComposedMail } from './compose.ts';

export interface MailServer {
  /** Has credentials: never log it, nor the client's errors. */
  readonly smtpUrl: string;
  readonly from: string;
}

export interface OutgoingMail extends ComposedMail {
  readonly to: string;
  /** The same for each try. */
  readonly messageId: string;
}

/** `reason` is a code, because the server's words may name people. */
export type Delivery =
  | { readonly outcome: 'sent' }
  | { readonly outcome: 'refused' | 'failed'; readonly reason: string };

/** @param signal also closes the connection */
export type Deliver = (mail: OutgoingMail, signal: AbortSignal) => Promise<Delivery>;

/** Most processes never send. */
const loadNodemailer = () => import('nodemailer');

const isLoopback = (host: string): boolean => /^(localhost|127(\.\d+){3}|\[::1\])$/.test(host);

/** Requires TLS if a password would cross a network in clear, unless the URL decides. Removes the client's logging. */
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
 * Final are only 5xx to `RCPT TO` or `DATA` (503 is about the conversation), and addresses that SMTP can't express. An
 * operator can fix a refused sign-in or sender.
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

/** @param timeoutMs for each step and for inactivity */
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
        // One address, whatever it contains.
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
