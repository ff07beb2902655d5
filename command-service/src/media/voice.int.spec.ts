import { dispatchPath, limits, texts } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { LogUnavailableError } from '@pmcw/event-store';
import { createHttpServer } from '@pmcw/http';
import { onlyIncarnation } from '@pmcw/runtime';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { dataUrl, fragmentedMp4, ogg, webm, webmAudio, webmVideo } from '../../test/recordings.ts';
import { type Running, run } from '../../test/running.ts';
import { dispatchRoutes } from '../dispatch/routes.ts';

const { validation } = texts;
const voice = dataUrl(webmAudio, 'audio/webm;codecs=opus');

let app: Running;
let ada: SignedIn;
let bea: SignedIn;
beforeAll(async () => {
  app = await run();
  [ada, bea] = await Promise.all([app.register('ada'), app.register('bea')]);
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const message = (more: object = {}) => ({
  id: uuidv7(),
  receiverId: bea.id,
  messageType: 'voice',
  voiceUrl: voice,
  ...more,
});
const send = (body: object, path = '/api/messages') => ada.post(path, body);
const hashIn = (url: unknown) => String(url).replace('/media/', '');
const isKept = async (url: unknown) => (await app.vault.media.describe(hashIn(url))) !== null;

let lengths = 0;
/** A unique recording. */
const fresh = () => {
  lengths += 0.01;
  return dataUrl(ogg(1 + lengths));
};

describe('a voice message', () => {
  it('is stored as uploaded; its event has only hash and length', async () => {
    const body = message();
    const answer = await send(body);
    expect(answer).toMatchObject({
      status: 201,
      body: { messageType: 'voice', content: '', voiceSeconds: 1.21, isGlobal: false },
    });
    const hash = hashIn(answer.body.voiceUrl);
    const kept = await app.vault.media.read(hash, 0, limits.voiceBytesMax);
    expect(kept?.equals(webmAudio)).toBe(true);
    expect(await app.vault.media.describe(hash)).toMatchObject({ mediaType: 'audio/webm' });
    const [event] = await app.events(streams.message(body.id));
    expect(event?.data).toEqual({
      messageId: body.id,
      senderId: ada.id,
      receiverId: bea.id,
      content: '',
      messageType: 'voice',
      voiceHash: hash,
      voiceSeconds: 1.21,
      isRequest: true,
    });
  });

  it('may go to everyone, carry a text, and be of any accepted kind', async () => {
    const body = { messageType: 'voice', voiceUrl: dataUrl(ogg(2)), content: 'Listen' };
    expect(await send(body, '/api/messages/global')).toMatchObject({
      status: 201,
      body: { isGlobal: true, content: 'Listen', voiceSeconds: 2 },
    });
    expect(await send(message({ voiceUrl: dataUrl(fragmentedMp4(1000)) }))).toMatchObject({
      status: 201,
      body: { voiceSeconds: 1 },
    });
  });

  it('of the maximum size is accepted', async () => {
    const rest = Buffer.from('ec10000000', 'hex');
    const filler = Buffer.alloc(limits.voiceBytesMax - webm([0, 3]).length - rest.length);
    rest.writeUInt32BE(0x10000000 + filler.length, 1);
    const largest = Buffer.concat([webm([0, 3]), rest, filler]);
    expect(largest).toHaveLength(limits.voiceBytesMax);
    expect(await send(message({ voiceUrl: dataUrl(largest) }))).toMatchObject({ status: 201 });
  });

  it('sent again is the first one', async () => {
    const body = message({ voiceUrl: fresh() });
    const first = await send(body);
    const again = await Promise.all([send(body), send(body), send(body)]);
    for (const answer of again) expect(answer).toMatchObject({ status: 200, body: first.body });
    expect(await app.events(streams.message(body.id))).toHaveLength(1);
    expect(await isKept(first.body.voiceUrl)).toBe(true);
  });

  it('sent concurrently by several devices is one message, stored once', async () => {
    const body = message({ voiceUrl: fresh() });
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(await isKept(answers[0]?.body.voiceUrl)).toBe(true);
    await ada.call('DELETE', `/api/messages/${body.id}`);
    expect(await isKept(answers[0]?.body.voiceUrl)).toBe(false);
  });

  it('is refused under the same id with another recording, text or kind, whose bytes are deleted', async () => {
    const body = message({ voiceUrl: fresh() });
    const { body: first } = await send(body);
    const begin = vi.spyOn(app.vault.media, 'begin');
    const taken = { status: 409, body: { code: 'message_id_taken' } };
    expect(await send({ ...body, voiceUrl: fresh() })).toMatchObject(taken);
    expect(await send({ ...body, content: 'Listen' })).toMatchObject(taken);
    expect(await send({ ...body, messageType: 'text', voiceUrl: null, content: 'Hello' })).toMatchObject(
      taken,
    );
    const brought = await begin.mock.results[0]?.value;
    expect([await isKept(brought?.hash), await isKept(first.voiceUrl)]).toEqual([false, true]);
  });

  it('that no member may get leaves nothing', async () => {
    const begin = vi.spyOn(app.vault.media, 'begin');
    expect(await send(message({ receiverId: 999_999 }))).toMatchObject({ status: 404 });
    expect(await send(message({ receiverId: ada.id }))).toMatchObject({ status: 400 });
    expect(begin).not.toHaveBeenCalled();
    const sue = await app.register('sue');
    await (await app.administrator()).call('PATCH', `/api/admin/users/${sue.id}/suspend`, {
      isSuspended: true,
    });
    expect(await send(message({ receiverId: sue.id, voiceUrl: fresh() }))).toMatchObject({ status: 409 });
    const brought = await begin.mock.results[0]?.value;
    expect(begin).toHaveBeenCalledOnce();
    expect(await isKept(brought?.hash)).toBe(false);
  });
});

describe('deleting a voice message', () => {
  it('deletes the recording, unless another message has the same', async () => {
    const voiceUrl = fresh();
    const [one, two] = [message({ voiceUrl }), message({ voiceUrl })];
    const { body: sent } = await send(one);
    expect((await send(two)).body.voiceUrl).toBe(sent.voiceUrl);
    await ada.call('DELETE', `/api/messages/${one.id}`);
    expect(await isKept(sent.voiceUrl)).toBe(true);
    await ada.call('DELETE', `/api/messages/${two.id}`);
    expect(await isKept(sent.voiceUrl)).toBe(false);
    expect(await send(one)).toMatchObject({ status: 410, body: { code: 'message_deleted' } });
    expect(await isKept(sent.voiceUrl)).toBe(false);
  });

  it('deletes nothing for any member but the sender', async () => {
    const body = message({ voiceUrl: fresh() });
    const { body: sent } = await send(body);
    expect(await bea.call('DELETE', `/api/messages/${body.id}`)).toMatchObject({ status: 404 });
    expect(await isKept(sent.voiceUrl)).toBe(true);
  });

  it('deletes nothing before the event', async () => {
    const body = message({ voiceUrl: fresh() });
    const { body: sent } = await send(body);
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    expect(await ada.call('DELETE', `/api/messages/${body.id}`)).toMatchObject({ status: 503 });
    expect(await isKept(sent.voiceUrl)).toBe(true);
    expect(await ada.call('DELETE', `/api/messages/${body.id}`)).toMatchObject({ status: 204 });
    expect(await isKept(sent.voiceUrl)).toBe(false);
  });
});

describe('bytes that are no recording', () => {
  const type = { status: 415, code: 'unsupported_media_type', message: validation.voiceType };
  const lie = { ...type, message: validation.voiceLie };
  const broken = { status: 400, code: 'invalid_input', message: validation.voiceBroken };
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  it.each([
    ['moving pictures', dataUrl(webmVideo, 'audio/webm'), type],
    ['HTML', dataUrl(latin1('<!doctype html>'), 'audio/webm'), type],
    ['SVG', dataUrl(latin1('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'audio/ogg'), type],
    ['a zip', dataUrl(latin1('PK\x03\x04')), type],
    ['Ogg called WebM', dataUrl(ogg(1), 'audio/webm;codecs=opus'), lie],
    ['WebM called a picture', dataUrl(webmAudio, 'image/png'), lie],
    ['zeros', dataUrl(Buffer.alloc(100)), type],
    ['half of one', dataUrl(webmAudio.subarray(0, 700)), broken],
    ['wrong base64', 'data:audio/webm;base64,GkXf!', broken],
    ['a link', 'https://example.org/a.webm', broken],
    ['six minutes', dataUrl(ogg(360)), { status: 413, code: 'too_large', message: validation.voiceTooLong }],
    [
      'one byte too many',
      dataUrl(Buffer.concat([webmAudio, Buffer.alloc(limits.voiceBytesMax + 1 - webmAudio.length)])),
      { status: 413, code: 'too_large', message: validation.voiceTooLarge },
    ],
  ])('%s leaves neither event nor bytes', async (_, voiceUrl, { status, code, message: detail }) => {
    const [head, begin] = [await app.eventStore.head(), vi.spyOn(app.vault.media, 'begin')];
    for (const path of ['/api/messages', '/api/messages/global']) {
      const answer = await send(message({ voiceUrl }), path);
      expect(answer).toMatchObject({ status, body: { code, detail } });
      expect(answer.body.errors).toEqual([{ path: 'voiceUrl', message: detail }]);
    }
    expect(begin).not.toHaveBeenCalled();
    expect(await app.eventStore.head()).toBe(head);
  });

  it('are not even read beyond three megabytes', async () => {
    const body = message({ voiceUrl: `data:audio/webm;base64,${'A'.repeat(3_000_000)}` });
    expect(await send(body)).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  it('large bodies are refused on all other routes', async () => {
    const fullName = 'x'.repeat(200_000);
    expect(await ada.call('PATCH', '/api/user/profile', { fullName })).toMatchObject({ status: 413 });
  });

  it.each([
    [{ voiceUrl: null }, validation.voiceRequired],
    [{ messageType: 'text', content: 'Hello' }, validation.voiceRequired],
  ])('a message with only text or only a recording is explained: %o', async (more, detail) => {
    expect(await send(message(more))).toMatchObject({ status: 400, body: { detail } });
  });
});

describe('a recording in a frame', () => {
  it('of the maximum size passes from gateway to command service', async () => {
    const server = await createHttpServer({
      vault: app.vault,
      publicUrl: 'http://localhost:8080',
      incarnations: onlyIncarnation,
    });
    dispatchRoutes(server, app.service, 'the secret of the spec');
    const url = await server.listen({ host: '127.0.0.1', port: 0 });
    const rest = Buffer.from('ec10000000', 'hex');
    const filler = Buffer.alloc(47_000);
    rest.writeUInt32BE(0x10000000 + filler.length, 1);
    const voiceUrl = dataUrl(Buffer.concat([webm([0, 3]), rest, filler]));
    const command = { type: 'SendMessage', ...message({ voiceUrl, content: '' }) };
    expect(JSON.stringify(command).length).toBeGreaterThan(0.95 * limits.frameBytes);
    const response = await fetch(url + dispatchPath, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer the secret of the spec' },
      body: JSON.stringify({ command, context: { actorId: ada.id, correlationId: 'correlation' } }),
    });
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({
        message: expect.objectContaining({ messageType: 'voice', voiceSeconds: 3 }),
      }),
    ]);
    await server.close();
  });

  it('is refused as over HTTP', async () => {
    const command = {
      type: 'SendMessage',
      id: uuidv7(),
      receiverId: bea.id,
      messageType: 'voice',
      content: '',
      voiceUrl: dataUrl(webmVideo),
    } as const;
    await expect(
      app.service.dispatch(command, { actorId: ada.id, correlationId: 'a-frame' }),
    ).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });
});
