import { silent } from '@pmcw/resilience';
import { type MailServerStandIn, startMailServer, type TakenMail } from '@pmcw/testing/mail';
import { type OpenidProviderStandIn, startOpenidProvider } from '@pmcw/testing/openid';
import { evmWallet } from '@pmcw/testing/wallets';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { publicUrl, type SignedIn } from '../../test/browser.ts';
import { goRound, knownAt } from '../../test/openid.ts';
import { add, newKey } from '../../test/passkeys.ts';
import {
  newAddress,
  type Process,
  password,
  proveAgain,
  type Running,
  run,
  userStream,
} from '../../test/running.ts';
import { admit, listAndProve } from '../../test/wallets.ts';
import { causeOf, stamp } from '../handling/stamp.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const warnings: object[] = [];
const logger = { ...silent, warn: (details: object) => void warnings.push(details) };

let server: MailServerStandIn;
let provider: OpenidProviderStandIn;
let app: Running;
let other: Process;
let admin: SignedIn;
let database: pg.Pool;
beforeAll(async () => {
  [server, provider] = await Promise.all([startMailServer(), startOpenidProvider()]);
  const mail = { smtpUrl: server.url, limits: { lookEveryMs: 100 } };
  app = await run({ mail, openid: knownAt(provider), logger });
  // Two processes find each mail.
  other = await app.another();
  admin = await app.administrator();
  database = new pg.Pool({ connectionString: app.databaseUrl });
  // Postgres cuts remaining connections when the spec’s database is dropped.
  database.on('error', () => undefined);
});
afterAll(async () => {
  await database.end();
  await app.stop();
  await Promise.all([server.close(), provider.close()]);
});
beforeEach(async () => {
  server.answer('take');
  await proveAgain(admin);
});

const german = { 'accept-language': 'de-AT,en;q=0.5' };
const addressOf = ({ username }: Pick<SignedIn, 'username'>) => `${username}@example.org`;
/** All except the first, which asks to confirm the address. */
const mailsTo = (member: Pick<SignedIn, 'username'>) =>
  server.to(addressOf(member)).filter(({ text }) => text?.includes('#confirm=') === false);
const tokenIn = (mail: TakenMail | undefined) => /#reset=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? 'no token';
const subjectsTo = (member: Pick<SignedIn, 'username'>) => mailsTo(member).map(({ subject }) => subject);
const forgot = (username: string, more: object = {}) =>
  app.browser().post('/api/forgot-password', { username, ...more });
const addWallet = ({ post }: SignedIn) =>
  post('/api/user/wallets', { network: 'PMCW', address: newAddress() });

const changePassword = async ({ post }: SignedIn) => {
  const change = { currentPassword: password, newPassword: 'battery staple' };
  expect((await post('/api/user/change-password', change)).status).toBe(204);
};

let nobodyId = 999_999;
/** Resolves once all earlier events were checked for mails. */
async function followed(): Promise<void> {
  // A different member each time, because of the hourly limit.
  nobodyId += 1;
  const userId = nobodyId;
  const event = { type: 'PasswordChanged', data: { userId } } as const;
  const marker = stamp(
    event,
    causeOf({ actorId: null, correlationId: 'marker', authority: { kind: 'operator' } }),
    new Date(),
  );
  const { position } = await app.eventStore.append(userStream({ id: userId }), 'any', [marker]);
  await expect
    .poll(async () => ((await app.vault.bookmarks.find('mails'))?.position ?? 0n) >= position)
    .toBe(true);
}
/** Resolves once a member’s mail has failed so often and waits for a retry. */
async function waitsAfter({ id }: Pick<SignedIn, 'id'>, tries: number): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await database.query(
        'select tries, due_at - created_at > $2 as later from vault.mails where user_id = $1 and done_at is null and taken_until is null',
        [id, '30 seconds'],
      );
      return rows;
    })
    .toEqual([{ tries, later: true }]);
}
/** Resolves once the queue is empty. */
async function allSent(): Promise<void> {
  await followed();
  await expect.poll(() => app.vault.mails.waiting()).toBe(0);
}

/** A new member, after the mail to confirm the address. */
async function member(name: string): Promise<SignedIn> {
  const registered = await app.register(name);
  await allSent();
  return registered;
}

/** Advances the clock once one mail waits for more changes and all others are sent. */
async function collectedFor(ms: number): Promise<void> {
  await followed();
  await expect.poll(() => app.vault.mails.waiting()).toBe(1);
  await app.pass(ms);
  await allSent();
}

