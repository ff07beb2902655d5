import { randomUUID } from 'node:crypto';
import { sessionUserSchema } from '@pmcw/contracts';
import type { BrowserContext } from 'playwright-core';
import * as v from 'valibot';
import { password } from './member.ts';

/** A member created by the API, which is a second faster than the form. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly fullName: string;
  /** The session, as a `cookie` header. */
  readonly cookie: string;
}

async function enter(url: string, door: 'register' | 'login', body: object): Promise<Account> {
  const response = await fetch(`${url}/api/${door}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${door}: ${response.status} ${await response.text()}`);
  const { id, username, fullName } = v.parse(sessionUserSchema, await response.json());
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { id, username, fullName, cookie: cookies.join('; ') };
}

export function signUp(url: string, fullName: string): Promise<Account> {
  const username = `${fullName.toLowerCase().replace(/\W/g, '_')}_${randomUUID().slice(0, 6)}`;
  return enter(url, 'register', { fullName, username, email: `${username}@example.org`, password });
}

export function signInAgain(url: string, { username }: Account): Promise<Account> {
  return enter(url, 'login', { username, password });
}

export function signInAdmin(url: string, adminPassword: string): Promise<Account> {
  return enter(url, 'login', { username: 'admin', password: adminPassword });
}

/** Gives a browser profile the session of a member. */
export async function takeSessionOf(
  context: BrowserContext,
  url: string,
  { cookie }: Account,
): Promise<void> {
  const cookies = cookie.split('; ').map((pair) => {
    const [name = '', ...value] = pair.split('=');
    return { name, value: value.join('='), url };
  });
  await context.addCookies(cookies);
}

/** Sends a member's request to the API. @throws Error if it is refused */
export async function askAs(
  url: string,
  { cookie }: Account,
  method: string,
  path: string,
  body?: object,
): Promise<void> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: { 'content-type': 'application/json', origin: url, cookie },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
}
