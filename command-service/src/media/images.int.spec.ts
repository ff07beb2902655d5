import { crc32 } from 'node:zlib';
import { limits, texts } from '@pmcw/contracts';
import { LogUnavailableError } from '@pmcw/event-store';
import { silent } from '@pmcw/resilience';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedIn } from '../../test/browser.ts';
import { movingGif, noise, photograph, plain } from '../../test/pictures.ts';
import { dataUrl, webmAudio } from '../../test/recordings.ts';
import { type Process, type Running, run, userStream } from '../../test/running.ts';
import { messageDecider } from '../deciders/message.ts';
import { StreamStates } from '../handling/streamStates.ts';
import { Members } from '../members/members.ts';
import { Places } from './places.ts';

const { validation } = texts;

let app: Running;
let other: Process;
let ada: SignedIn;
beforeAll(async () => {
  app = await run();
  other = await app.another();
  ada = await app.register('ada');
});
afterAll(() => app.stop());
afterEach(() => void vi.restoreAllMocks());

const change = (member: Pick<SignedIn, 'call'>, body: unknown) =>
  member.call('PATCH', '/api/user/images', body);
const hashIn = (url: unknown) => /^\/media\/([0-9a-f]{64})$/.exec(String(url))?.[1] ?? '';
const isKept = async (url: unknown) => (await app.vault.media.describe(hashIn(url))) !== null;

/** The stored image at the address in an answer. */
async function keptAt(url: unknown) {
  const bytes = await app.vault.media.read(hashIn(url), 0, limits.imageBytesMax);
  if (bytes === null) throw new Error('nothing is kept there');
  return { bytes, ...(await sharp(bytes).metadata()) };
}

let pictures = 0;
/** A unique picture. */
const fresh = () => {
  pictures += 1;
  return plain({ width: 10 + pictures, height: 10 })
    .png()
    .toBuffer()
    .then(dataUrl);
};

const typesOf = async (member: { readonly id: number }) =>
  (await app.events(userStream(member))).map(({ type }) => type);

