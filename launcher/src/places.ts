import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuditFolder, auditFolderOf } from '@pmcw/notary';
import { CannotStartError, explained } from '@pmcw/runtime';
import { masterKeyIdIn } from '@pmcw/vault';
import type { Logger } from 'pino';
import { createSecret, readSecret, type SecretFile } from './secretFile.ts';
import type { Settings } from './settings.ts';

/** Valid from the sources and from the build. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

export const appFiles = path.join(root, 'pwa', 'dist');

/** Relative paths are relative to the repository. */
export const dataFolderPath = ({ DATA_DIR }: Settings): string => path.resolve(root, DATA_DIR);

/** Separate for each engine. */
export const auditPlaces = (settings: Settings): AuditFolder => {
  const engine = settings.EVENTSTORE_URL === undefined ? 'postgres' : 'eventstoredb';
  return auditFolderOf(settings.AUDIT_DIR ?? path.join(dataFolderPath(settings), 'audit'), engine);
};

/** For a week after their build. */
export const keptAssetsPath = (settings: Settings): string =>
  path.join(dataFolderPath(settings), 'kept-assets');

export const adminPasswordFile = (settings: Settings): SecretFile => ({
  path: path.join(dataFolderPath(settings), 'admin-password'),
  shape: 'a password of 8 characters or more',
  isValid: (value) => value.length >= 8,
  remedy: 'Correct the file, set ADMIN_PASSWORD, or remove the file to have another password made.',
});

/** For an administrator without a password: made, and stored before it is valid. @throws CannotStartError */
export async function firstAdminPassword(settings: Settings): Promise<string> {
  const file = adminPasswordFile(settings);
  return (
    settings.ADMIN_PASSWORD ??
    (await readSecret(file)) ??
    createSecret(file, randomBytes(12).toString('base64url'))
  );
}

const vaultKeyFile = (settings: Settings): SecretFile => ({
  path: path.join(dataFolderPath(settings), 'vault.key'),
  shape: '32 bytes in base64',
  isValid: (value) => Buffer.from(value, 'base64').length === 32,
  remedy:
    "Members' data opens only with its key: make it readable, put it back from a copy, or set VAULT_KEY.",
});

const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** For tools, which never make one: it could open nothing. @throws CannotStartError without one */
export async function knownMasterKey(settings: Settings): Promise<Uint8Array> {
  if (settings.VAULT_KEY !== undefined) return settings.VAULT_KEY;
  const file = vaultKeyFile(settings);
  const known = await readSecret(file);
  if (known !== null) return fromBase64(known);
  throw new CannotStartError(
    `There is no ${file.path}, and VAULT_KEY is not set. Put the vault's key there (mode 0600), or set VAULT_KEY.`,
  );
}

/** Made for a new vault only. @throws CannotStartError if it can't be used, or if it is missing for a vault in use */
export async function masterKey(
  settings: Settings,
  vault: { readonly connectionString: string; readonly logger: Logger },
): Promise<Uint8Array> {
  if (settings.VAULT_KEY !== undefined) return settings.VAULT_KEY;
  const file = vaultKeyFile(settings);
  const known = await readSecret(file);
  if (known !== null) return fromBase64(known);
  const needed = await explained('DATABASE_URL', () => masterKeyIdIn(vault));
  if (needed === null) return fromBase64(await createSecret(file, randomBytes(32).toString('base64')));
  throw new CannotStartError(
    `There is no ${file.path}, but the vault in the database is in use, under the key with the fingerprint ${needed}. No other key can open it, so none was made. Put that key back from a copy (mode 0600), or set VAULT_KEY.`,
  );
}
