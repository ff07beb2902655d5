import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

export interface ArchivedFile {
  readonly name: string;
  readonly content: Iterable<string | Buffer> | AsyncIterable<string | Buffer>;
  /** For images and sound, which are stored unchanged. */
  readonly isCompressed?: boolean;
}

/**
 * Files are read one after another, as fast as the stream is consumed, so that any archive needs only some kilobytes of
 * memory. Fails if a file can't be read.
 * @param modified the time of all files
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
