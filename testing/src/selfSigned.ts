import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** Makes a key and a self-signed certificate for 127.0.0.1 and hosts, in PEM, valid for a day around now. */
export function selfSigned(...hosts: readonly string[]): { readonly key: Buffer; readonly cert: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const toBeSigned = sequence(
    context(0, integer(Buffer.of(2))),
    integer(Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ecdsaWithSha256,
    name('A server for tests'),
    sequence(time(-1), time(1)),
    name('A server for tests'),
    publicKey.export({ type: 'spki', format: 'der' }),
    context(
      3,
      sequence(
        extension(basicConstraints, certificateAuthority),
        extension(subjectAltName, sequence(loopback, ...hosts.map(dnsName))),
      ),
    ),
  );
  const signature = bitString(sign('sha256', toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, ecdsaWithSha256, signature);
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { key: Buffer.from(key), cert: pem(certificate) };
}

// DER for one certificate: X.509 is RFC 5280, its encoding ITU-T X.690.

function element(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.of(tag, body.length), body]);
  return Buffer.concat([Buffer.of(tag, 0x82, body.length >> 8, body.length & 0xff), body]);
}

const sequence = (...content: readonly Buffer[]) => element(0x30, ...content);
const context = (tag: number, content: Buffer) => element(0xa0 + tag, content);
const integer = (content: Buffer) => element(0x02, content);
const bitString = (content: Buffer) => element(0x03, Buffer.of(0), content);
const octetString = (content: Buffer) => element(0x04, content);
const identifier = (hex: string) => element(0x06, Buffer.from(hex, 'hex'));
const utf8 = (text: string) => element(0x0c, Buffer.from(text));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const commonName = identifier('550403');
const subjectAltName = identifier('551d11');
const basicConstraints = identifier('551d13');
const certificateAuthority = sequence(element(0x01, Buffer.of(0xff)));
const loopback = element(0x87, Buffer.of(127, 0, 0, 1));
const dnsName = (host: string) => element(0x82, Buffer.from(host));

function name(text: string): Buffer {
  return sequence(element(0x31, sequence(commonName, utf8(text))));
}

function extension(id: Buffer, value: Buffer): Buffer {
  return sequence(id, octetString(value));
}

function time(daysFromNow: number): Buffer {
  const date = new Date(Date.now() + daysFromNow * 86_400_000);
  return element(0x18, Buffer.from(date.toISOString().replace(/[-:T]|\.\d+/g, '')));
}

function pem(der: Buffer): Buffer {
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return Buffer.from(`-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`);
}
