import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import type { StoredEvent } from '../port.ts';
import { formatEvent } from './eventLine.ts';
import { isCompressed, trailerLine } from './fileFormat.ts';
import { toBlock } from './gzipBlock.ts';

/** Events are sealed, but name their members. */
const onlyOwner = 0o600;
const blockSize = 1024 * 1024;

export interface WrittenLines {
  readonly events: number;
  readonly hash: Hash;
}

export class FileWriter {
  readonly #file: FileHandle;
  readonly #compressed: boolean;
  readonly #hash: Hash;
  #events: number;

  private constructor(file: FileHandle, compressed: boolean, { events, hash }: WrittenLines) {
    this.#file = file;
    this.#compressed = compressed;
    this.#hash = hash;
    this.#events = events;
  }

  /** Appends, or creates the file with its header. @param name determines compression */
  static async open(
    path: string,
    name: string,
    written: WrittenLines | { header: string },
  ): Promise<FileWriter> {
    const file = await open(path, 'events' in written ? 'a' : 'w', onlyOwner);
    // An existing file may have another mode.
    await file.chmod(onlyOwner);
    if ('events' in written) return new FileWriter(file, isCompressed(name), written);
    const writer = new FileWriter(file, isCompressed(name), { events: 0, hash: createHash('sha256') });
    await writer.#add([written.header]);
    return writer;
  }

  get events(): number {
    return this.#events;
  }

  async write(events: readonly StoredEvent[]): Promise<void> {
    let lines: string[] = [];
    let size = 0;
    for (const event of events) {
      const line = formatEvent(event);
      lines.push(line);
      size += line.length;
      if (size >= blockSize) {
        await this.#add(lines);
        lines = [];
        size = 0;
      }
    }
    await this.#add(lines);
    this.#events += events.length;
  }

  /** In its own block; flushes to the disk. */
  async finish(): Promise<void> {
    const trailer = trailerLine({ events: this.#events, sha256: this.#hash.copy().digest('hex') });
    await this.#add([trailer]);
    await this.#file.sync();
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #add(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    const text = Buffer.from(`${lines.join('\n')}\n`);
    this.#hash.update(text);
    await this.#file.appendFile(this.#compressed ? await toBlock(text) : text);
  }
}
