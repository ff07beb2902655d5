import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { EngineName } from '@pmcw/event-store';
import { createFile, ifThere } from '@pmcw/resilience/files';
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

/**
 * The given key, or the folder's, made at the first start. Also writes the public key.
 * @throws OtherKeyError
 * @throws CannotStartError if the key that signed is missing or damaged
 */
export async function signingKeyOf(folder: AuditFolder, given: KeyObject | undefined): Promise<KeyObject> {
  const key = given ?? (await keyIn(folder.signingKey)) ?? (await newKey(folder));
  const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
  await createFile(folder.publicKey, pem, 0o644);
  if ((await readFile(folder.publicKey, 'utf8')) !== pem)
    throw new OtherKeyError(
      `What was signed in ${path.dirname(folder.publicKey)} was signed with another key. Use that key, or move the folder away to start again.`,
    );
  return key;
}

/** @throws Error if there is none */
export const publicKeyOf = async ({ publicKey }: AuditFolder): Promise<KeyObject> =>
  createPublicKey(await readFile(publicKey, 'utf8'));

async function keyIn(file: string): Promise<KeyObject | null> {
  const pem = await ifThere(readFile(file, 'utf8'));
  if (pem === null) return null;
  const key = privateKeyOf(pem);
  if (key !== null) return key;
  throw new CannotStartError(
    `${file} is no Ed25519 private key in PEM. It was left as it is. Put it back from a copy, or set SIGNING_KEY.`,
  );
}

/** Null unless it is an Ed25519 private key. */
export function privateKeyOf(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

async function newKey({ signingKey, publicKey, checkpoints }: AuditFolder): Promise<KeyObject> {
  for (const signed of [publicKey, checkpoints]) {
    if ((await ifThere(stat(signed))) === null) continue;
    throw new CannotStartError(
      `There is no ${signingKey}, but ${signed} was made with it. Put the key back from a copy, set SIGNING_KEY, or move the folder away to start again.`,
    );
  }
  const { privateKey } = generateKeyPairSync('ed25519');
  await createFile(signingKey, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600);
  return (await keyIn(signingKey)) ?? privateKey;
}
