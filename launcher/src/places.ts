import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AuditFolder, auditFolderOf } from '@pmcw/notary';
import { secretIn } from './dataFolder.ts';
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

export const adminPasswordFile = (settings: Settings): string =>
  path.join(dataFolderPath(settings), 'admin-password');

export async function initialAdminPassword(settings: Settings): Promise<string> {
  return (
    settings.ADMIN_PASSWORD ??
    secretIn(adminPasswordFile(settings), () => randomBytes(12).toString('base64url'))
  );
}

export async function masterKey(settings: Settings): Promise<Uint8Array> {
  if (settings.VAULT_KEY !== undefined) return settings.VAULT_KEY;
  const file = path.join(dataFolderPath(settings), 'vault.key');
  return Buffer.from(await secretIn(file, () => randomBytes(32).toString('base64')), 'base64');
}
