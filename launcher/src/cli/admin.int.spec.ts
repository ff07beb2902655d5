import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookiesOf, type RunningProduct, registration, runProduct } from '../../test/product.ts';
import { root } from '../places.ts';

const masterKey = randomBytes(32);
let database: TestDatabase;
let product: RunningProduct;
beforeAll(async () => {
  database = await freshDatabase();
  product = await runProduct({ foundation: { DATABASE_URL: database.url, VAULT_KEY: masterKey } });
});
afterAll(async () => {
  await product.stop();
  await database.drop();
});

/** The latest build of `npm run admin`, beside the running product. */
function admin(...given: string[]): Promise<{ status: number; output: string }> {
  const args = [path.join(root, 'launcher', 'dist', 'cli', 'admin.js'), ...given];
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    VAULT_KEY: masterKey.toString('base64'),
    // Not used, because the database is given.
    DATA_DIR: path.join(root, 'no-such-folder'),
  };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { cwd: root, env }, (_error, stdout, stderr) =>
      resolve({ status: child.exitCode ?? -1, output: stdout + stderr }),
    );
  });
}

describe('npm run admin', () => {
  it('makes a member an administrator beside the running product, and prints the outcome', async () => {
    const cookie = cookiesOf(await product.ask('POST', '/api/register', { body: registration('nora') }));
    const stats = () => product.ask('GET', '/api/admin/stats', { cookie });
    expect((await stats()).status).toBe(403);
    const usage = expect.stringContaining('Usage: admin <command>');
    expect(
      await Promise.all([admin('grant', 'Nora'), admin('grant', 'nobody'), admin('revoke', 'nora')]),
    ).toEqual([
      { status: 0, output: 'Nora is an administrator now.\n' },
      { status: 1, output: expect.stringMatching(/^nobody: \S/) },
      { status: 2, output: usage },
    ]);
    await expect.poll(async () => (await stats()).status).toBe(200);
    expect(await admin('grant', 'nora')).toEqual({
      status: 0,
      output: 'nora was an administrator already.\n',
    });
  });
});
