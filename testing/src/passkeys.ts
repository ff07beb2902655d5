import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** CBOR (RFC 8949). */
type Cbor = number | string | Uint8Array | ReadonlyMap<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  const bytes = Buffer.alloc(3);
  bytes.writeUInt8((major << 5) | 25);
  bytes.writeUInt16BE(value, 1);
  return bytes;
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([
    head(5, value.size),
    ...[...value].flatMap(([key, each]) => [cbor(key), cbor(each)]),
  ]);
}

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

/** COSE encoding of an ES256 public key. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

export interface Asked {
  readonly challenge: string;
}

/** Specs about refusals change it. */
export interface Ceremony {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the user was verified (default). */
  readonly isVerified?: boolean;
  /** Default: one more than before; an authenticator that does not count reports 0. */
  readonly counter?: number;
  /** The type in `clientDataJSON`. */
  readonly type?: string;
}

export interface MadeCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: string[];
  };
}

export interface SignedCredential {
  readonly id: string;
  readonly rawId: string;
  readonly type: 'public-key';
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

/** An authenticator with one real key (ES256), and its browser. */
export interface TestPasskey {
  readonly id: string;
  make(asked: Asked, ceremony?: Ceremony): MadeCredential;
  answer(asked: Asked, ceremony?: Ceremony): SignedCredential;
}

export interface TestPasskeyOptions {
  readonly origin: string;
  /** 32 hexadecimal digits. */
  readonly aaguid?: string;
  /** Added to the attestation, which should be empty. */
  readonly certificates?: readonly Uint8Array[];
  readonly counts?: boolean;
}

export function testPasskey({
  origin: site,
  aaguid = '0'.repeat(32),
  certificates,
  counts = true,
}: TestPasskeyOptions): TestPasskey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  let uses = 0;

  const clientData = ({ challenge }: Asked, type: string, { origin = site, type: says = type }: Ceremony) =>
    Buffer.from(JSON.stringify({ type: says, challenge, origin, crossOrigin: false }));

  function authenticatorData(
    { rpId = new URL(site).hostname, isVerified = true, counter }: Ceremony,
    attested?: Buffer,
  ): Buffer {
    if (counts) uses += 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? uses);
    // User present and verified, may be backed up and is; attested key included.
    const flags = 0x01 | (isVerified ? 0x04 : 0) | 0x08 | 0x10 | (attested === undefined ? 0 : 0x40);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  /** With certificates it claims to be `packed`; a server that checks them does more than it should. */
  const attestationOf = (authData: Buffer): Buffer =>
    certificates === undefined
      ? cbor(
          new Map<string, Cbor>([
            ['fmt', 'none'],
            ['attStmt', new Map()],
            ['authData', authData],
          ]),
        )
      : Buffer.concat([
          head(5, 3),
          ...[cbor('fmt'), cbor('packed'), cbor('attStmt'), head(5, 3), cbor('alg'), cbor(-7)],
          ...[cbor('sig'), cbor(randomBytes(70)), cbor('x5c'), head(4, certificates.length)],
          ...certificates.map(cbor),
          ...[cbor('authData'), cbor(authData)],
        ]);

  return {
    id,
    make(asked, ceremony = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = [Buffer.from(aaguid, 'hex'), length, credentialId, coseKey(publicKey)];
      const authData = authenticatorData(ceremony, Buffer.concat(attested));
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(clientData(asked, 'webauthn.create', ceremony)),
          attestationObject: base64url(attestationOf(authData)),
          transports: ['internal', 'hybrid'],
        },
      };
    },
    answer(asked, ceremony = {}) {
      const data = clientData(asked, 'webauthn.get', ceremony);
      const authData = authenticatorData(ceremony);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key' },
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
        },
      };
    },
  };
}
