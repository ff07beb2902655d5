import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ArchivedFile {
  /** With `/` between folders. */
  readonly name: string;
  readonly content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
  /** Pictures and sound are small already: they are put in as they are. */
  readonly isCompressed?: boolean;
}

/**
 * A zip of files, as a stream. A file is begun when the one before it has left, and read only as fast as it is taken, so
 * that of an archive of any size some kilobytes are in memory at a time. One that is destroyed begins no file any more; one
 * of whose files can't be read breaks off.
 * @param modified the time that all files bear
 */
export function zipOf(files: AsyncIterable<ArchivedFile>, modified: Date): Readable {
  const zip = new ZipFile();
  const archive = new PassThrough();
  const closed = new AbortController();
  const fail = (error: Error) => void archive.destroy(error);
  archive.once('close', () => closed.abort());
  zip.on('error', fail);
  zip.outputStream.pipe(archive);
  fill(zip, files, modified, closed.signal).catch(fail);
  return archive;
}

async function fill(
  zip: ZipFile,
  files: AsyncIterable<ArchivedFile>,
  modified: Date,
  closed: AbortSignal,
): Promise<void> {
  for await (const { name, content, isCompressed = false } of files) {
    const source = addAbortSignal(closed, Readable.from(content));
    zip.addReadStream(source, name, { mtime: modified, compress: !isCompressed });
    await finished(source);
  }
  zip.end();
}
