import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** A browser's subscription, and its decryption. */
export interface SubscribedBrowser {
  /** As the browser returns it: `endpoint`, and keys in base64url. */
  readonly subscription: {
    readonly endpoint: string;
    readonly keys: { readonly p256dh: string; readonly auth: string };
  };
  /** Decrypts a text for this browser (RFC 8291, aes128gcm). @throws Error if it was not encrypted for it */
  open(body: Buffer): string;
}

export interface TakenPush {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
  readonly at: number;
}

export interface PushServiceStandIn {
  readonly origin: string;
  readonly taken: readonly TakenPush[];
  browser(name: string): SubscribedBrowser;
  /**
   * Answers requests for a browser with these statuses in turn, repeating the last; 201 by default. 0 means no answer
   * at all.
   */
  answer(name: string, ...statuses: readonly number[]): void;
  close(): Promise<void>;
}

export async function startPushService(): Promise<PushServiceStandIn> {
  const taken: TakenPush[] = [];
  const answers = new Map<string, number[]>();
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    void buffer(request).then((body) => {
      taken.push({ path, headers: request.headers, body, at: Date.now() });
      const statuses = answers.get(path) ?? [201];
      const status = (statuses.length > 1 ? statuses.shift() : statuses[0]) ?? 201;
      if (status === 0) return;
      response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:9/' } : {}).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const origin = `http://127.0.0.1:${address.port}`;
  return {
    origin,
    taken,
    browser: (name) => subscribedBrowser(`${origin}/${name}`),
    answer: (name, ...statuses) => void answers.set(`/${name}`, [...statuses]),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function subscribedBrowser(endpoint: string): SubscribedBrowser {
  const ecdh = createECDH('prime256v1');
  const publicKey = ecdh.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    open: (body) => decrypt(body, ecdh, publicKey, auth),
  };
}

/** Written from RFC 8188 and RFC 8291, independently of the library that encrypts. */
function decrypt(body: Buffer, ecdh: ECDH, publicKey: Buffer, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender]);
  const shared = hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32);
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${use}\0`, length));
  const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/**
 * The sender's key and claims of a request (VAPID, RFC 8292), after checking its signature.
 * @throws Error if it is not signed with the key that it names
 */
export function senderOf({ headers }: TakenPush): { readonly publicKey: string; readonly claims: unknown } {
  const [, token = '', publicKey = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  const signed = Buffer.from(`${head}.${claims}`);
  const isRight = verify(
    'sha256',
    signed,
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isRight) throw new Error('The request is not signed by the key that it names');
  return { publicKey, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) };
}