describe('a member who forgot the password', () => {
  it('gets a link in their language, which works, signs out all browsers and is reported by mail', async () => {
    const ada = await member('ada');
    expect(await forgot('ADA@example.org', { language: 'de' })).toMatchObject({ status: 204, text: '' });
    await expect.poll(() => subjectsTo(ada)).toEqual(['Neues Passwort für localhost:8080 wählen']);
    const [mail] = mailsTo(ada);
    const token = tokenIn(mail);
    for (const part of [mail?.text, mail?.html]) expect(part).toContain(`${publicUrl}/auth#reset=${token}`);
    const body = { token, newPassword: 'battery staple' };
    expect((await app.browser().post('/api/reset-password', body)).status).toBe(204);
    expect((await ada.call('PATCH', '/api/user/profile', { fullName: 'Ada' })).status).toBe(401);
    const signedIn = await app.browser().post('/api/login', { username: 'ada', password: 'battery staple' });
    expect(signedIn.status).toBe(200);
    expect((await app.browser().post('/api/reset-password', body)).status).toBe(400);
    await expect.poll(() => subjectsTo(ada)).toHaveLength(2);
    await allSent();
    expect(subjectsTo(ada)[1]).toBe('A new password was chosen for localhost:8080');
  });

  it('reads which other ways to sign in the link ends, and then which it ended', async () => {
    const pia = await member('pia');
    const wallet = evmWallet();
    await add(pia, newKey());
    await admit(pia, await listAndProve(pia, wallet));
    await collectedFor(5 * minute);
    const before = mailsTo(pia).length;
    await forgot('pia');
    await allSent();
    const asked = mailsTo(pia)[before];
    expect(asked?.text).toContain(
      `unless you choose to keep them:\n\nPasskey\nWallet, Ethereum: ${wallet.address}`,
    );
    const body = { token: tokenIn(asked), newPassword: 'battery staple' };
    expect((await app.browser().post('/api/reset-password', body)).status).toBe(204);
    await allSent();
    const [told, ...more] = mailsTo(pia).slice(before + 1);
    expect(more).toEqual([]);
    expect(told?.subject).toBe('A new password was chosen for localhost:8080');
    expect(told?.text).toContain(`were removed:\n\nPasskey\nWallet, Ethereum: ${wallet.address}`);
  });

  it('gets three an hour under any of their names, and each works', async () => {
    const bob = await member('bob');
    for (const name of ['bob', 'bob@example.org', 'Bob', 'bob', 'bob@example.org']) {
      expect((await forgot(name)).status).toBe(204);
      await allSent();
    }
    expect(mailsTo(bob)).toHaveLength(3);
    const tokens = mailsTo(bob).map(tokenIn);
    const found = await Promise.all(tokens.map((token) => app.vault.resetLinks.find(token)));
    // Strangers’ requests void none.
    expect(found).toEqual([bob.id, bob.id, bob.id]);
    await app.pass(60 * minute);
    await forgot('bob');
    await expect.poll(() => mailsTo(bob)).toHaveLength(4);
  });

  it('gets another after an attacker requested three and voided them', async () => {
    const ben = await member('ben');
    for (let n = 0; n < 4; n += 1) await forgot('ben');
    await allSent();
    expect(mailsTo(ben)).toHaveLength(3);
    await changePassword(ben);
    await forgot('ben');
    await allSent();
    const links = mailsTo(ben).filter(({ text }) => text?.includes('#reset='));
    expect(links).toHaveLength(4);
    expect(await app.vault.resetLinks.find(tokenIn(links[3]))).toBe(ben.id);
  });

  it('gets none if suspended, deleted, or without an address', async () => {
    const [suspended, deleted] = [await member('suspended'), await member('deleted')];
    await app.suspend(suspended);
    await admin.call('DELETE', `/api/admin/users/${deleted.id}`);
    const before = server.asked;
    for (const name of ['suspended', 'deleted', 'deleted@example.org', 'admin', 'nobody']) {
      expect((await forgot(name)).status).toBe(204);
    }
    await allSent();
    expect(server.asked).toBe(before);
    expect(await app.vault.mails.take(100, minute)).toEqual([]);
  });
});

