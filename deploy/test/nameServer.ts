import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** Addresses by name, like those that Docker's name server has for the replicas of a service. */
export type Names = Map<string, readonly string[]>;

const typeA = 1;
const answerFlag = 0x8180;
const noSuchName = 3;

/** Parses a DNS message with one question; `end` is the offset after the question. */
function questionOf(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(message: Buffer, names: Names): Buffer {
  const { name, type, end } = questionOf(message);
  const addresses = names.get(name);
  const records = type === typeA ? (addresses ?? []) : [];
  const header = Buffer.alloc(12);
  header.writeUInt16BE(message.readUInt16BE(0), 0);
  header.writeUInt16BE(answerFlag | (addresses === undefined ? noSuchName : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  // A pointer to the question's name, type A, class IN, TTL 0, four bytes.
  const record = (address: string) => [
    0xc0,
    12,
    0,
    1,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    4,
    ...address.split('.').map(Number),
  ];
  return Buffer.concat([header, message.subarray(12, end), Buffer.from(records.flatMap(record))]);
}

/** Starts a name server on loopback that answers from `names`, which may change while it runs. */
export async function startNameServer(names: Names): Promise<{ address: string; close(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (message, from) => socket.send(answerTo(message, names), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return { address: `udp/127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
