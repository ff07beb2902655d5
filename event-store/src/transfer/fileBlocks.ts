import type { FileHandle } from 'node:fs/promises';
import { DamagedFileError } from './errors.ts';
import { blockHeaderLength, blockLength, fromBlock } from './gzipBlock.ts';

export interface FileBlock {
  readonly start: number;
  readonly end: number;
  readonly text: Buffer;
}

const chunkLength = 1024 * 1024;
/** So that a broken file can't fill the memory. */
const most = 64 * 1024 * 1024;
const lineFeed = 0x0a;

/** Ignores an incomplete last line or block. @throws DamagedFileError */
export function readBlocks(file: FileHandle, compressed: boolean): AsyncGenerator<FileBlock> {
  return compressed ? readCompressed(file) : readPlain(file);
}

async function* readPlain(file: FileHandle): AsyncGenerator<FileBlock> {
  let start = 0;
  let rest = Buffer.alloc(0);
  for (;;) {
    const chunk = await readAt(file, start + rest.length, chunkLength);
    const lines = Buffer.concat([rest, chunk]);
    const length = lines.lastIndexOf(lineFeed) + 1;
    if (length > 0) yield { start, end: start + length, text: lines.subarray(0, length) };
    start += length;
    rest = lines.subarray(length);
    if (chunk.length === 0) return;
    if (rest.length > most) throw new DamagedFileError('The file is damaged: a line has no end');
  }
}

async function* readCompressed(file: FileHandle): AsyncGenerator<FileBlock> {
  for (let start = 0; ; ) {
    const header = await readAt(file, start, blockHeaderLength);
    if (header.length < blockHeaderLength) return;
    const length = blockLength(header);
    if (length > most) throw new DamagedFileError('The file is damaged: a block is too long');
    const block = await readAt(file, start, length);
    if (block.length < length) return;
    yield { start, end: start + length, text: await fromBlock(block) };
    start += length;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
