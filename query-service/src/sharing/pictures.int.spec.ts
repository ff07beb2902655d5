import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { streams } from '@pmcw/contracts/events';
import { freshDatabase, type TestDatabase } from '@pmcw/testing';
import { openVault, type Vault } from '@pmcw/vault';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

let db: TestDatabase;
let vault: Vault;
let world: World;
beforeAll(async () => {
  db = await freshDatabase();
  vault = await openVault({ connectionString: db.url, masterKey: randomBytes(32) });
  world = await openWorld({ vault: { media: vault.media } });
});
afterAll(async () => {
  await world.close();
  await vault.close();
  await db.drop();
});

const pngOf = async (name: string) => {
  const response = await world.ask(`/og/${name}.png`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('image/png');
  return Buffer.from(await response.arrayBuffer());
};
const etagOf = async (name: string) => (await world.ask(`/og/${name}.png`)).headers.get('etag') ?? '';
const register = async (username: string, fullName = `${username} of Test`) => {
  const id = await world.register({ username, fullName });
  await world.settle();
  return id;
};
/** The colour of a pixel. */
async function colorAt(png: Buffer, left: number, top: number): Promise<readonly number[]> {
  const { data } = await sharp(png)
    .extract({ left, top, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [...data];
}

describe('GET /og/{username}.png', () => {
  it('is a PNG of 1200 by 630 pixels, public on every site, with a short lifetime', async () => {
    await register('ada', 'Ada Lovelace');
    const response = await world.ask('/og/ADA.png');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=120, must-revalidate',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    const { format, width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 });
  });

  it('answers 304 when unchanged, and changes with its content', async () => {
    const id = await register('grace', 'Grace Hopper');
    const etag = await etagOf('grace');
    const again = await world.ask('/og/grace.png', {
      headers: { 'if-none-match': `"other", W/${etag}`, 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    const before = await pngOf('grace');
    expect(await pngOf('grace')).toEqual(before);
    const data = { userId: id, fullName: 'Grace Brewster Hopper', bio: 'Debugs.', telegramHandle: '' };
    await world.record({ type: 'ProfileEdited', data }, streams.user(id));
    await world.settle();
    expect(await etagOf('grace')).not.toBe(etag);
    expect(await pngOf('grace')).not.toEqual(before);
  });

  it('shows the member’s own image, cropped to a circle', async () => {
    const id = await register('mira');
    const bytes = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
      .webp()
      .toBuffer();
    const change = await vault.media.begin(id, randomUUID(), { bytes, mediaType: 'image/webp' });
    const before = await pngOf('mira');
    await world.record(
      { type: 'AvatarChanged', data: { userId: id, mediaHash: change.hash } },
      streams.user(id),
    );
    await world.settle();
    const png = await pngOf('mira');
    const [red = 0, green = 255] = await colorAt(png, 146, 315);
    expect(red).toBeGreaterThan(240);
    expect(green).toBeLessThan(15);
    // Outside the circle nothing changed.
    expect(await colorAt(png, 60, 230)).toEqual(await colorAt(before, 60, 230));
  });

  it('is drawn without a deleted image', async () => {
    const id = await register('nora');
    const mediaHash = createHash('sha256').update('gone').digest('hex');
    await world.record({ type: 'AvatarChanged', data: { userId: id, mediaHash } }, streams.user(id));
    await world.settle();
    expect((await pngOf('nora')).length).toBeGreaterThan(1000);
  });

  it.each([
    ['</text><script>alert(1)</script>&"\'', 'markup'],
    ['\u202eesrever\u0000\u0007', 'controls'],
    ['W'.repeat(100), 'no_spaces'],
    ['🚀🚀🚀', 'only_emoji'],
    ['王小明', 'another_script'],
    ['َُِ'.repeat(40), 'marks'],
  ])('survives the name %j', async (fullName, username) => {
    await register(username, fullName);
    const { width, height } = await sharp(await pngOf(username)).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  it('has one for the site itself', async () => {
    expect((await sharp(await pngOf('pmcw')).metadata()).width).toBe(1200);
  });

  it.each([
    '/og/nobody.png',
    '/og/',
    '/og/ada',
    '/og/ada.jpg',
    '/og/..%2fada.png',
    '/og/a/b.png',
    '/og/.png',
  ])('%s is 404 and not cached', async (path) => {
    await world.problem(404, 'not_found', path);
    expect((await world.ask(path)).headers.get('cache-control') ?? 'no-store').toBe('no-store');
  });

  it.each([
    ['suspension', 'UserSuspended'],
    ['deletion', 'UserDeleted'],
  ] as const)(
    'is gone with a %s, also for administrators and for clients that have it',
    async (name, type) => {
      const id = await register(name);
      const etag = await etagOf(name);
      await world.record({ type, data: { userId: id } }, streams.user(id));
      await world.settle();
      await world.problem(404, 'not_found', `/og/${name}.png`, { headers: { 'if-none-match': etag } });
      await world.problem(404, 'not_found', `/og/${name}.png`, { as: id });
      const admin = await register(`admin_${name}`);
      await world.record({ type: 'AdminGranted', data: { userId: admin } }, streams.user(admin));
      await world.settle();
      await world.problem(404, 'not_found', `/og/${name}.png`, { as: admin });
    },
  );

  it('takes one statement, and is drawn once for concurrent requests', async () => {
    await register('tim');
    await pngOf('tim');
    expect(await world.statementsOf(() => world.ask('/og/tim.png'))).toBe(1);
    await register('uma');
    const pictures = await Promise.all(Array.from({ length: 60 }, () => pngOf('uma')));
    expect(new Set(pictures.map((png) => createHash('sha256').update(png).digest('hex'))).size).toBe(1);
  });

  it('answers a crowd with Retry-After instead of making it wait', async () => {
    const names = Array.from({ length: 40 }, (_, i) => `crowd${i}`);
    for (const name of names) await world.register(name);
    await world.settle();
    const answers = await Promise.all(names.map((name) => world.ask(`/og/${name}.png`)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    for (const answer of answers) {
      if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2');
    }
    const late = names[statuses.indexOf(503)] ?? '';
    expect((await pngOf(late)).length).toBeGreaterThan(1000);
  });
});