describe('an important change', () => {
  it('can be an administrator’s link, with the administrator’s name', async () => {
    const kay = await member('kay');
    await admin.post(`/api/admin/users/${kay.id}/reset-link`);
    await allSent();
    expect(subjectsTo(kay)).toEqual(['An administrator of localhost:8080 created a link to your account']);
    expect(mailsTo(kay)[0]?.text).toContain('The administrator @admin created a link');
  });

  it('is reported once, with details, by any actor, in the language of the latest session', async () => {
    const cleo = await member('cleo');
    await cleo.call('POST', '/api/login', { username: 'cleo', password }, german);
    const address = newAddress();
    const { body } = await cleo.post('/api/user/wallets', { network: 'PMCW', address });
    await admin.call('DELETE', `/api/admin/users/${cleo.id}/wallets/${String(body.id)}`);
    const removed = (await app.events(userStream(cleo))).find(({ type }) => type === 'WalletRemoved');
    const undo = `/api/admin/history/${removed?.eventId}/undo`;
    expect((await admin.post(undo, { stream: userStream(cleo) })).status).toBe(204);
    await cleo.post('/api/user/change-password', {
      currentPassword: password,
      newPassword: 'battery staple',
    });
    await followed();
    // Changes of lists wait for more of them.
    await expect.poll(() => subjectsTo(cleo)).toEqual(['Dein Passwort für localhost:8080 wurde geändert']);
    await collectedFor(5 * minute);
    expect(subjectsTo(cleo)[1]).toBe('Auf deinem Profil bei localhost:8080 hat sich etwas geändert');
    expect(mailsTo(cleo)).toHaveLength(2);
    const listed = `PMCW: ${address}`.toLowerCase();
    const lines = mailsTo(cleo)[1]?.text?.toLowerCase().split('\n') ?? [];
    expect(lines.filter((line) => line.includes(listed))).toEqual([
      `neu: ${listed}`,
      `entfernt: ${listed}`,
      `neu: ${listed}`,
    ]);
  });

  it('can be a new passkey, wallet or provider account to sign in with, in both parts of the mail', async () => {
    const ina = await member('ina');
    await ina.call('POST', '/api/login', { username: 'ina', password }, german);
    const wallet = evmWallet();
    await add(ina, newKey());
    await admit(ina, await listAndProve(ina, wallet));
    await goRound(provider, ina, 'ina', '/api/user/openid/start');
    await collectedFor(5 * minute);
    for (const [subject, said] of [
      ['Deinem Konto bei localhost:8080 wurde ein Passkey hinzugefügt', 'kann sich ohne Passwort anmelden'],
      ['In deinem Konto bei localhost:8080 kann man sich jetzt mit einer Wallet anmelden', wallet.address],
      [
        'Deinem Konto bei localhost:8080 wurde die Anmeldung über einen Anbieter hinzugefügt',
        'kann sich auch hier anmelden',
      ],
    ] as const) {
      const [mail, ...more] = mailsTo(ina).filter((taken) => taken.subject === subject);
      expect(more).toEqual([]);
      for (const part of [mail?.text, mail?.html]) {
        expect(part).toContain(said);
        expect(part).toContain(`${publicUrl}/dashboard/profile`);
      }
    }
  });

  it('of the ways to sign in is reported at once, despite earlier changes of lists', async () => {
    const dora = await member('dora');
    for (let n = 0; n < 14; n += 1) expect((await addWallet(dora)).status).toBe(201);
    await followed();
    await add(dora, newKey());
    await expect
      .poll(() => subjectsTo(dora))
      .toEqual(['A passkey was added to your account at localhost:8080']);
    await collectedFor(5 * minute);
    expect(mailsTo(dora)).toHaveLength(2);
    expect(mailsTo(dora)[1]?.text?.match(/^Added: /gm)).toHaveLength(14);
  });

  it('is reported by twelve mails an hour, and then by one about all others', async () => {
    const dana = await member('dana');
    let current = password;
    for (let n = 0; n < 14; n += 1) {
      const next = `battery staple ${n}`;
      const change = { currentPassword: current, newPassword: next };
      expect((await dana.post('/api/user/change-password', change)).status).toBe(204);
      current = next;
    }
    await expect.poll(() => mailsTo(dana)).toHaveLength(12);
    await collectedFor(60 * minute);
    expect(mailsTo(dana)).toHaveLength(13);
    expect(subjectsTo(dana)[12]).toBe('More changes to how you sign in at localhost:8080');
    expect(mailsTo(dana)[12]?.text?.match(/UTC: Your password/g)).toHaveLength(2);
  });

  it('leaves neither address nor secret in the queue', async () => {
    const eve = await member('eve');
    await addWallet(eve);
    await forgot('eve');
    await collectedFor(5 * minute);
    const { rows } = await database.query<{ text: string }>('select m::text as text from vault.mails m');
    const text = rows.map((row) => row.text).join('\n');
    expect(text).toContain('list_changes');
    const token = tokenIn(mailsTo(eve).find(({ text: words }) => words?.includes('#reset')));
    for (const secret of ['@', 'eve', '0x', token]) expect(text).not.toContain(secret);
  });
});

