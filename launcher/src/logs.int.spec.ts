import { randomUUID } from 'node:crypto';
import { resetLinkSchema, walletChallengeSchema, walletSchema } from '@pmcw/contracts';
import { evmWallet } from '@pmcw/testing/wallets';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { adminPassword, cookiesOf, type RunningProduct, runProduct } from '../test/product.ts';
import { upgrade } from '../test/upgrade.ts';

let product: RunningProduct;
beforeAll(async () => {
  // Nothing listens there.
  product = await runProduct({
    mail: { smtpUrl: `smtp://${mark}:${mark}@127.0.0.1:1`, from: `a@${mark}.example` },
  });
});
afterAll(() => product.stop());

/** Part of everything that a member sends, so it must be in no log. */
const mark = `mark${randomUUID().slice(0, 8)}`;
const wallet = `0x${Buffer.from(mark).toString('hex').padEnd(40, '0')}`;

const member = {
  fullName: `${mark} Full Name`,
  username: `${mark}_name`,
  email: `${mark}@example.org`,
  telegramHandle: `@${mark}`,
  userType: 'General User',
  password: `${mark} password`,
};

/** Proves an address, first wrongly. Returns what identifies the wallet and its statement. */
async function prove(cookie: string): Promise<string[]> {
  const { ask } = product;
  const { network, address, sign } = evmWallet();
  const listed = await ask('POST', '/api/user/wallets', { cookie, body: { network, address } });
  const { id } = v.parse(walletSchema, await listed.json());
  const asked = await ask('POST', `/api/user/wallets/${id}/challenge`, { cookie, body: {} });
  const { nonce, statement } = v.parse(walletChallengeSchema, await asked.json());
  const signatures = [evmWallet().sign(statement), sign(statement)];
  const statuses: number[] = [];
  for (const signature of signatures) {
    const body = { nonce, signature };
    statuses.push((await ask('POST', `/api/user/wallets/${id}/proof`, { cookie, body })).status);
  }
  expect(statuses).toEqual([400, 201]);
  return [address, nonce, ...signatures];
}

/** All actions of a member in a few minutes. Returns the generated secrets. */
async function live(): Promise<string[]> {
  const { ask } = product;
  const registered = await ask('POST', '/api/register', { body: member });
  expect(registered.status).toBe(201);
  const cookie = cookiesOf(registered);
  const { id } = v.parse(v.object({ id: v.number() }), await registered.json());
  const admin = cookiesOf(
    await ask('POST', '/api/login', { body: { username: 'admin', password: adminPassword } }),
  );

  await ask('POST', '/api/register', { body: member });
  await ask('POST', '/api/login', { body: { username: member.username, password: `${mark} wrong` } });
  await ask('POST', '/api/login', { body: { username: member.email, password: member.password } });
  await ask('PATCH', '/api/user/profile', {
    cookie,
    body: { fullName: member.fullName, bio: `${mark} bio`, telegramHandle: `@${mark}` },
  });
  await ask('POST', '/api/user/wallets', { cookie, body: { network: 'PMCW', address: wallet } });
  await ask('POST', '/api/user/wallets', {
    cookie,
    body: { network: 'ETH', address: `${mark} is no address` },
  });
  const proof = await prove(cookie);
  await ask('POST', '/api/user/socials', { cookie, body: { platform: 'twitter', username: mark } });
  await ask('POST', '/api/messages/global', { cookie, body: { content: `${mark} to all` } });
  await ask('POST', '/api/messages', { cookie, body: { content: `${mark} to one`, receiverId: 1 } });
  await ask('POST', '/api/verification-requests', { cookie, body: { message: `${mark} please` } });
  await ask('PUT', `/api/admin/users/${id}/notes`, { cookie: admin, body: { notes: `${mark} notes` } });
  const link = await ask('POST', `/api/admin/users/${id}/reset-link`, { cookie: admin, body: {} });
  const { url } = v.parse(resetLinkSchema, await link.json());
  const [, token = ''] = url.split('#reset=');
  expect(token).not.toBe('');
  const reset = { token, newPassword: `${mark} new password` };
  expect((await ask('POST', '/api/reset-password', { body: reset })).status).toBe(204);
  await ask('POST', '/api/reset-password', { body: reset });
  for (const username of [member.username, member.email, `${mark} nobody`])
    await ask('POST', '/api/forgot-password', { body: { username } });
  await ask('POST', '/api/user/change-password', {
    cookie: admin,
    body: { currentPassword: `${mark} no`, newPassword: `${mark} no`, confirmPassword: `${mark} no` },
  });

  // Requested, found or not, in paths, queries, headers and broken requests.
  await ask('GET', `/${member.username}`);
  await ask('GET', `/api/profile/${member.username}`, {
    headers: { 'user-agent': mark, referer: `http://${mark}` },
  });
  await ask('GET', `/api/addresses/${wallet}/listings`);
  await ask('GET', `/api/directory?query=${mark}`);
  await ask('GET', `/api/admin/users?query=${mark}`, { cookie: admin });
  await ask('GET', `/no/such/${mark}`);
  await ask('GET', `/api/${mark}`);
  await ask('GET', `/api/%zz${mark}`);
  await ask('GET', `/media/${mark}`);
  await ask('POST', '/api/login', { body: `{"username":"${mark}` });
  await ask('POST', '/graphql', { body: { query: `{ ${mark}(name: "${mark}") }` } });
  await ask('POST', '/api/logout', { headers: { origin: `https://${mark}.example` } });
  await upgrade(product.port, { origin: `https://${mark}.example`, cookie: `session=${mark}` });
  return [token, ...proof, ...[cookie, admin].flatMap((text) => /session=([^;]+)/.exec(text)?.[1] ?? [])];
}

/** Breaks tables, so that requests fail inside, with messages of the database. */
async function breakTables(): Promise<void> {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query('alter table vault.passwords rename column hash to gone');
  await client.query('alter table vault.claims add constraint broken check (user_id < 0) not valid');
  await client.end();
}

it('no data of a member is in the log at level trace, whatever they do and whatever fails', async () => {
  const secrets = await live();
  await expect.poll(() => product.log()).toContain('mails could not be sent');
  await breakTables();
  const { ask } = product;
  const failed = [
    await ask('POST', '/api/login', { body: { username: member.email, password: member.password } }),
    await ask('POST', '/api/register', {
      body: { ...member, username: `${mark}_other`, email: `other.${mark}@example.org` },
    }),
  ];
  expect(failed.map(({ status }) => status)).toEqual([500, 500]);

  await expect.poll(() => product.log()).toContain('request failed');
  await expect.poll(async () => (await product.log()).split('"status":500').length).toBe(3);
  const log = await product.log();
  expect(log).toContain('"route":"/api/profile/:username"');
  // The log still has the reasons.
  for (const reason of ['column \\"hash\\" does not exist', 'violates check constraint'])
    expect(log).toContain(reason);
  expect(log).not.toContain('[object Object]');
  for (const secret of [mark, wallet, Buffer.from(mark).toString('hex'), ...secrets]) {
    expect(log.toLowerCase()).not.toContain(secret.toLowerCase());
  }
  expect(log).not.toMatch(/127\.0\.0\.1(?!:)/);
}, 60_000);
