import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { appendFile, readFile, truncate } from 'node:fs/promises';
import { type Checkpoint, checkpointOf, type SignedPart, textOfCheckpoint } from '@pmcw/contracts';
import { ifThere } from '@pmcw/resilience/files';

export class BrokenCheckpointError extends Error {
  override readonly name = 'BrokenCheckpointError';
}

export function signCheckpoint(part: SignedPart, key: KeyObject): Checkpoint {
  const signature = sign(null, Buffer.from(textOfCheckpoint(part)), key).toString('base64');
  return { ...part, signature };
}

export function isSigned(checkpoint: Checkpoint, key: KeyObject): boolean {
  const publicKey = key.type === 'private' ? createPublicKey(key) : key;
  const signature = Buffer.from(checkpoint.signature, 'base64');
  return verify(null, Buffer.from(textOfCheckpoint(checkpoint)), publicKey, signature);
}

/**
 * Oldest first. Skips an unfinished last line of a killed process.
 * @throws BrokenCheckpointError
 */
export async function readCheckpoints(file: string): Promise<readonly Checkpoint[]> {
  const lines = (await textOf(file)).split('\n').slice(0, -1);
  return lines.map((line, index) => {
    const checkpoint = checkpointOf(line);
    if (checkpoint === null) throw new BrokenCheckpointError(`Line ${index + 1} of ${file} is no checkpoint`);
    return checkpoint;
  });
}

export async function dropHalfLine(file: string): Promise<void> {
  const text = await textOf(file);
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) await truncate(file, Buffer.byteLength(whole));
}

export const writeCheckpoint = (file: string, checkpoint: Checkpoint): Promise<void> =>
  appendFile(file, `${JSON.stringify(checkpoint)}\n`, { flush: true });

const textOf = async (file: string): Promise<string> => (await ifThere(readFile(file, 'utf8'))) ?? '';