describe('a process that ends', () => {
  it('after taking a mail leaves it to another, once the lease has expired', async () => {
    const jim = await member('jim');
    await database.query(
      `insert into vault.mails (id, user_id, kind, facts, created_at, due_at, tries, taken_until)
       select 'left behind', $1, 'password_changed', '{}', max(created_at), max(created_at), 1, $2 from vault.mails`,
      [jim.id, new Date(Date.now() + 365 * day)],
    );
    expect(await app.vault.mails.take(10, minute)).toEqual([]);
    await database.query(`update vault.mails set taken_until = created_at where id = 'left behind'`);
    await expect.poll(() => mailsTo(jim)).toHaveLength(1);
    await allSent();
    expect(mailsTo(jim)).toHaveLength(1);
  });

  it('before recording that a mail was sent sends it again with the same id', async () => {
    const kim = await member('kim');
    let isNoted = true;
    for (const { mails } of [app.vault, other.vault]) {
      const done = mails.done.bind(mails);
      vi.spyOn(mails, 'done').mockImplementation(async (id) => {
        if (isNoted) return done(id);
        isNoted = true;
        throw new Error('the vault is unavailable');
      });
    }
    isNoted = false;
    await forgot('kim');
    await expect.poll(() => mailsTo(kim)).toHaveLength(1);
    await expect.poll(() => isNoted).toBe(true);
    await app.pass(2 * minute);
    await expect.poll(() => mailsTo(kim)).toHaveLength(2);
    await allSent();
    const ids = mailsTo(kim).map(({ messageId }) => messageId);
    expect(ids).toEqual([ids[0], ids[0]]);
    vi.restoreAllMocks();
  });
});

describe('a mail that can’t be sent', () => {
  it('is retried after growing pauses, without delaying others', async () => {
    const fay = await member('fay');
    server.answer({ at: 'recipient', code: 451 });
    await changePassword(fay);
    await waitsAfter(fay, 1);
    for (const [pause, tries] of [
      [minute, 2],
      [2 * minute, 3],
    ] as const) {
      await app.pass(pause);
      await waitsAfter(fay, tries);
    }
    server.answer('take');
    await app.pass(4 * minute);
    await expect.poll(() => mailsTo(fay)).toHaveLength(1);
    await allSent();
    expect(mailsTo(fay)).toHaveLength(1);
  });

  it('is given up at once if its recipient is refused, without names in the log', async () => {
    const gil = await member('gil');
    server.answer({ at: 'recipient', code: 550 });
    await changePassword(gil);
    await allSent();
    server.answer('take');
    await app.pass(60 * minute);
    await allSent();
    expect(mailsTo(gil)).toEqual([]);
    expect(warnings).toContainEqual({ kind: 'password_changed', reason: 'EENVELOPE 550' });
    expect(JSON.stringify(warnings)).not.toMatch(/gil|@|127\.0\.0\.1/);
  });

  it('is given up after a day', async () => {
    const hal = await member('hal');
    server.answer({ at: 'message', code: 451 });
    await changePassword(hal);
    await waitsAfter(hal, 1);
    server.answer('take');
    await app.pass(day);
    await allSent();
    expect(mailsTo(hal)).toEqual([]);
    expect(warnings).toContainEqual({ kind: 'password_changed', tries: 2 });
  });

  it('is deleted with its member', async () => {
    const ian = await member('ian');
    server.answer({ at: 'message', code: 451 });
    await changePassword(ian);
    await waitsAfter(ian, 1);
    expect((await ian.call('DELETE', '/api/user/account')).status).toBe(204);
    server.answer('take');
    await app.pass(60 * minute);
    await allSent();
    expect(mailsTo(ian)).toEqual([]);
  });
});
