import { createPrivateKey, type KeyObject } from 'node:crypto';
import { databaseUrl, eventStoreUrl, processSettings, sharedSecret } from '@pmcw/runtime';
import { z } from 'zod';

/** An Ed25519 private key. */
const signingKey = z.string().transform((pem, context): KeyObject => {
  try {
    const key = createPrivateKey(pem);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch {
    // Said below.
  }
  context.addIssue('must be an Ed25519 private key in PEM (openssl genpkey -algorithm ed25519)');
  return z.NEVER;
});

/**
 * Settings of a notary with a process of its own. It knows the log as it is stored and holds no key of the vault: what is
 * sealed it can't read.
 */
export const settingsSchema = z.object({
  ...processSettings(8085),
  /** Of the log, when it is not in an EventStoreDB. */
  DATABASE_URL: databaseUrl.optional(),
  EVENTSTORE_URL: eventStoreUrl.optional(),
  AUDIT_DIR: z.string().describe('the folder for the tree and its checkpoints, outside of the database'),
  /** Made and kept in `AUDIT_DIR` when missing. */
  SIGNING_KEY: signingKey.optional(),
  DISPATCH_SECRET: sharedSecret.describe('shared with the command services: openssl rand -hex 32'),
  /** How long events may wait until a checkpoint is signed over them, in seconds. */
  CHECKPOINT_SECONDS: z.coerce.number().int().min(1).max(3_600).default(60),
});
