import * as v from 'valibot';
import { argumentsOf } from '../../bin/usage.mjs';
import { adminPasswordFile } from '../places.ts';
import { readSecret } from '../secretFile.ts';
import { readLauncherSettings } from '../settings.ts';
import { DemoClient, RefusedError } from './client.ts';
import { fill } from './fill.ts';
import { removeInvented } from './removal.ts';

const { values } = argumentsOf('demo');
const address = String(
  values.url ?? process.env.PUBLIC_URL ?? `http://localhost:${process.env.PORT ?? 8080}`,
);

/** @returns false if the password isn't known */
async function signInAsAdmin(client: DemoClient): Promise<boolean> {
  const settings = readLauncherSettings(process.env);
  const password = settings.ADMIN_PASSWORD ?? (await readSecret(adminPasswordFile(settings)));
  if (password === null) return false;
  await client.send('POST', '/api/login', { username: 'admin', password }, v.unknown());
  return true;
}

async function remove(admin: DemoClient): Promise<void> {
  const removed = await removeInvented(admin, async () => {
    if (await signInAsAdmin(admin)) return;
    throw new Error('Only the administrator can remove members: set ADMIN_PASSWORD.');
  });
  console.log(`${removed} invented members are gone.`);
}

function hintFor(error: unknown): string {
  if (!(error instanceof RefusedError)) return `Is an instance running at ${address}?`;
  if (error.status === 401) return 'Set ADMIN_PASSWORD to the password of the member admin.';
  if (error.status !== 429) return 'Nothing else was changed.';
  return 'One address can register 20 members an hour. Start the instance with RATE_LIMITS=off, and try again.';
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

try {
  const { origin } = new URL(address);
  // First, because a wrong password should leave no members behind.
  const admin = new DemoClient(origin);
  if (values.remove === true) await remove(admin);
  else await fill(origin, (await signInAsAdmin(admin)) ? admin : null, Number(values.members));
} catch (error) {
  console.error(`\nThe demonstration stopped: ${reasonOf(error)}\n${hintFor(error)}`);
  process.exit(1);
}
