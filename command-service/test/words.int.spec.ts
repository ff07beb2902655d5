import { texts } from '@pmcw/contracts';
import { LogUnavailableError, WrongExpectedRevisionError } from '@pmcw/event-store';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { proveAgain, run } from './running.ts';
import { refusals } from './words/refusals.ts';
import type { Cast, Row } from './words/rows.ts';
import { validation } from './words/validation.ts';

let cast: Cast;
beforeAll(async () => {
  const app = await run();
  const admin = await app.administrator();
  const [ada, bob, sam] = [await app.register('ada'), await app.register('bob'), await app.register('sam')];
  await admin.call('PATCH', `/api/admin/users/${sam.id}/suspend`, { isSuspended: true });
  cast = { app, admin, ada, bob, sam, stranger: app.browser() };
});
afterAll(() => cast.app.stop());
beforeEach(() => proveAgain(cast.admin));
afterEach(() => void vi.restoreAllMocks());

/** Failures of the service itself. */
const mishaps: readonly Row[] = [
  {
    says: 'The service is busy. Please try again in a moment.',
    status: 503,
    code: 'unavailable',
    ask({ app, ada }) {
      vi.spyOn(app.eventStore, 'appendInOrder').mockRejectedValueOnce(new LogUnavailableError('away'));
      return ada.post('/api/messages/global', { content: 'Hello' });
    },
  },
  {
    says: 'Someone else changed this at the same moment. Please try again.',
    status: 409,
    code: 'conflict',
    ask({ app, ada }) {
      const others = new WrongExpectedRevisionError('user-2', 1, 2);
      vi.spyOn(app.eventStore, 'append').mockRejectedValue(others);
      return ada.call('PATCH', '/api/user/profile', { fullName: 'Ada, again and again' });
    },
  },
  {
    says: 'Something went wrong on our side. Please try again.',
    status: 500,
    code: 'internal',
    ask({ app, ada }) {
      vi.spyOn(app.eventStore, 'appendInOrder').mockRejectedValueOnce(new Error('a fault'));
      return ada.post('/api/messages/global', { content: 'Hello' });
    },
  },
];

/** Texts that this service’s routes never answer, and the specs that cover them. */
const elsewhere: Readonly<Record<string, string>> = {
  'This email address is already confirmed.': 'where mail is sent: src/accounts/confirmEmail.int.spec.ts',
  'In its first week, an account can start 20 conversations a day. Send this again tomorrow.':
    'with limits: src/contacts/contactPolicy.int.spec.ts',
  'Only links that start with https:// can be checked.': 'src/profileChecks/profileChecking.int.spec.ts',
  'Profile not found': 'the query service says it: query-service/test/words.int.spec.ts',
  'Too many members have this in their names. Please type more of it.':
    'the query service says it: query-service/test/words.int.spec.ts',
  'The network of this address could not be reached. Please try again in a moment.':
    'a node that is down: src/walletProofs/contractWallets.int.spec.ts',
  'The provider could not be reached. Please try again in a moment.': 'src/openid/openid.int.spec.ts',
  'This took too long, or was already finished. Please go to the provider again.':
    'src/openid/openid.int.spec.ts',
  'This account at the provider belongs to another member.': 'src/openid/openid.int.spec.ts',
  'You already sign in with an account at this provider. Please remove that one first.':
    'src/openid/openid.int.spec.ts',
  'The request took too long to arrive.': 'the server, after 30 seconds: http/src/hostile.int.spec.ts',
};

const rows = [...validation, ...refusals, ...mishaps];

describe('the texts of the specification', () => {
  it.each(rows.map((row, n) => [row.says, `${row.code} ${row.field ?? ''} ${n}`, row] as const))(
    '%s (%s)',
    async (says, _, { status, code, field, ask }) => {
      const { body, ...answer } = await ask(cast);
      expect([answer.status, body.code, body.detail]).toEqual([status, code, says]);
      if (field !== undefined) expect(body.errors).toEqual([{ path: field, message: says }]);
    },
  );

  it('are all covered', () => {
    const asked = new Set([...rows.map(({ says }) => says), ...Object.keys(elsewhere)]);
    const { validation: invalid, refusals: refused } = texts;
    const sentences = [...Object.values(invalid), ...Object.values(refused)];
    expect(sentences.filter((sentence) => !asked.has(sentence))).toEqual([]);
  });
});