describe('PATCH /api/user/images', () => {
  it('returns the member with the stored image, and records its hash', async () => {
    const answer = await change(ada, { avatarUrl: await fresh() });
    expect(answer).toMatchObject({ status: 200, body: { id: ada.id, username: 'ada', backgroundUrl: null } });
    const [event] = (await app.events(userStream(ada))).slice(-1);
    expect(event).toMatchObject({
      type: 'AvatarChanged',
      data: { userId: ada.id, mediaHash: hashIn(answer.body.avatarUrl) },
      metadata: { actorId: ada.id },
      position: BigInt(answer.headers.get('x-position') ?? -1),
    });
    expect(await app.vault.media.describe(hashIn(answer.body.avatarUrl))).toMatchObject({
      mediaType: 'image/webp',
    });
  });

  it('makes images small, upright and still, without metadata', async () => {
    const taken = await photograph();
    expect(taken.includes('Ada Lovelace')).toBe(true);
    expect((await sharp(taken).metadata()).exif?.includes('N\0')).toBe(true);
    const photo = await keptAt((await change(ada, { avatarUrl: dataUrl(taken) })).body.avatarUrl);
    expect(photo).toMatchObject({ format: 'webp', width: 40, height: 60 });
    for (const kind of ['exif', 'icc', 'xmp', 'iptc', 'orientation'] as const)
      expect(photo[kind]).toBeUndefined();
    expect(photo.bytes.includes('EXIF')).toBe(false);
    expect(photo.bytes.includes('Ada Lovelace')).toBe(false);

    const large = dataUrl(await noise(1500).jpeg().toBuffer());
    const both = (await change(ada, { avatarUrl: large, backgroundUrl: large })).body;
    expect(await keptAt(both.avatarUrl)).toMatchObject({ width: 400, height: 400 });
    expect(await keptAt(both.backgroundUrl)).toMatchObject({ width: 1200, height: 1200 });

    const moving = await keptAt(
      (await change(ada, { avatarUrl: dataUrl(await movingGif(5)) })).body.avatarUrl,
    );
    expect(moving).toMatchObject({ width: 20, height: 20 });
    expect(moving.pages).toBeUndefined();
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'accepts %s, with its type or none',
    async (format) => {
      const bytes = await plain().toFormat(format).toBuffer();
      for (const type of [`image/${format}`, `IMAGE/${format.toUpperCase()};a=b`, '']) {
        expect(await change(ada, { avatarUrl: dataUrl(bytes, type) })).toMatchObject({ status: 200 });
      }
    },
  );

  it('removes images, and keeps those that are left out', async () => {
    const { body: both } = await change(ada, { avatarUrl: await fresh(), backgroundUrl: await fresh() });
    const { body: without } = await change(ada, { avatarUrl: null });
    expect(without).toMatchObject({ avatarUrl: null, backgroundUrl: both.backgroundUrl });
    expect([await isKept(both.avatarUrl), await isKept(both.backgroundUrl)]).toEqual([false, true]);
    expect((await app.events(userStream(ada))).at(-1)).toMatchObject({ data: { mediaHash: null } });
  });

  it('stores only the last one, and one in two places until both are gone', async () => {
    const [first, second] = [await fresh(), await fresh()];
    const { body: twice } = await change(ada, { avatarUrl: first, backgroundUrl: first });
    expect(twice.avatarUrl).toBe(twice.backgroundUrl);
    const { body: once } = await change(ada, { avatarUrl: second });
    expect(await isKept(twice.backgroundUrl)).toBe(true);
    await change(ada, { backgroundUrl: second });
    expect([await isKept(twice.backgroundUrl), await isKept(once.avatarUrl)]).toEqual([false, true]);
  });

  it('changes nothing for the same image', async () => {
    const picture = await fresh();
    const { body } = await change(ada, { avatarUrl: picture });
    const head = await app.eventStore.head();
    expect((await change(ada, { avatarUrl: picture })).body.avatarUrl).toBe(body.avatarUrl);
    expect(await app.eventStore.head()).toBe(head);
    expect(await isKept(body.avatarUrl)).toBe(true);
  });

  it('changed by two processes at once ends as the log says', async () => {
    const dan = await app.register('dan');
    const there = await app.withSession(dan.id, other);
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await fresh(), await fresh()];
      const answers = await Promise.all([
        change(dan, { avatarUrl: one }),
        change(there, { avatarUrl: two }),
        change(dan, { avatarUrl: two }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      const last = (await app.events(userStream(dan))).findLast(({ type }) => type === 'AvatarChanged');
      const named = last?.type === 'AvatarChanged' ? last.data.mediaHash : null;
      const kept = await Promise.all(answers.map(({ body }) => isKept(body.avatarUrl)));
      expect(kept).toEqual(answers.map(({ body }) => hashIn(body.avatarUrl) === named));
    }
  });
});

/** The periodic work of a process. */
function sweep(isBroken: (stream: string) => boolean = () => false): Promise<void> {
  const { eventStore, vault } = app;
  const logger = { ...silent, warn: vi.fn(), error: vi.fn() };
  const members = new Members(eventStore, vault.snapshots, logger);
  const messages = new StreamStates(eventStore, messageDecider);
  const load = members.states.load.bind(members.states);
  vi.spyOn(members.states, 'load').mockImplementation(async (stream) => {
    if (isBroken(stream)) throw new Error('the spec broke it');
    return load(stream);
  });
  return new Places({ media: vault.media, members, messages, logger }).sweep();
}

describe('while the log is unavailable', () => {
  it('a change that can’t be settled blocks no other', async () => {
    const [eve, fay] = [await app.register('eve'), await app.register('fay')];
    const waiting = async (id: number) =>
      (await app.vault.media.unsettled(1_000)).filter(({ ownerId }) => ownerId === id).length;
    for (let n = 0; n < 120; n += 1) await app.vault.media.begin(eve.id, 'avatar', null);
    for (let n = 0; n < 20; n += 1) await app.vault.media.begin(fay.id, 'avatar', null);
    await app.pass(16 * 60 * 1000);
    await sweep((stream) => stream === userStream(eve));
    expect([await waiting(eve.id), await waiting(fay.id)]).toEqual([120, 0]);
    await sweep();
    expect(await waiting(eve.id)).toBe(0);
  });

  it('the earlier image stays, and the new one is deleted if the log never had it', async () => {
    const { body: before } = await change(ada, { avatarUrl: await fresh() });
    vi.spyOn(app.eventStore, 'append').mockRejectedValueOnce(new LogUnavailableError('away'));
    const begin = vi.spyOn(app.vault.media, 'begin');
    expect(await change(ada, { avatarUrl: await fresh() })).toMatchObject({ status: 503 });
    const lost = await begin.mock.results[0]?.value;
    expect([await isKept(before.avatarUrl), await isKept(`/media/${lost?.hash}`)]).toEqual([true, true]);
    await app.pass(16 * 60 * 1000);
    await sweep();
    expect([await isKept(before.avatarUrl), await isKept(`/media/${lost?.hash}`)]).toEqual([true, false]);
  });

  it('the new image stays if the log did append it', async () => {
    const append = app.eventStore.append;
    vi.spyOn(app.eventStore, 'append').mockImplementationOnce(async (...given) => {
      await append(...given);
      throw new LogUnavailableError('away before it answered');
    });
    expect(await change(ada, { avatarUrl: await fresh() })).toMatchObject({ status: 503 });
    await app.pass(16 * 60 * 1000);
    await sweep();
    const last = (await app.events(userStream(ada))).at(-1);
    expect(last?.type === 'AvatarChanged' && (await isKept(`/media/${last.data.mediaHash}`))).toBe(true);
  });
});

/** A PNG that claims this size, with little data. */
async function pngOfSize(width: number, height: number): Promise<Buffer> {
  const bytes = await plain().png().toBuffer();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
const cut = async (picture: Promise<Buffer>) => (await picture).subarray(0, -40);
const type = { status: 415, code: 'unsupported_media_type', message: validation.imageType };
const lie = { ...type, message: validation.imageLie };
const broken = { status: 400, code: 'invalid_input', message: validation.imageBroken };
const large = { status: 413, code: 'too_large', message: validation.imageTooLarge };

describe('files that are no images, or malicious', () => {
  const latin1 = (text: string) => Buffer.from(text, 'latin1');
  const hostile: [
    string,
    () => Promise<string> | string,
    typeof type | typeof lie | typeof broken | typeof large,
  ][] = [
    ['SVG', () => dataUrl(latin1(svg), 'image/svg+xml'), type],
    ['SVG called PNG', () => dataUrl(latin1(svg), 'image/png'), type],
    ['SVG behind an XML head', () => dataUrl(latin1(`<?xml version="1.0"?>${svg}`)), type],
    ['SVG behind the first bytes of a PNG', () => dataUrl(latin1(`\x89PNG\r\n\x1a\n${svg}`)), broken],
    ['HTML', () => dataUrl(latin1('<!doctype html><script>alert(1)</script>'), 'image/gif'), type],
    ['HTML that starts like a GIF', () => dataUrl(latin1('GIF89a/*<script>*/=1;alert(1)')), broken],
    ['a zip', () => dataUrl(latin1('PK\x03\x04 and so on')), type],
    ['PDF', () => dataUrl(latin1('%PDF-1.7')), type],
    ['TIFF', () => plain().tiff().toBuffer().then(dataUrl), type],
    ['a recording', () => dataUrl(webmAudio, 'image/webp'), type],
    ['a JPEG called PNG', async () => dataUrl(await plain().jpeg().toBuffer(), 'image/png'), lie],
    ['a PNG called SVG', async () => dataUrl(await plain().png().toBuffer(), 'image/svg+xml'), lie],
    ['a GIF called a recording', async () => dataUrl(await plain().gif().toBuffer(), 'audio/ogg'), lie],
    ['zeros', () => dataUrl(Buffer.alloc(1000)), type],
    ['one byte', () => dataUrl(Buffer.from([0xff])), type],
    ['HEIC', () => dataUrl(latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic')), type],
    ['half a PNG', () => cut(noise(100).png().toBuffer()).then(dataUrl), broken],
    ['half a JPEG', () => cut(noise(100).jpeg().toBuffer()).then(dataUrl), broken],
    ['half a WebP', () => cut(noise(100).webp().toBuffer()).then(dataUrl), broken],
    ['a PNG of 10 gigapixels', () => pngOfSize(100_000, 100_000).then(dataUrl), large],
    ['a PNG of no width', () => pngOfSize(0, 10).then(dataUrl), broken],
    ['too many pixels', () => plain({ width: 8000, height: 5001 }).png().toBuffer().then(dataUrl), large],
    ['a byte too many', () => dataUrl(Buffer.alloc(limits.imageBytesMax + 1, 0xff)), large],
  ];

  it.each(hostile)('%s leaves neither event nor bytes', async (_, picture, { status, code, message }) => {
    const [head, begin] = [await app.eventStore.head(), vi.spyOn(app.vault.media, 'begin')];
    for (const field of ['avatarUrl', 'backgroundUrl']) {
      const answer = await change(ada, { [field]: await picture() });
      expect(answer).toMatchObject({ status, body: { code, detail: message } });
      expect(answer.body.errors).toEqual([{ path: field, message }]);
    }
    expect(begin).not.toHaveBeenCalled();
    expect(await app.eventStore.head()).toBe(head);
  });

  it('one beside a valid image refuses both', async () => {
    const types = await typesOf(ada);
    const begin = vi.spyOn(app.vault.media, 'begin');
    const body = { avatarUrl: await fresh(), backgroundUrl: dataUrl(Buffer.from(svg)) };
    expect(await change(ada, body)).toMatchObject({ status: 415 });
    expect(begin).not.toHaveBeenCalled();
    expect(await typesOf(ada)).toEqual(types);
  });

  it.each([
    'data:image/png;base64,',
    'data:image/png;base64,%%%%',
    'data:image/png;base64,AAAAA',
    'data:image/png,AAAA',
    'https://example.org/a.png',
    '/media/x',
    7,
    {},
  ])('is no data URL: %j', async (avatarUrl) => {
    const answer = await change(ada, { avatarUrl });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(answer.body.errors).toEqual([{ path: 'avatarUrl', message: validation.imageBroken }]);
  });

  it('is not even read in too large a body', async () => {
    const body = JSON.stringify({ avatarUrl: `data:image/png;base64,${'A'.repeat(6_000_000)}` });
    expect(await change(ada, body)).toMatchObject({ status: 413, body: { code: 'too_large' } });
  });

  it('with many frames costs no more than one', async () => {
    const { body } = await change(ada, { avatarUrl: dataUrl(await movingGif(400, 100)) });
    expect(await keptAt(body.avatarUrl)).toMatchObject({ width: 100, height: 100 });
  });

  it('that is also another format is only an image afterward', async () => {
    const both = Buffer.concat([
      await plain().gif().toBuffer(),
      Buffer.from(`<script>${'alert(1)'}</script>PK`),
    ]);
    const { bytes } = await keptAt((await change(ada, { avatarUrl: dataUrl(both) })).body.avatarUrl);
    expect(bytes.includes('script')).toBe(false);
  });
});

describe('a hundred concurrent uploads', () => {
  it('are accepted or asked to retry, and don’t block other members', async () => {
    const picture = dataUrl(await noise(1000).jpeg({ quality: 90 }).toBuffer());
    const members = await Promise.all(['una', 'uli', 'uwe', 'ute'].map((name) => app.register(name)));
    const order: string[] = [];
    const uploads = Array.from({ length: 100 }, async (_, n) => {
      const member = members[n % members.length];
      if (member === undefined) throw new Error('there are members');
      const answer = await change(member, { avatarUrl: picture });
      order.push('upload');
      return answer;
    });
    const message = ada.post('/api/messages/global', { content: 'Hello all' }).then((answer) => {
      order.push('message');
      return answer;
    });
    expect(await message).toMatchObject({ status: 201 });
    const answers = await Promise.all(uploads);
    expect(order.indexOf('message')).toBeLessThan(50);
    for (const { status, body, headers } of answers) {
      expect([status, body.code, headers.get('retry-after')]).toBeOneOf([
        [200, undefined, null],
        [503, 'unavailable', '2'],
      ]);
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await app.vault.media.unsettled(1000)).toEqual([]);
  }, 60_000);
});
