import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sessionUserSchema } from '@pmcw/contracts';
import { evmWallet } from '@pmcw/testing/wallets';
import type { APIRequestContext, BrowserContext } from 'playwright-core';
import { v7 as uuidv7 } from 'uuid';
import * as v from 'valibot';
import { expect } from 'vitest';
import { adminRequests } from './adminRequests.ts';
import { openApi } from './api.ts';
import type { Instance } from './instance.ts';
import { password } from './member.ts';
import { listAndProve } from './proving.ts';

/** The person at a screen: a visitor, a new member, one with everything, an administrator. */
export type Role = 'visitor' | 'newcomer' | 'member' | 'admin';

/** State of a signed-in browser context. */
export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

/** The people of the walk, and their site: first new, then in use. */
export interface World {
  readonly sessions: Readonly<Record<Role, SignedIn>>;
  readonly passwords: Readonly<Partial<Record<Role, string>>>;
  fill(): Promise<void>;
  dispose(): Promise<void>;
}

const wallets = [
  { network: 'ETH', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  { network: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' },
  { network: 'SOL', address: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRvDpvcMwJeK' },
  { network: 'BSC', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' },
  { network: 'PMCW', address: '0xde709f2102306220921060314715629080e2fb77' },
] as const;
const socials = [
  { platform: 'twitter', username: '@amara' },
  { platform: 'telegram', username: 'amara_okafor' },
  { platform: 'github', username: 'amara-okafor' },
  { platform: 'youtube', username: 'https://youtube.com/@amara' },
] as const;
const bio =
  'Building wallets people can actually read. Previously payments, now self-custody. Tips are welcome on any chain: the addresses below are checked every morning.';
const names =
  'Noah Lindqvist,Lena Moreau,Mateo Tanaka,Priya Castillo,Jonas Novak,Yuki Sharma,Elif Weber,Tomasz Haddad,Chioma Kowalski,Sofia Rossi,Idris Nakamura,Hana Mensah,Luca Fischer,Freya Petrov,Ravi Silva,Wolfgang-Maximilian Schwarzenberger von Hohenstein'.split(
    ',',
  );
const kinds = ['General User', 'Business', 'Charity', 'Crypto Group', 'Crypto Project'] as const;
const agents = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'curl/8.5.0',
];
const said = [
  'Hey! Is the ETH address on your profile still current?',
  'Yes, checked it this morning.\nThe profile is the only place I keep up to date: https://example.org/a/rather/long/address?that=goes&on=and&on=until-it-has-to-break-somewhere',
  'Perfect, sending the deposit tonight.',
  'Got it 🎉',
];

/** A member whose texts all have maximum length, and no place to break. */
export const long = {
  fullName: 'Kryptowährungsverwahrungsgesellschafterversammlungsprotokoll',
  username: `Aa${'W'.repeat(28)}`,
  email: `${'kryptowaehrungsverwahrungsgesellschafterversammlung'.slice(0, 48)}@example.org`,
  said: `https://example.org/${'m'.repeat(120)}`,
} as const;

/** Registers members `member_1` and so on by the API. */
export async function registerMany({ url }: Instance, count: number): Promise<void> {
  for (const [i, fullName] of names.slice(0, count).entries()) {
    const api = await openApi(url);
    const username = `member_${i + 1}`;
    const data = { fullName, username, email: `${username}@example.org`, password };
    expect((await api.post('/api/register', { data })).status()).toBe(201);
    await api.dispose();
  }
}

/** Creates the people on a new site: no member is verified, there are no messages, registration is closed. */
export async function openWorld(instance: Instance): Promise<World> {
  const { url } = instance;
  const opened: APIRequestContext[] = [];
  const somebody = async () => {
    const api = await openApi(url);
    opened.push(api);
    return api;
  };
  const join = async (
    fullName: string,
    username: string,
    userType: string = 'General User',
    email = `${username}@example.org`,
  ) => {
    const api = await somebody();
    const data = { fullName, username, userType, email, password };
    const { id } = v.parse(sessionUserSchema, await (await api.post('/api/register', { data })).json());
    return { id, api };
  };
  const admin = await adminRequests(instance);
  opened.push(admin);
  const member = await join('Amara Okafor', 'amara', 'Business');
  const newcomer = await join('Nora Neu', 'nora');
  await admin.patch('/api/admin/settings', { data: { registrationOpen: false } });
  return {
    sessions: {
      visitor: { cookies: [], origins: [] },
      newcomer: await newcomer.api.storageState(),
      member: await member.api.storageState(),
      admin: await admin.storageState(),
    },
    passwords: { newcomer: password, member: password, admin: instance.adminPassword },
    async fill() {
      await admin.patch('/api/admin/settings', { data: { registrationOpen: true } });
      const others: Member[] = [];
      for (const [i, name] of names.entries()) {
        others.push(await join(name, `member_${i + 1}`, kinds[i % kinds.length]));
      }
      await fillProfile(member.api);
      await comeAndGo(url, 'amara');
      await talk(member, others);
      await moderate(admin, [member, ...others]);
      const longOne = await join(long.fullName, long.username, 'Crypto Project', long.email);
      const messageId = await fillLong(longOne, member, admin);
      await report({ ...longOne, messageId }, member, newcomer, admin);
      await notify(admin);
    },
    async dispose() {
      await Promise.all(opened.map((api) => api.dispose()));
    },
  };
}

interface Member {
  readonly id: number;
  readonly api: APIRequestContext;
}

async function fillProfile(api: APIRequestContext): Promise<void> {
  const picture = await readFile(
    path.join(import.meta.dirname, '..', '..', 'pwa', 'public', 'icons', 'icon-512.png'),
  );
  await api.patch('/api/user/profile', { data: { fullName: 'Amara Okafor', bio, telegramHandle: '@amara' } });
  await api.patch('/api/user/images', {
    data: { avatarUrl: `data:image/png;base64,${picture.toString('base64')}` },
  });
  for (const data of wallets) await api.post('/api/user/wallets', { data });
  await listAndProve(api, evmWallet(undefined, 'MATIC'));
  for (const data of socials) await api.post('/api/user/socials', { data });
}

/** Creates more earlier sign-ins than are shown at once. */
async function comeAndGo(url: string, username: string): Promise<void> {
  for (const userAgent of [...agents, ...agents]) {
    const api = await openApi(url, { userAgent });
    expect((await api.post('/api/login', { data: { username, password } })).status()).toBe(200);
    expect((await api.post('/api/logout')).status()).toBe(204);
    await api.dispose();
  }
}

async function talk(member: Member, others: readonly Member[]): Promise<void> {
  const say = (from: Member, content: string, to: Member) =>
    from.api.post('/api/messages', { data: { id: uuidv7(), content, receiverId: to.id } });
  for (const other of others.slice(0, 12)) {
    for (const [i, line] of said.entries()) {
      await (i % 2 === 0 ? say(other, line, member) : say(member, line, other));
    }
  }
  const stranger = others[12];
  if (stranger !== undefined) await say(stranger, 'Hello! My work is at https://example.org/work.', member);
  const [friend = member] = others;
  await friend.api.post(`/api/messages/read/${member.id}`);
  const regretted = { id: uuidv7(), content: 'Never mind.', receiverId: friend.id };
  await member.api.post('/api/messages', { data: regretted });
  await member.api.delete(`/api/messages/${regretted.id}`);
  for (const [i, { api }] of others.entries()) {
    await api.post('/api/messages/global', { data: { id: uuidv7(), content: `Good morning, number ${i}!` } });
  }
}

/** Verifies, suspends, answers, announces. */
async function moderate(admin: APIRequestContext, members: readonly Member[]): Promise<void> {
  const change = ({ id }: Member, path: string, data: object) =>
    admin.patch(`/api/admin/users/${id}/${path}`, { data });
  for (const each of members.slice(0, 6)) await change(each, 'authorize', { isAuthorized: true });
  for (const each of members.slice(6, 8)) await change(each, 'suspend', { isSuspended: true });
  const addresses = [
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
    '0x52908400098527886E0F7030069857D2E4169EE7',
  ];
  for (const [i, address] of addresses.entries()) {
    const api = members[i + 9]?.api;
    await api?.post('/api/user/wallets', { data: { network: 'PMCW', address } });
    await api?.post('/api/verification-requests', {
      data: {
        message: i === 0 ? 'I have built bridges here for years, and everybody in the group knows me.' : '',
      },
    });
  }
}

/** Puts the long texts wherever others see them. */
/** @returns the id of a message to `member` */
async function fillLong({ id, api }: Member, member: Member, admin: APIRequestContext): Promise<string> {
  const { fullName, said: content } = long;
  await api.patch('/api/user/profile', {
    data: { fullName, bio: 'w'.repeat(200), telegramHandle: `@${'w'.repeat(32)}` },
  });
  await api.post('/api/user/socials', { data: { platform: 'github', username: 'w'.repeat(39) } });
  await api.post('/api/user/wallets', { data: { network: 'WWWWWWWWWWWW', address: 'W'.repeat(128) } });
  await member.api.patch(`/api/messages/conversations/${id}`, { data: { isRequest: false } });
  const messageId = uuidv7();
  await api.post('/api/messages', { data: { id: messageId, content, receiverId: member.id } });
  await api.post('/api/messages/global', { data: { id: uuidv7(), content } });
  for (const isAuthorized of [true, false]) {
    await admin.patch(`/api/admin/users/${id}/authorize`, { data: { isAuthorized } });
  }
  await api.post('/api/user/wallets', {
    data: { network: 'PMCW', address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' },
  });
  await api.post('/api/verification-requests', { data: { message: content } });
  return messageId;
}

/** A case of two reports and an earlier one, and one that is decided. */
async function report(
  reported: Pick<Member, 'id'> & { readonly messageId: string },
  member: Member,
  other: Member,
  admin: APIRequestContext,
): Promise<void> {
  const profile = { kind: 'profile', memberId: reported.id };
  const of = { kind: 'message', messageId: reported.messageId };
  await member.api.post('/api/reports', { data: { reported: profile, reason: 'impersonation' } });
  await other.api.post('/api/reports', {
    data: { reported: profile, reason: 'spam', text: 'w'.repeat(500) },
  });
  await member.api.post('/api/reports', { data: { reported: of, reason: 'scam', text: bio } });
  await other.api.post('/api/reports', {
    data: { reported: { kind: 'profile', memberId: member.id }, reason: 'other', text: bio },
  });
  await admin.post(`/api/admin/reports/profile-${member.id}/close`, {
    data: { outcome: 'warned', reason: 'w'.repeat(500) },
  });
}

async function notify(admin: APIRequestContext): Promise<void> {
  for (let i = 1; i <= 11; i += 1) {
    const data = { title: `Maintenance on Sunday (${i})`, message: bio, isActive: i !== 3 };
    await admin.post('/api/admin/notifications', { data });
  }
}
