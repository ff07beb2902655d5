import { promisify } from 'node:util';
import { crc32, deflateRaw, gunzip } from 'node:zlib';
import { DamagedFileError } from './errors.ts';

/**
 * Compressed text in blocks. Each is a whole gzip member whose header tells its length in an extra field (RFC 1952,
 * 2.3.1.1; the idea of BGZF): so a file that was cut off can be continued after its last whole block, without
 * inflating it, and any gunzip reads the file as one text.
 */
const compress = promisify(deflateRaw);
const inflate = promisify(gunzip);

/** ID1 ID2, deflate, an extra field follows, no time, no hints, made by an unknown system. */
const fixed = Buffer.from([0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 255]);
/** Subfield "PM" of the extra field, which holds four bytes. */
const subfield = Buffer.from([8, 0, 0x50, 0x4d, 4, 0]);
const lengthAt = fixed.length + subfield.length;
const trailerLength = 8;
/** What a block may hold, in bytes of text: far more than one is made of, so that a broken length asks for no gigabytes. */
const mostText = 256 * 1024 * 1024;

/** Bytes of a block's beginning that tell how long it is. */
export const blockHeaderLength = lengthAt + 4;

/** A text as a block. */
export async function toBlock(text: Buffer): Promise<Buffer> {
  const body = await compress(text);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(blockHeaderLength + body.length + trailerLength);
  const tail = Buffer.alloc(trailerLength);
  tail.writeUInt32LE(crc32(text), 0);
  tail.writeUInt32LE(text.length, 4);
  return Buffer.concat([fixed, subfield, head, body, tail]);
}

/**
 * How long the block is that begins so, in bytes.
 * @throws DamagedFileError when these are not the first bytes of a block
 */
export function blockLength(header: Buffer): number {
  const begins = header.subarray(0, lengthAt);
  const length = header.readUInt32LE(lengthAt);
  if (!begins.equals(Buffer.concat([fixed, subfield])) || length < blockHeaderLength + trailerLength) {
    throw new DamagedFileError('The file is damaged, or was not compressed by export');
  }
  return length;
}

/**
 * The text of a block.
 * @throws DamagedFileError
 */
export async function fromBlock(block: Buffer): Promise<Buffer> {
  try {
    return await inflate(block, { maxOutputLength: mostText });
  } catch (error) {
    throw new DamagedFileError('The file is damaged: a block can not be unpacked', { cause: error });
  }
}
