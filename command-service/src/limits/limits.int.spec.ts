import { randomUUID } from 'node:crypto';
import { limits, ProblemError } from '@pmcw/contracts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Answer, Browser } from '../../test/browser.ts';
import { type Process, password, type Running, registration, run } from '../../test/running.ts';

let app: Running;
let other: Process;
beforeAll(async () => {
  app = await run({ rateLimits: 'on', trustProxy: ['127.0.0.1'] });
  other = await app.another();
});
afterAll(() => app.stop());

const second = 1000;
let names = 0;
const freshName = () => {
  names += 1;
  return `limited_${names}`;
};
/** Sends requests of a client behind the proxy, alternating between two processes. */
function from(address: string) {
  let turn = 0;
  return (method: string, path: string, body: object): Promise<Answer> => {
    turn += 1;
    const { call } = app.browser(turn % 2 === 0 ? app : other);
    return call(method, path, body, { 'x-forwarded-for': address });
  };
}
const tooMany = (answer: Answer, within: number) => {
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  const seconds = answer.headers.get('retry-after') ?? '';
  expect(seconds).toMatch(/^[1-9]\d*$/);
  expect(Number(seconds)).toBeLessThanOrEqual(within);
  return Number(seconds);
};

interface Row {
  readonly most: number;
  /** In seconds. */
  readonly window: number;
  /** A valid try of an address, or of a member by key, with its status. */
  readonly attempt: (key: number) => Promise<Answer>;
  readonly heard: number;
}

/** Sessions for uploads and proofs by key, each of another member unless noted. */
const countedSessions = new Map<string, Browser>();
async function counted(key: string, begin: () => Promise<Browser>): Promise<Browser> {
  const session = countedSessions.get(key) ?? (await begin());
  countedSessions.set(key, session);
  return session;
}
const memberOf = (key: number) =>
  counted(`member ${key}`, async () => {
    const answer = await from(`192.0.2.${key}`)('POST', '/api/register', registration(freshName()));
    countedIds.set(key, Number(answer.body.id));
    return app.withSession(Number(answer.body.id));
  });
const countedIds = new Map<number, number>();
const sessionOf = (key: number) => counted(`session ${key}`, () => app.withSession(countedIds.get(7) ?? 0));

/** One row per limit that all processes share, each with its own addresses. */
const rows: Readonly<Record<string, Row>> = {
  'registrations of an address': {
    most: 20,
    window: 3600,
    attempt: (key) => from(`203.0.113.${key}`)('POST', '/api/register', registration(freshName())),
    heard: 201,
  },
  'log-ins of an address': {
    most: 30,
    window: 60,
    attempt: (key) => from(`203.0.113.${key}`)('POST', '/api/login', { username: freshName(), password }),
    heard: 401,
  },
  'reset links of an address, which count as log-ins': {
    most: 30,
    window: 60,
    attempt: (key) =>
      from(`198.51.100.${key}`)('POST', '/api/reset-password', {
        token: 'made up',
        newPassword: 'battery staple',
      }),
    heard: 400,
  },
  'wrong passwords of an account': {
    most: 10,
    window: 900,
    // From random addresses.
    attempt: (key) =>
      from(`2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}::1`)('POST', '/api/login', {
        username: `account_${key}`,
        password: 'a wrong one',
      }),
    heard: 401,
  },
  'uploads of a member': {
    most: 30,
    window: 60,
    attempt: async (key) => (await memberOf(key)).call('PATCH', '/api/user/images', { avatarUrl: 'data:,' }),
    heard: 400,
  },
  'recordings of a member, which count as uploads': {
    most: 30,
    window: 60,
    attempt: async (key) =>
      (await memberOf(100 + key)).post('/api/messages/global', {
        messageType: 'voice',
        voiceUrl: 'data:audio/webm;base64,AAAA',
      }),
    heard: 415,
  },
  'proofs of wallets of a member': {
    most: 120,
    window: 900,
    attempt: async (key) => (await memberOf(key)).post('/api/user/wallets/any/challenge'),
    heard: 404,
  },
  // Of one more session of a member above, who is not limited by other sessions or wallet proofs.
  'fresh proofs of a session': {
    most: 30,
    window: 900,
    attempt: async (key) =>
      (await sessionOf(key)).post('/api/user/fresh-proof', { message: 'none', signature: 'none' }),
    heard: 400,
  },
};

describe.each(Object.entries(rows))('%s', (_name, { most, window, attempt, heard }) => {
  it('are limited, also concurrently across processes; one limits no other', async () => {
    await attempt(7);
    const answers = await Promise.all(Array.from({ length: most + 4 }, () => attempt(7)));
    expect(answers.filter(({ status }) => status === heard)).toHaveLength(most - 1);
    for (const answer of answers.filter(({ status }) => status !== heard)) tooMany(answer, window);
    expect((await attempt(8)).status).toBe(heard);
    const wait = tooMany(await attempt(7), window);
    await app.pass(wait * second);
    expect((await attempt(7)).status).toBe(heard);
  });
});

