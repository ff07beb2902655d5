import { BackupDamagedError } from '../errors.ts';

/** More than any row: media have 2 MB at most, and base64 adds a third. */
const mostLineBytes = 64 * 1024 * 1024;
const lineFeed = 10;

/**
 * The lines of a stream of bytes, without their line feeds, one at a time: the source waits while a line is worked on.
 * @throws BackupDamagedError when the last line has no end, or a line is longer than any can be
 */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, end)]);
      parts = [];
      length = 0;
      from = end + 1;
    }
    if (from === chunk.length) continue;
    parts.push(chunk.subarray(from));
    length += chunk.length - from;
    if (length > mostLineBytes) throw new BackupDamagedError('a line is too long');
  }
  if (length > 0) throw new BackupDamagedError('it ends in the middle of a line');
}
