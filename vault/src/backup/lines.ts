import { BackupDamagedError } from '../errors.ts';

/** Media have at most 2 MB, and base64 adds a third. */
const mostLineBytes = 64 * 1024 * 1024;
const lineFeed = 10;

/** Without line feeds. @throws BackupDamagedError for an incomplete or too long line */
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
