import { closeCodes, limits } from '@pmcw/contracts';
import { shiftVaultClock } from '@pmcw/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { House, type Member } from '../../test/house.ts';

let house: House;
let lena: Member;
let nils: Member;

beforeAll(async () => {
  house = await House.open();
  lena = await house.member('lena');
  nils = await house.member('nils');
});
afterAll(() => house.close());
afterEach(() => void vi.restoreAllMocks());

describe('authentication', () => {
  it("must name the session's member", async () => {
    const client = await house.socket(lena.token).opened();
    client.send({ type: 'authenticate', userId: nils.id });
    expect(await client.closed).toMatchObject({ code: closeCodes.notAuthenticated });
    expect(client.frames).toEqual([]);
  });

  it('must come in time', async () => {
    const hasty = await House.open({ limits: { authenticateMs: 100, tickMs: 20 } });
    try {
      const mia = await hasty.member('mia');
      const client = await hasty.socket(mia.token).opened();
      expect(await client.closed).toMatchObject({ code: closeCodes.notAuthenticated });
      expect(client.frames).toEqual([]);
    } finally {
      await hasty.close();
    }
  });

  it('must come in time, whatever the clock is set to', async () => {
    const hasty = await House.open({ limits: { authenticateMs: 300, tickMs: 20 } });
    try {
      const mia = await hasty.member('mia');
      const client = await hasty.socket(mia.token).opened();
      const { now } = Date;
      vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
      expect(await client.closed).toMatchObject({ code: closeCodes.notAuthenticated });
    } finally {
      await hasty.close();
    }
  });

  it('comes before everything else but pings', async () => {
    const client = await house.socket(lena.token).opened();
    client.send({ type: 'message', receiverId: nils.id, content: 'too early' });
    client.send({ type: 'resume', after: '0' });
    client.send({ type: 'mark_read', senderId: nils.id });
    client.send({ type: 'ping', timestamp: 5 });
    await client.first('pong');
    expect(client.of('error').map(({ code }) => code)).toEqual(Array(3).fill('not_signed_in'));
    expect(client.frames).toHaveLength(4);
  });

  it('may be repeated', async () => {
    const client = await house.connect(lena);
    client.send({ type: 'authenticate', userId: lena.id });
    await expect.poll(() => client.of('authenticated').length).toBe(2);
    await house.write(nils.id, lena.id);
    await client.first('new_message');
  });
});

describe('the end of a session', () => {
  it('closes its own sockets, all of them, and no other', async () => {
    const phone = await house.signInAgain(lena);
    const [first, second] = [await house.connect(phone), await house.connect(phone)];
    const laptop = await house.connect(await house.signInAgain(lena));
    const other = await house.connect(nils);
    await house.sessions.end(phone.session.id, 'logout');
    for (const client of [first, second]) {
      expect(await client.closed).toEqual({ code: closeCodes.signedOut, reason: 'logout' });
      expect(client.of('signed_out')).toEqual([{ type: 'signed_out', reason: 'logout' }]);
    }
    await house.write(nils.id, lena.id, 'still there?');
    await laptop.first('new_message');
    await other.first('new_message');
    expect(first.of('new_message')).toEqual([]);
  });

  it('closes all but the one that changed the password', async () => {
    const [phone, laptop] = [await house.signInAgain(nils), await house.signInAgain(nils)];
    const [kept, closed] = [await house.connect(phone), await house.connect(laptop)];
    await house.sessions.endAll(nils.id, 'password_changed', phone.session.id);
    expect(await closed.closed).toEqual({ code: closeCodes.signedOut, reason: 'password_changed' });
    await house.write(lena.id, nils.id);
    await kept.first('new_message');
  });

  it('also closes sockets that have not authenticated yet', async () => {
    const gone = await house.signInAgain(lena);
    const client = await house.socket(gone.token).opened();
    await house.sessions.end(gone.session.id, 'suspended');
    expect(await client.closed).toEqual({ code: closeCodes.signedOut, reason: 'suspended' });
  });
});

describe('a session that expires', () => {
  it('closes its socket, but not if it was extended in between', async () => {
    const sessionMs = limits.sessionDays * 24 * 60 * 60 * 1000;
    const hourMs = 60 * 60 * 1000;
    const old = await House.open({ expireEveryMs: 20 });
    const elapsed = performance.now.bind(performance);
    /** Also makes what the vault caches older. */
    const pass = async (ms: number) => {
      await shiftVaultClock(old.databaseUrl, ms);
      vi.spyOn(performance, 'now').mockImplementation(() => elapsed() + ms);
    };
    try {
      const [mia, tom] = [await old.member('mia'), await old.member('tom')];
      const [expiring, prolonged] = [await old.connect(mia), await old.connect(tom)];
      await pass(sessionMs - hourMs);
      await old.sessions.find(tom.token);
      await pass(sessionMs + hourMs);
      expect(await expiring.closed).toEqual({ code: closeCodes.signedOut, reason: 'expired' });
      expect(expiring.of('signed_out')).toEqual([{ type: 'signed_out', reason: 'expired' }]);
      prolonged.send({ type: 'ping', timestamp: 1 });
      await prolonged.first('pong');
    } finally {
      await old.close();
    }
  });
});
