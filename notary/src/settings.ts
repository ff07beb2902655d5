import type { KeyObject } from 'node:crypto';
import { databaseUrl, eventStoreUrl, processSettings, sharedSecret } from '@pmcw/runtime';
import { z } from 'zod';
import { privateKeyOf } from './folder.ts';

const signingKey = z.string().transform((pem, context): KeyObject => {
  const key = privateKeyOf(pem);
  if (key !== null) return key;
  context.addIssue('must be an Ed25519 private key in PEM (openssl genpkey -algorithm ed25519)');
  return z.NEVER;
});

/** Without the vault's key, so a notary can't read sealed fields. */
export const environmentSchema = z.object({
  ...processSettings(8085),
  DATABASE_URL: databaseUrl.optional(),
  EVENTSTORE_URL: eventStoreUrl.optional(),
  AUDIT_DIR: z.string().describe('the folder for the tree and its checkpoints, outside of the database'),
  /** By default made and stored in `AUDIT_DIR`. */
  SIGNING_KEY: signingKey.optional(),
  DISPATCH_SECRET: sharedSecret.describe('shared with the command services: openssl rand -hex 32'),
  CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
});