it('does no expensive work for refused requests', async () => {
  const address = '203.0.113.200';
  const ask = from(address);
  for (let n = 0; n < 20; n += 1) await app.vault.registrations.admit(address);
  for (let n = 0; n < 30; n += 1) await app.vault.logIns.admit(address);
  const spies = [app.vault, other.vault].flatMap(({ passwords, claims }) => [
    vi.spyOn(passwords, 'verify'),
    vi.spyOn(passwords, 'setFirst'),
    vi.spyOn(passwords, 'hash'),
    vi.spyOn(claims, 'take'),
  ]);
  const answers = [
    await ask('POST', '/api/register', registration(freshName())),
    await ask('POST', '/api/login', { username: 'admin', password }),
    await ask('POST', '/api/reset-password', { token: 'made up', newPassword: 'battery staple' }),
  ];
  for (const answer of answers) tooMany(answer, 3600);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it('counts only valid registrations, so that mistakes in a form cost nothing', async () => {
  const ask = from('203.0.113.201');
  for (let n = 0; n < 25; n += 1) {
    expect((await ask('POST', '/api/register', { username: 'x' })).status).toBe(400);
  }
  expect((await ask('POST', '/api/register', registration(freshName()))).status).toBe(201);
});

it('counts the IPv6 addresses of a household as one', async () => {
  const addresses = Array.from({ length: 30 }, (_, n) => `2001:db8:77:1::${n + 1}`);
  const login = { username: freshName(), password };
  for (const address of addresses) {
    expect((await from(address)('POST', '/api/login', { ...login, username: freshName() })).status).toBe(401);
  }
  tooMany(await from('2001:db8:77:1:ffff::1')('POST', '/api/login', login), 60);
  expect((await from('2001:db8:77:2::1')('POST', '/api/login', login)).status).toBe(401);
});

describe('messages of a member', () => {
  it('are counted together over HTTP and frames, without limiting others', async () => {
    const [ada, grace] = await Promise.all(
      ['192.0.2.101', '192.0.2.102'].map(async (address) => {
        const { body } = await from(address)('POST', '/api/register', registration(freshName()));
        return Number(body.id);
      }),
    );
    if (ada === undefined || grace === undefined) throw new Error('nobody registered');
    const browser = await app.withSession(ada);
    const message = (actorId: number) => ({
      command: {
        type: 'SendMessage',
        id: newId(),
        receiverId: null,
        content: 'Hi',
        messageType: 'text',
        voiceUrl: null,
      } as const,
      context: { actorId, correlationId: randomUUID() },
    });
    const frame = (actorId: number) => {
      const { command, context } = message(actorId);
      return app.service.dispatch(command, context);
    };
    // The clock is stopped, so that a slow machine allows no extra messages.
    const start = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(start);
    // In small groups: this tests how many may be sent, not how many a busy machine can write at once.
    const [frames, answers] = await Promise.all([
      inTurns(limits.messagesBurst / 2 + 200, () => frame(ada)),
      inTurns(limits.messagesBurst / 2 + 100, () => browser.post('/api/messages/global', { content: 'Hi' })),
    ]);
    clock.mockReturnValue(start + second);
    const after = await inTurns(20, () => frame(ada));
    expect(after.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    clock.mockReturnValue(start + 2 * second);
    const together = await app.service.dispatchMessages(Array.from({ length: 8 }, () => message(ada)));
    const stored = together.findIndex((end) => end instanceof ProblemError);
    expect(stored).toBe(limits.messagesPerSecond);
    expect(together.slice(stored)).toMatchObject(Array(3).fill({ code: 'too_many_requests', retryAfter: 1 }));
    clock.mockRestore();
    const sent =
      frames.filter(({ status }) => status === 'fulfilled').length +
      answers.filter((answer) => answer.status === 'fulfilled' && answer.value.status === 201).length;
    expect(sent).toBe(limits.messagesBurst);
    for (const outcome of frames) {
      if (outcome.status === 'rejected') {
        expect(outcome.reason).toMatchObject({ code: 'too_many_requests', retryAfter: 1 });
      }
    }
    const refused = answers.flatMap((answer) =>
      answer.status === 'fulfilled' && answer.value.status !== 201 ? [answer.value] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) tooMany(answer, 1);
    await frame(grace);
  });
});

/** Runs an action repeatedly, twenty at once. */
async function inTurns<T>(times: number, act: () => Promise<T>): Promise<PromiseSettledResult<T>[]> {
  const done: PromiseSettledResult<T>[] = [];
  while (done.length < times) done.push(...(await Promise.allSettled(Array.from({ length: 20 }, act))));
  return done;
}

/** A UUID of version 7, as clients make them. */
function newId(): string {
  const [a, b, c, d, e] = randomUUID().split('-');
  return [a, b, `7${c?.slice(1)}`, d, e].join('-');
}

it('without limits, only wrong passwords are counted', async () => {
  const free = await run({ rateLimits: 'off' });
  try {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () =>
        free.browser().post('/api/login', { username: freshName(), password }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => free.browser().post('/api/login', { username: 'admin', password })),
    );
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(2);
  } finally {
    await free.stop();
  }
});
