import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorld, type World } from '../../test/world.ts';

const indexHtml = `<!doctype html>
<html lang="en"><head><title>PMCW</title>
    <!--head-->
    <script type="module" crossorigin src="/assets/index-abc123.js"></script>
    <link rel="stylesheet" crossorigin href="/assets/index-abc123.css">
</head><body><div id="root"></div></body></html>`;
const script = 'console.log("hello, this is the app");'.repeat(40);

let world: World;
let appFiles: string;
let keptAssets: string;

beforeAll(async () => {
  appFiles = await mkdtemp(path.join(tmpdir(), 'app-files-'));
  await mkdir(path.join(appFiles, 'assets'));
  const files = {
    'index.html': indexHtml,
    'preloads.json': JSON.stringify({
      '/directory': { scripts: ['/assets/Directory-1.js'], styles: ['/assets/Directory-1.css'] },
      profile: { scripts: ['/assets/Profile-1.js'], styles: [] },
    }),
    'firstViews.json': JSON.stringify({
      '/directory': '<h1>Member Directory</h1>',
      profile: '<h1>{{fullName}}</h1><p data-at="{{verifiedAt}}">@{{username}} {{pmcwTokens}} {{bio}}</p>',
    }),
    'sw.js': '// worker',
    'manifest.webmanifest': '{}',
    'assets/index-abc123.js': script,
    'assets/index-abc123.js.gz': gzipSync(script),
    '.secret': 'no',
  };
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(appFiles, name), content);
  keptAssets = await mkdtemp(path.join(tmpdir(), 'kept-assets-'));
  world = await openWorld({ appFiles, keptAssets });
  await world.register({ username: 'Ada', fullName: 'Ada <Lovelace>' });
  await world.settle();
});
afterAll(async () => {
  await world.close();
  await rm(appFiles, { recursive: true });
  await rm(keptAssets, { recursive: true });
});

