import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { StoredEvent } from '../port.ts';
import { DamagedFileError } from './errors.ts';
import { eventOf } from './eventLine.ts';
import { type FileBlock, readBlocks } from './fileBlocks.ts';
import { type FileHeader, type FileTrailer, headerOf, isCompressed, trailerOf } from './fileFormat.ts';
import type { EventPages } from './pages.ts';

export interface FileEnd {
  readonly header: FileHeader;
  readonly events: number;
  readonly last: StoredEvent | null;
  /** Bytes of whole lines, without trailer. */
  readonly length: number;
}

export class FileReader implements EventPages {
  readonly #file: FileHandle;
  readonly #compressed: boolean;
  readonly #size: number;
  readonly #hash = createHash('sha256');
  #header: FileHeader | null = null;
  #trailer: FileTrailer | null = null;
  #events = 0;
  #last: StoredEvent | null = null;
  /** In a compressed file, the end of a block. */
  #length = 0;
  #read = 0;

  private constructor(file: FileHandle, compressed: boolean, size: number) {
    this.#file = file;
    this.#compressed = compressed;
    this.#size = size;
  }

  /** @param name determines compression @throws Error of the file system */
  static async open(path: string, name = path): Promise<FileReader> {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    return new FileReader(file, isCompressed(name), size);
  }

  /** From 0 to 1. */
  get share(): number {
    return this.#size === 0 ? 1 : this.#read / this.#size;
  }

  /** Without the trailer; a copy that can be continued. */
  get hash() {
    return this.#hash.copy();
  }

  /** Events of a complete file. @throws DamagedFileError, at the end if the file is incomplete */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly StoredEvent[]> {
    yield* this.lines();
    const trailer = this.#trailer;
    if (trailer === null || this.#read < this.#size) {
      throw new DamagedFileError('The file is cut off, or its export is not finished');
    }
    if (trailer.events !== this.#events || trailer.sha256 !== this.hash.digest('hex')) {
      throw new DamagedFileError('The file was changed: it is not what its last line says');
    }
  }

  /** Events of a file that may be cut off. @throws DamagedFileError for a broken line */
  async *lines(): AsyncGenerator<readonly StoredEvent[]> {
    for await (const block of readBlocks(this.#file, this.#compressed)) {
      const events = this.#take(block);
      this.#read = block.end;
      if (events.length > 0) yield events;
    }
  }

  end(): FileEnd | null {
    if (this.#header === null) return null;
    return { header: this.#header, events: this.#events, last: this.#last, length: this.#length };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  #take({ start, end, text }: FileBlock): StoredEvent[] {
    const lines = text.toString('utf8').split('\n').slice(0, -1);
    const events = lines.flatMap((line) => this.#takeLine(line) ?? []);
    const ending = this.#trailer === null ? 0 : Buffer.byteLength(lines.at(-1) ?? '') + 1;
    this.#hash.update(text.subarray(0, text.length - ending));
    // The trailer has its own block.
    this.#length = this.#compressed ? (ending > 0 ? start : end) : end - ending;
    return events;
  }

  #takeLine(line: string): StoredEvent | null {
    const lineNumber = this.#events + (this.#header === null ? 1 : 2);
    if (this.#trailer !== null) throw new DamagedFileError('The file continues after its end');
    const json = parseJson(line, lineNumber);
    if (this.#header === null) {
      this.#header = headerOf(json);
      return null;
    }
    this.#trailer = trailerOf(json);
    if (this.#trailer !== null) return null;
    const event = eventOf(json, lineNumber);
    if (this.#last !== null && event.position <= this.#last.position) {
      throw new DamagedFileError(`Line ${lineNumber} is out of order`);
    }
    this.#last = event;
    this.#events += 1;
    return event;
  }
}

function parseJson(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // The parser's message may quote the line.
    throw new DamagedFileError(`Line ${lineNumber} is not JSON`);
  }
}
