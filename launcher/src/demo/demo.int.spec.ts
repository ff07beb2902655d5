import { adminUsersSchema } from '@pmcw/contracts';
import { freePort } from '@pmcw/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminPassword, type RunningProduct, registration, runProduct } from '../../test/product.ts';
import { DemoClient, RefusedError } from './client.ts';
import { fill } from './fill.ts';
import { removeInvented } from './removal.ts';

let product: RunningProduct;
let origin: string;
beforeAll(async () => {
  const port = await freePort();
  origin = `http://localhost:${port}`;
  product = await runProduct({ rateLimits: 'off', port, publicUrl: origin });
});
afterAll(() => product.stop());

async function signIn(client: DemoClient, password = adminPassword): Promise<void> {
  await client.send('POST', '/api/login', { username: 'admin', password }, v.unknown());
}

const all = async (client: DemoClient) => {
  const { users } = await client.send('GET', '/api/admin/users?limit=100', undefined, adminUsersSchema);
  return users;
};

it('fills an instance, and takes its members away without touching others', async () => {
  const admin = new DemoClient(origin);
  await expect(signIn(admin, 'wrong password')).rejects.toThrow(RefusedError);
  await product.ask('POST', '/api/register', { body: registration('ada') });
  await signIn(admin);
  await fill(origin, admin, 12);
  const filled = await all(admin);
  expect(filled.length).toBe(14);
  expect(filled.some(({ isAuthorized }) => isAuthorized)).toBe(true);
  expect(await removeInvented(admin, signIn)).toBe(12);
  expect((await all(admin)).map(({ username }) => username).toSorted()).toEqual(['ada', 'admin']);
  expect(await removeInvented(admin, signIn)).toBe(0);
});