describe('files', () => {
  it('with a hash in their name are cached permanently, and sent compressed', async () => {
    const response = await world.ask('/assets/index-abc123.js', { headers: { 'accept-encoding': 'gzip' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(response.headers.get('content-type')).toContain('javascript');
    expect(response.headers.get('vary')).toContain('accept-encoding');
    expect(await response.text()).toBe(script);
    const plain = await world.ask('/assets/index-abc123.js', { headers: { 'accept-encoding': 'identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(await plain.text()).toBe(script);
  });

  it('of an older release are 404, never the app’s HTML', async () => {
    await world.problem(404, 'not_found', '/assets/index-old999.js');
    await world.problem(404, 'not_found', '/assets/');
    await world.problem(404, 'not_found', '/icons/none.png');
  });

  it.each(['/sw.js', '/manifest.webmanifest'])(
    '%s is revalidated each time, and cheap when unchanged',
    async (name) => {
      const response = await world.ask(name);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const etag = response.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      // Like browsers; fetch would add `no-cache`, which requests the whole file.
      const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
      expect((await world.ask(name, { headers })).status).toBe(304);
    },
  );

  it.each(['/.secret', '/../package.json', '/assets/..%2f..%2fpackage.json', '/%2e%2e/package.json'])(
    '%s stays inside the folder',
    async (name) => {
      expect((await world.ask(name)).status).toBeGreaterThanOrEqual(400);
    },
  );
});

describe('after a release', () => {
  it('files of the previous build are served unchanged, but not their record', async () => {
    const release = await mkdtemp(path.join(tmpdir(), 'app-files-'));
    await mkdir(path.join(release, 'assets'));
    await writeFile(path.join(release, 'index.html'), indexHtml);
    await writeFile(path.join(release, 'assets/index-new456.js'), 'new');
    const after = await openWorld({ appFiles: release, keptAssets });
    try {
      const old = await after.ask('/assets/index-abc123.js', { headers: { 'accept-encoding': 'gzip' } });
      expect(old.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(old.headers.get('content-encoding')).toBe('gzip');
      expect(await old.text()).toBe(script);
      expect(await (await after.ask('/assets/index-new456.js')).text()).toBe('new');
      for (const name of ['/retired.json', '/assets/../retired.json', '/assets/never-was.js']) {
        await after.problem(404, 'not_found', name);
      }
    } finally {
      await after.close();
      await rm(release, { recursive: true });
    }
  });

  it('a read-only folder does not keep pages from being served', async () => {
    const blocked = path.join(appFiles, 'index.html', 'kept');
    const without = await openWorld({ appFiles, keptAssets: blocked });
    try {
      expect((await without.ask('/assets/index-abc123.js')).status).toBe(200);
      expect(without.log.map(({ msg }) => msg)).toContain('the files of earlier builds could not be kept');
    } finally {
      await without.close();
    }
  });

  it('SERVICE_WORKER=off serves a worker that empties its caches and removes itself', async () => {
    const off = await openWorld({ appFiles, serviceWorker: 'off' });
    try {
      const answer = await off.ask('/sw.js');
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(await answer.text()).toContain('registration.unregister()');
    } finally {
      await off.close();
    }
  });
});

describe('pages', () => {
  const html = async (name: string, status: number) => {
    const response = await world.ask(name);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-cache');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    return response.text();
  };

  it.each([
    '/',
    '/index.html',
    '/auth',
    '/directory',
    '/directory?isAuthorized=true',
    '/messages?user=ada',
    '/dashboard',
    '/dashboard/profile',
    '/dashboard/activity',
    '/admin-page',
  ])('%s is the app', async (name) => {
    expect(await html(name, 200)).toContain('<div id="root">');
  });

  it.each(['/Ada', '/ada', '/profile/ADA', '/ada/'])(
    '%s is a profile with an escaped preview',
    async (name) => {
      const page = await html(name, 200);
      expect(page).toContain('<title>Ada &lt;Lovelace&gt; (@Ada) · PMCW</title>');
      expect(page.match(/<title>/g)).toHaveLength(1);
      expect(page).toContain('<link rel="canonical" href="http://localhost:8080/Ada" />');
    },
  );

  it.each(['/nobody', '/profile/nobody', '/admin', '/a/b/c', '/not-found', '/%F0%9F%98%80'])(
    '%s is the app with status 404',
    async (name) => {
      const page = await html(name, 404);
      expect(page).toContain('<div id="root">');
      expect(page).toContain('noindex');
    },
  );

  it('preload what their screen requests, but not in the page that the service worker keeps for all screens', async () => {
    expect(await html('/', 200)).toContain('href="/api/featured-users"');
    expect(await html('/index.html', 200)).not.toContain('preload');
  });

  it('give the service worker the release of its page', async () => {
    const { headers } = await world.ask('/index.html');
    expect(headers.get('x-app-revision')).toBe(createHash('md5').update(indexHtml).digest('hex'));
  });

  it('link the files of their screen, and its first request', async () => {
    const page = await html('/directory', 200);
    expect(page).toContain('<link rel="stylesheet" crossorigin href="/assets/Directory-1.css" />');
    expect(page).toContain('<link rel="modulepreload" crossorigin href="/assets/Directory-1.js" />');
    expect(page).toContain('href="/api/directory"');
    expect(await html('/directory?sort=newest', 200)).not.toContain('href="/api/directory');
    const ofAda = await html('/Ada', 200);
    expect(ofAda).toContain('href="/assets/Profile-1.js"');
    expect(ofAda).toContain(
      '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/profile/ada" />',
    );
  });

  it('show a first view at once, and load the app after that', async () => {
    const [head = '', body = ''] = (await html('/directory', 200)).split('</head>');
    expect(body).toContain('<div id="first-view" inert><h1>Member Directory</h1></div>');
    expect(head).toContain('href="/assets/index-abc123.css"');
    expect(head).toContain('href="/assets/Directory-1.css"');
    const [, appFiles = ''] = /<template id="app-files">(.*?)<\/template>/s.exec(body) ?? [];
    const files = ['api/directory', 'assets/index-abc123.js', 'assets/Directory-1.js'];
    for (const file of files) expect(head).not.toContain(file);
    const added = [...appFiles.matchAll(/(?:src|href)="\/(.*?)"/g)].map(([, file]) => file);
    expect(added.filter((file) => files.includes(file ?? ''))).toEqual(files);
  });

  it('show the member’s own texts only, escaped', async () => {
    expect(await html('/ada', 200)).toContain(
      '<div id="first-view" inert><h1>Ada &lt;Lovelace&gt;</h1><p data-at="">@Ada 0 </p></div>',
    );
    for (const name of ['/nobody', '/a/b/c']) expect(await html(name, 404)).not.toContain('first-view');
  });

  it('have no first view where only the app knows the content, nor in the page for all screens', async () => {
    for (const name of ['/directory?query=ada', '/auth', '/index.html']) {
      const page = await html(name, 200);
      expect(page).not.toContain('first-view');
      expect(page.split('</head>')[0]).toContain('src="/assets/index-abc123.js"');
    }
  });

  it('answer 304 when they have not changed', async () => {
    const etag = (await world.ask('/ada')).headers.get('etag') ?? '';
    expect((await world.ask('/ada', { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await world.ask('/', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('answer HEAD without a body', async () => {
    const response = await world.ask('/directory', { method: 'HEAD' });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it.each(['/api/none', '/graphql', '/media/none', '/og/none', '/ws'])('are not at %s', async (name) => {
    await world.problem(404, 'not_found', name);
  });

  it('wait for a profile that was just created', async () => {
    await world.register('newcomer');
    const response = await world.ask('/newcomer', { headers: { cookie: 'seen=only.2' } });
    expect(response.status).toBe(200);
  });

  it('take one statement for a profile and none for a screen, also with a session', async () => {
    expect(await world.statementsOf(() => world.ask('/ada', { as: 1 }))).toBe(1);
    expect(await world.statementsOf(() => world.ask('/directory', { as: 1 }))).toBe(0);
  });

  it('are served without the profile while the read models lack what the visitor wrote', async () => {
    const hasty = await openWorld({ appFiles, readYourWritesMs: 20 });
    try {
      await hasty.register('ada');
      await hasty.settle();
      const response = await hasty.ask('/ada', { headers: { cookie: 'seen=only.999' } });
      expect(response.status).toBe(503);
      expect(await response.text()).toContain('<div id="root">');
    } finally {
      await hasty.close();
    }
  });

  it('are served without the read models', async () => {
    const broken = await openWorld({ appFiles, connectionString: 'postgres://nobody@127.0.0.1:1/none' });
    try {
      const response = await broken.ask('/ada');
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await response.text()).toContain('<div id="root">');
      expect((await broken.ask('/directory')).status).toBe(200);
    } finally {
      await broken.close();
    }
  });
});
