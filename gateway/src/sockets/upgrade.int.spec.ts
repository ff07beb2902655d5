import { connect } from 'node:net';
import { resetConnections, resetMoments } from '@pmcw/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBreakableLog } from '../../test/breakableLog.ts';
import { House, type Member, publicUrl } from '../../test/house.ts';
import { answerTo, upgradeRequest } from '../../test/upgrade.ts';

let house: House;
let lena: Member;

beforeAll(async () => {
  house = await House.open({ limits: { socketsPerMember: 3 } });
  lena = await house.member('lena');
});
afterAll(() => house.close());

describe('an upgrade', () => {
  it.each([
    ['https://evil.example'],
    ['null'],
    ['http://localhost:8081'],
    [`${publicUrl}.evil.example`],
    [''],
  ])('is refused for the origin %j, with any session', async (origin) => {
    await expect(house.socket(lena.token, { origin }).opened()).rejects.toThrow('refused with 403');
  });

  it('is accepted for the site and its loopback twin', async () => {
    for (const origin of [publicUrl, 'http://127.0.0.1:8080']) {
      const client = await house.socket(lena.token, { origin }).opened();
      await client.close();
    }
  });

  it('is refused without a live session', async () => {
    const gone = await house.signInAgain(lena);
    await house.sessions.end(gone.session.id, 'logout');
    for (const token of [null, '', 'nonsense', gone.token]) {
      await expect(house.socket(token).opened()).rejects.toThrow('refused with 401');
    }
    await expect(
      house.socket(null, { cookie: `session2=${lena.token}; xsession=${lena.token}` }).opened(),
    ).rejects.toThrow('refused with 401');
  });

  it('is refused to a member with too many sockets, until one closes', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => house.socket(lena.token).opened()));
    await expect(house.socket(lena.token).opened()).rejects.toThrow('refused with 429');
    await clients[0]?.close();
    const again = await house.socket(lena.token).opened();
    await Promise.all([...clients.slice(1), again].map((client) => client.close()));
  });

  it('is refused in the format of the API', async () => {
    const answer = await fetch(`http://127.0.0.1:${house.port}/ws`);
    expect(answer.status).toBe(426);
    expect((await fetch(`http://127.0.0.1:${house.port}/other`)).status).toBe(404);
    const refused = await answerTo(
      house.port,
      upgradeRequest({ origin: 'https://evil.example', cookie: '' }),
    );
    expect(refused).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(refused).toContain('application/problem+json');
    expect(refused).toContain('"code":"foreign_origin"');
  });

  it.each(['close', 'keep-alive', 'upgrade, close'])(
    'is refused with connection: %s, which uWebSockets.js would open and close at once',
    async (connection) => {
      const fresh = await house.signInAgain(lena);
      const cookie = `session=${fresh.token}`;
      const answer = await answerTo(house.port, upgradeRequest({ connection, origin: publicUrl, cookie }));
      expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    },
  );

  it('stays open once accepted, also if the session had to be looked up', async () => {
    const members = await Promise.all(Array.from({ length: 30 }, (_, n) => house.member(`newcomer${n}`)));
    const clients = await Promise.all(members.map((member) => house.connect(member)));
    await house.write(lena.id, null, 'to all');
    await Promise.all(clients.map((client) => client.first('new_global_message')));
    await Promise.all(clients.map((client) => client.close()));
  });

  it('survives clients that leave while their session is looked up', async () => {
    for (let knocks = 0; knocks < 50; knocks += 1) {
      // The gateway may reset the connection before the whole request is sent.
      const socket = connect(house.port, '127.0.0.1').on('error', () => undefined);
      await new Promise<void>((resolve) => socket.once('connect', resolve));
      // Never seen before, so that it is really looked up.
      const token = `${knocks}`.padStart(43, 'x');
      socket.end(upgradeRequest({ origin: publicUrl, cookie: `session=${token}` }), () =>
        socket.resetAndDestroy(),
      );
    }
    const client = await house.connect(lena);
    await client.close();
  });
});

describe('a client that resets its connection', () => {
  const strange = () => upgradeRequest({ origin: publicUrl, cookie: 'session=nonsense' });
  const refusals: readonly (readonly [string, () => string])[] = [
    ['401', strange],
    ['403', () => upgradeRequest({ origin: 'https://evil.example' })],
    ['400', () => upgradeRequest({ origin: publicUrl, connection: 'close' })],
    ['404', () => 'GET /other HTTP/1.1\r\nhost: localhost\r\n\r\n'],
    ['426', () => `POST /ws HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9000\r\n\r\n${'a'.repeat(9_000)}`],
  ];

  it.each(refusals)('while it is refused with %s does not crash the gateway', async (_status, request) => {
    for (const moment of resetMoments) {
      expect(await resetConnections(house.port, request(), moment)).toEqual([]);
    }
    const client = await house.connect(lena);
    await client.close();
  });
});

describe('an unused body', () => {
  const body = 'a'.repeat(7_000_000);
  const sized = `content-length: ${body.length}`;

  it.each([
    ['POST /ws', 426],
    ['POST /other', 404],
  ])('is read to its end, then answered with a refusal: %s', async (start, status) => {
    const request = `${start} HTTP/1.1\r\nhost: localhost\r\n${sized}\r\n\r\n${body}`;
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await answerTo(house.port, request)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    }
  });

  it('has no place in a handshake', async () => {
    const cookie = `session=${lena.token}`;
    const handshake = upgradeRequest({ origin: publicUrl, cookie, 'content-length': String(body.length) });
    expect(await answerTo(house.port, handshake + body)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

it('another offered protocol is ignored: it opens no socket, and sockets work as before', async () => {
  const cookie = `session=${lena.token}`;
  const offer = upgradeRequest({ origin: publicUrl, cookie }).replace('upgrade: websocket', 'upgrade: h2c');
  expect(await answerTo(house.port, offer)).toMatch(/^HTTP\/1\.1 426 /);
});

describe('a gateway that started while the log was down', () => {
  it('refuses upgrades until it knows its position', async () => {
    const { log, state } = createBreakableLog();
    state.isAway = true;
    const early = await House.open({ log, limits: { restartFirstMs: 10, restartMostMs: 20 } });
    try {
      state.isAway = false;
      const nils = await early.member('nils');
      state.isAway = true;
      await early.restartGateway();
      expect(early.gateway.stats().follower.status).toBe('starting');
      await expect(early.socket(nils.token).opened()).rejects.toThrow('refused with 503');
      state.isAway = false;
      await expect.poll(() => early.gateway.stats().follower.status).toBe('following');
      const client = await early.connect(nils);
      await early.write(nils.id, null);
      await client.first('new_global_message');
    } finally {
      await early.close();
    }
  });
});
