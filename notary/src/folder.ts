import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { EngineName } from '@pmcw/event-store';
import { CannotStartError } from '@pmcw/runtime';

/** The notary's files, outside the database, whose owner could otherwise rewrite both. */
export interface AuditFolder {
  readonly tree: string;
  readonly checkpoints: string;
  /** Ed25519, PEM; missing if the key is a setting. */
  readonly signingKey: string;
  /** PEM. */
  readonly publicKey: string;
  readonly lock: string;
}

export class OtherKeyError extends CannotStartError {
  override readonly name = 'OtherKeyError';
}

export const auditFolder = (folder: string): AuditFolder => ({
  tree: path.join(folder, 'tree'),
  checkpoints: path.join(folder, 'checkpoints.ndjson'),
  signingKey: path.join(folder, 'signing-key.pem'),
  publicKey: path.join(folder, 'public-key.pem'),
  lock: path.join(folder, 'lock'),
});

/** Each engine has its own tree, because positions differ. */
export const auditFolderOf = (auditDir: string, engine: EngineName): AuditFolder =>
  auditFolder(path.resolve(auditDir, engine));

export async function makeFolder({ tree }: AuditFolder): Promise<void> {
  await mkdir(tree, { recursive: true, mode: 0o700 });
}

/**
 * The given key, or the folder's, made at the first start. Also writes the public key.
 * @throws OtherKeyError
 */
export async function signingKeyOf(folder: AuditFolder, given: KeyObject | undefined): Promise<KeyObject> {
  const key = given ?? (await keyIn(folder.signingKey)) ?? (await newKey(folder.signingKey));
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  const shown = await textOf(folder.publicKey);
  if (shown === null) await writeWhole(folder.publicKey, pem, 0o644);
  else if (shown !== pem)
    throw new OtherKeyError(
      `What was signed in ${path.dirname(folder.publicKey)} was signed with another key. Use that key, or move the folder away to start again.`,
    );
  return key;
}

/** @throws Error if there is none */
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

async function textOf(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function writeWhole(file: string, text: string | Buffer, mode: number): Promise<void> {
  await writeFile(`${file}.new`, text, { mode, flush: true });
  await rename(`${file}.new`, file);
}
