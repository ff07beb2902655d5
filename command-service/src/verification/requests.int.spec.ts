import { limits, texts, verificationRequestId } from '@pmcw/contracts';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { refusal } from '../../test/refusal.ts';
import { newAddress, type Process, type Running, run, userStream } from '../../test/running.ts';

let app: Running;
let other: Process;
let admin: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  admin = await app.administrator();
});
afterAll(() => app.stop());

const { refusals, validation } = texts;
const path = '/api/verification-requests';
const answering = (id: unknown, answer: 'approve' | 'reject') =>
  `/api/admin/verification-requests/${id}/${answer}`;
const suspend = (member: SignedIn, isSuspended = true) =>
  admin.call('PATCH', `/api/admin/users/${member.id}/suspend`, { isSuspended });
const typesOf = async (member: SignedIn) => (await app.events(userStream(member))).map(({ type }) => type);

let count = 0;
async function withWallet(): Promise<SignedIn> {
  count += 1;
  const member = await app.register(`member_${count}`);
  await member.post('/api/user/wallets', { network: 'PMCW', address: newAddress() });
  return member;
}
async function withRequest() {
  const member = await withWallet();
  const { body } = await member.post(path, {});
  return { member, id: String(body.id) };
}

describe('POST /api/verification-requests', () => {
  it('returns the request as administrators see it, whose id leads to the member', async () => {
    const member = await withWallet();
    const answer = await member.post(path, { userId: member.id, message: ' It is me ' });
    expect(answer.status).toBe(201);
    const event = (await app.events(userStream(member))).at(-1);
    expect(event).toMatchObject({
      type: 'VerificationRequested',
      data: { userId: member.id, requestId: answer.body.id, message: 'It is me' },
      metadata: { actorId: member.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(answer.body).toEqual({
      id: expect.stringMatching(new RegExp(`^${member.id}-[0-9a-f-]{36}$`)),
      userId: member.id,
      user: { username: member.username, fullName: `${member.username} of the specs`, avatarUrl: null },
      message: 'It is me',
      status: 'open',
      reason: null,
      createdAt: event?.metadata.time,
      closedAt: null,
      wallets: [{ id: expect.any(String), network: 'PMCW', address: expect.any(String), provedAt: null }],
    });
  });

  it('accepts only the member’s own verification', async () => {
    const member = await withWallet();
    const head = await app.eventStore.head();
    expect(await member.post(path, { userId: admin.id })).toMatchObject(
      refusal(403, 'forbidden', refusals.ownRequestOnly),
    );
    expect(await app.eventStore.head()).toBe(head);
  });

  it('requires a PMCW wallet', async () => {
    const member = await app.register('walletless');
    await member.post('/api/user/wallets', { network: 'ETH', address: newAddress() });
    expect(await member.post(path, {})).toMatchObject(
      refusal(409, 'pmcw_wallet_required', refusals.pmcwWalletRequired),
    );
  });

  it('allows one open request, even through two processes at once', async () => {
    const member = await withWallet();
    const browsers = await Promise.all([app, other].map((at) => app.withSession(member.id, at)));
    const answers = await Promise.all([...browsers, ...browsers].map((browser) => browser.post(path, {})));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    const refused = answers.filter(({ status }) => status === 409);
    for (const answer of refused)
      expect(answer).toMatchObject(refusal(409, 'request_open', refusals.requestOpen));
  });

  it('refuses verified members', async () => {
    const member = await withWallet();
    await admin.call('PATCH', `/api/admin/users/${member.id}/authorize`, { isAuthorized: true });
    expect(await member.post(path, {})).toMatchObject(
      refusal(409, 'already_verified', refusals.alreadyVerified),
    );
  });

  it.each([
    [{ userId: 'me' }, 'userId', validation.invalidValue],
    [{ message: 7 }, 'message', validation.invalidValue],
    [{ message: 'x'.repeat(limits.requestMessageMax + 1) }, 'message', validation.tooLong],
  ])('explains what is wrong with %j', async (body, field, message) => {
    const member = await withWallet();
    const answer = await member.post(path, body);
    expect(answer).toMatchObject(refusal(400, 'invalid_input', message));
    expect(answer.body.errors).toEqual([{ path: field, message }]);
  });
});

describe('answering a request', () => {
  it('approves with one token and a closed request, by one command', async () => {
    const { member, id } = await withRequest();
    const answer = await admin.post(answering(id, 'approve'));
    expect(answer).toMatchObject({ status: 200, body: { id: member.id, isAuthorized: true, pmcwTokens: 1 } });
    const events = (await app.events(userStream(member))).slice(-3);
    expect(events.map(({ type }) => type)).toEqual(['UserVerified', 'TokensSet', 'VerificationApproved']);
    expect(new Set(events.map(({ metadata }) => metadata.causationId)).size).toBe(1);
    expect(events.at(-1)).toMatchObject({
      data: { userId: member.id, requestId: id },
      metadata: { actorId: admin.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
  });

  it('rejects with a reason, after which the member may request again', async () => {
    const { member, id } = await withRequest();
    const answer = await admin.post(answering(id, 'reject'), { reason: ' Who are you? ' });
    expect(answer).toMatchObject({ status: 204, text: '' });
    expect((await app.events(userStream(member))).at(-1)).toMatchObject({
      type: 'VerificationRejected',
      data: { userId: member.id, requestId: id, reason: 'Who are you?' },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(await member.post(path, {})).toMatchObject({ status: 201 });
  });

  it('accepts one answer, from whichever administrator comes first', async () => {
    const { member, id } = await withRequest();
    const second = await app.withSession(admin.id, other);
    const answers = await Promise.all([
      admin.post(answering(id, 'approve')),
      second.post(answering(id, 'reject'), { reason: 'No' }),
    ]);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused).toMatchObject([refusal(409, 'request_closed', refusals.requestClosed)]);
    const closings = (await typesOf(member)).filter((type) => /Approved|Rejected/.test(type));
    expect(closings).toHaveLength(1);
    // A repeated answer changes nothing; others are refused.
    const again = [
      await admin.post(answering(id, 'approve')),
      await admin.post(answering(id, 'reject'), { reason: 'No' }),
    ];
    expect(again.map(({ status }) => status >= 400)).toEqual(answers.map(({ status }) => status >= 400));
    expect(await admin.post(answering(id, 'reject'), { reason: 'Again' })).toMatchObject(
      refusal(409, 'request_closed', refusals.requestClosed),
    );
    expect((await typesOf(member)).filter((type) => /Approved|Rejected/.test(type))).toHaveLength(1);
  });

  it('requires a reason to reject', async () => {
    const { id } = await withRequest();
    for (const reason of [undefined, '', '  ', 7]) {
      const answer = await admin.post(answering(id, 'reject'), { reason });
      expect(answer).toMatchObject(refusal(400, 'invalid_input', validation.reasonRequired));
      expect(answer.body.errors).toEqual([{ path: 'reason', message: validation.reasonRequired }]);
    }
  });

  it('refuses unknown requests', async () => {
    const { member, id } = await withRequest();
    const unknown = [
      'nonsense',
      uuidv7(),
      `0${id}`,
      `${id}0`,
      id.toUpperCase().replace(/[A-F]?$/, 'F'),
      verificationRequestId(member.id, uuidv7()),
      verificationRequestId(999_999, uuidv7()),
      id.replace(String(member.id), String(admin.id)),
    ];
    for (const each of unknown)
      for (const answer of ['approve', 'reject'] as const)
        expect(await admin.post(answering(each, answer), { reason: 'No' })).toMatchObject(
          refusal(404, 'not_found', refusals.requestNotFound),
        );
  });

  it('can’t verify a suspended member, but may reject', async () => {
    const { member, id } = await withRequest();
    await suspend(member);
    expect(await admin.post(answering(id, 'approve'))).toMatchObject(
      refusal(409, 'member_suspended', refusals.suspendedMember),
    );
    expect(
      await admin.call('PATCH', `/api/admin/users/${member.id}/authorize`, { isAuthorized: true }),
    ).toMatchObject(refusal(409, 'member_suspended', refusals.suspendedMember));
    expect(await admin.post(answering(id, 'reject'), { reason: 'Suspended' })).toMatchObject({ status: 204 });
  });
});
