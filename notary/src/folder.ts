import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineName } from '@pmcw/event-store';
import { CannotStartError } from '@pmcw/runtime';

/** Where the proof that the log was not rewritten is kept: outside the database, whose owner could rewrite both. */
export interface AuditFolder {
  /** Folder of the tree's levels. */
  readonly tree: string;
  /** The signed checkpoints, one a line. */
  readonly checkpoints: string;
  /** The Ed25519 key that signs, PEM, for its owner alone; not there where the key is given as a setting. */
  readonly signingKey: string;
  /** Its public half, PEM: what anybody checks a checkpoint with. */
  readonly publicKey: string;
  /** Locked by whoever writes the folder. */
  readonly lock: string;
}

/** The key is not the one that the folder's checkpoints are signed with. */
export class OtherKeyError extends CannotStartError {
  override readonly name = 'OtherKeyError';
}

/** The places in a folder. */
export const auditFolder = (folder: string): AuditFolder => ({
  tree: path.join(folder, 'tree'),
  checkpoints: path.join(folder, 'checkpoints.ndjson'),
  signingKey: path.join(folder, 'signing-key.pem'),
  publicKey: path.join(folder, 'public-key.pem'),
  lock: path.join(folder, 'lock'),
});

/** The folder of an engine's log in `AUDIT_DIR`: one log's positions mean nothing to another, so each has a tree of its own. */
export const auditFolderOf = (auditDir: string, engine: EngineName): AuditFolder =>
  auditFolder(path.resolve(auditDir, engine));

/** Makes the folder where it is missing. */
export async function makeFolder({ tree }: AuditFolder): Promise<void> {
  await mkdir(tree, { recursive: true, mode: 0o700 });
}

/**
 * The key that signs in a folder: the one given, else the one kept there, which is made the first time. The file of its
 * public half is there afterwards.
 * @throws OtherKeyError when that file is another key's
 */
export async function signingKeyOf(folder: AuditFolder, given: KeyObject | undefined): Promise<KeyObject> {
  const key = given ?? (await keyIn(folder.signingKey)) ?? (await newKey(folder.signingKey));
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const shown = await textOf(folder.publicKey);
  if (shown === null) await writeWhole(folder.publicKey, pem, 0o644);
  else if (shown !== pem)
    throw new OtherKeyError(
      `What was signed in ${path.dirname(folder.publicKey)} was signed with another key. Give that one, or put the folder away, to begin anew.`,
    );
  return key;
}

/** The key that checks a folder's checkpoints. @throws Error when there is none */
export const publicKeyOf = async ({ publicKey }: AuditFolder): Promise<KeyObject> =>
  createPublicKey(await readFile(publicKey, 'utf8'));

async function keyIn(file: string): Promise<KeyObject | null> {
  const pem = await textOf(file);
  return pem === null ? null : createPrivateKey(pem);
}

async function newKey(file: string): Promise<KeyObject> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeWhole(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  return privateKey;
}

/** The text of a file; null when there is none. */
async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Whole or not at all, whatever stops it and whoever reads meanwhile. */
async function writeWhole(file: string, text: string | Buffer, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode, flush: true });
  await rename(`${file}.new`, file);
}
