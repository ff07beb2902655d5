import { promisify } from 'node:util';
import { crc32, deflateRaw, gunzip } from 'node:zlib';
import { DamagedFileError } from './errors.ts';

/**
 * Each block is a gzip member with its length in an extra field (RFC 1952, 2.3.1.1; as in BGZF), so that a cut-off file
 * can be continued without inflating it.
 */
const compress = promisify(deflateRaw);
const inflate = promisify(gunzip);

/** ID1 ID2, deflate, extra field, no time, no hints, unknown system. */
const fixed = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255]);
/** Subfield "PM", with four bytes. */
const subfield = Buffer.from([8, 0, 0x50, 0x4d, 4, 0]);
const lengthAt = fixed.length + subfield.length;
const trailerLength = 8;
const mostText = 256 * 1024 * 1024;

export const blockHeaderLength = lengthAt + 4;

export async function toBlock(text: Buffer): Promise<Buffer> {
  const body = await compress(text);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(blockHeaderLength + body.length + trailerLength);
  const tail = Buffer.alloc(trailerLength);
  tail.writeUInt32LE(crc32(text), 0);
  tail.writeUInt32LE(text.length, 4);
  return Buffer.concat([fixed, subfield, head, body, tail]);
}

/** @throws DamagedFileError */
export function blockLength(header: Buffer): number {
  const begins = header.subarray(0, lengthAt);
  const length = header.readUInt32LE(lengthAt);
  if (!begins.equals(Buffer.concat([fixed, subfield])) || length < blockHeaderLength + trailerLength) {
    throw new DamagedFileError('The file is damaged, or was not compressed by export');
  }
  return length;
}

/** @throws DamagedFileError */
export async function fromBlock(block: Buffer): Promise<Buffer> {
  try {
    return await inflate(block, { maxOutputLength: mostText });
  } catch (error) {
    throw new DamagedFileError('The file is damaged: a block can not be unpacked', { cause: error });
  }
}
