import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { checkedLink } from '@pmcw/contracts';
import { freePort } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { selfSigned } from '@pmcw/testing/selfSigned';
import { decode, encode, type TxtAnswer } from 'dns-packet';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FindLinkBack, linkBackFinder } from './linkBack.ts';

const publicUrl = 'https://pmcw.example';
const profile = `${publicUrl}/ada`;
const hosts = ['ada.test', 'other.test', 'private.test', 'mixed.test', 'github.com'];
/** Addresses by name; the servers of this spec are on 127.0.0.1. */
const addresses: Readonly<Record<string, readonly string[]>> = {
  'private.test': ['10.0.0.7'],
  'mixed.test': ['127.0.0.1', '169.254.169.254'],
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
let pages: Record<string, Answer> = {};
let records: Record<string, string[]> = {};
let isNameServerSilent = false;
let seen: { path: string; cookie: string | undefined }[] = [];

const html =
  (body: string): Answer =>
  (_, response) =>
    response.setHeader('content-type', 'text/html; charset=utf-8').end(body);
const text =
  (body: string): Answer =>
  (_, response) =>
    response.setHeader('content-type', 'text/plain').end(body);
const redirect =
  (location: string): Answer =>
  (_, response) =>
    response.writeHead(302, { location, 'set-cookie': 'a=b' }).end();

const { key, cert } = selfSigned(...hosts);
const web = createServer({ key, cert }, (request, response) => {
  const path = `${request.headers.host?.split(':')[0]}${request.url}`;
  seen.push({ path, cookie: request.headers.cookie });
  const answer = pages[path];
  if (answer === undefined) response.writeHead(404).end();
  else answer(request, response);
});
const nameServer = createSocket('udp4', (message, { port, address }) => {
  if (isNameServerSilent) return;
  const { id, questions = [] } = decode(message);
  const name = questions[0]?.name ?? '';
  const data = records[name] ?? [];
  const answers = data.map((record): TxtAnswer => ({ type: 'TXT', name, data: [record] }));
  nameServer.send(encode({ type: 'response', id, questions, answers }), port, address);
});

let find: FindLinkBack;
beforeAll(async () => {
  const port = await freePort();
  const nameServerPort = await freePort();
  web.listen(port, '127.0.0.1');
  nameServer.bind(nameServerPort, '127.0.0.1');
  await Promise.all([once(web, 'listening'), once(nameServer, 'listening')]);
  find = linkBackFinder({
    publicUrl,
    loopback: {
      port,
      ca: cert.toString(),
      addresses: ['127.0.0.1'],
      nameServer: `127.0.0.1:${nameServerPort}`,
      lookup: (host, { all }, answer) => {
        const found = (addresses[host] ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }));
        if (all) answer(null, found);
        else answer(null, found[0]?.address ?? '', 4);
      },
    },
  });
});
afterAll(async () => {
  web.closeAllConnections();
  await Promise.all([
    new Promise((closed) => web.close(closed)),
    new Promise<void>((done) => nameServer.close(done)),
  ]);
});
beforeEach(() => {
  pages = {};
  records = {};
  seen = [];
  isNameServerSilent = false;
});

const never = new AbortController().signal;
function check(link: string, platform: 'website' | 'github' = 'website', signal: AbortSignal = never) {
  const checked = checkedLink(platform, link);
  if (checked === null) throw new Error('It can be checked');
  return find(checked, 'ada', signal);
}

describe('a page names the profile', () => {
  it.each([
    ['by a link', `<a href="${profile}" rel="me">me</a>`],
    ['by one of several relations, in other case', `<A HREF='${profile}/' REL='nofollow ME'>me</A>`],
    ['in its head', `<link rel=me href=${profile}>`],
    ['with a query', `<a href="${profile}?from=home#top" rel="me">me</a>`],
    ['with the name in other case', `<a href="${publicUrl}/Ada" rel="me">me</a>`],
    ['in broken HTML', `<p><div <a></p><a rel="me" href="${profile}">`],
  ])('%s', async (_, body) => {
    pages['ada.test/'] = html(body);
    expect(await check('https://ada.test')).toBe('rel_me');
  });

  it('after redirects on its host, without cookies', async () => {
    pages['ada.test/'] = redirect('/home');
    pages['ada.test/home'] = redirect('https://ada.test/en/');
    pages['ada.test/en/'] = html(`<a href="${profile}" rel="me">`);
    expect(await check('ada.test')).toBe('rel_me');
    expect(seen.filter(({ cookie }) => cookie !== undefined)).toEqual([]);
  });

  it.each([
    ['a link without the relation', `<a href="${profile}">`],
    ['another member', `<a href="${publicUrl}/adam" rel="me">`],
    ['a longer address', `<a href="${profile}/x" rel="me">`],
    ['another site', '<a href="https://pmcw.example.org/ada" rel="me">'],
    ['a comment', `<!-- <a href="${profile}" rel="me"> -->`],
    ['a script', `<script>'<a href="${profile}" rel="me">'</script>`],
    ['text', `&lt;a href="${profile}" rel="me"&gt;`],
    ['a broken address', '<a href="https://[" rel="me">'],
  ])('not by %s', async (_, body) => {
    pages['ada.test/'] = html(body);
    expect(await check('https://ada.test/')).toBeNull();
  });

  it('not as plain text', async () => {
    pages['ada.test/'] = text(`<a href="${profile}" rel="me">`);
    expect(await check('https://ada.test/')).toBeNull();
  });
});

describe('a domain names the profile', () => {
  it('by a TXT record, or a line of its file', async () => {
    records['ada.test'] = ['v=spf1 -all', `pmcw=${profile}`];
    expect(await check('https://ada.test/about')).toBe('dns');
    records = {};
    pages['ada.test/.well-known/pmcw.txt'] = text(`# me\r\n${profile}\r\n`);
    expect(await check('https://ada.test/about')).toBe('well_known');
  });

  it('but not the domain of a platform, which is not the member’s', async () => {
    records['github.com'] = [`pmcw=${profile}`];
    pages['github.com/.well-known/pmcw.txt'] = text(profile);
    expect(await check('ada', 'github')).toBeNull();
    pages['github.com/ada'] = html(`<a rel="nofollow me" href="${profile}">`);
    expect(await check('ada', 'github')).toBe('rel_me');
  });

  it('even while another way can’t be checked', async () => {
    records['ada.test'] = [`pmcw=${profile}`];
    pages['ada.test/'] = (_, response) => response.writeHead(503).end();
    expect(await check('https://ada.test/')).toBe('dns');
  });
});

describe('it is not known', () => {
  it.each<[string, Answer]>([
    ['that answers 500', (_, response) => response.writeHead(500).end()],
    ['that closes the connection', ({ socket }) => void socket.destroy()],
    [
      'that breaks off',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000 });
        response.write('<p>', () => response.destroy());
      },
    ],
    ['that is compressed', (_, response) => void response.setHeader('content-encoding', 'gzip').end('x')],
    ['with endless headers', (_, response) => void response.setHeader('x', 'x'.repeat(20_000)).end()],
    ['that redirects to another host', redirect('https://other.test/')],
    ['that redirects to http', redirect('http://ada.test/')],
    ['that redirects to another port', redirect('https://ada.test:8443/')],
    ['that redirects to itself', redirect('/')],
    ['that redirects nowhere', redirect('https://[')],
  ])('for a page %s', async (_, answer) => {
    pages['ada.test/'] = answer;
    pages['other.test/'] = html(`<a href="${profile}" rel="me">`);
    expect(await check('https://ada.test/')).toBe('unknown');
    expect(seen.filter(({ path }) => path.startsWith('other'))).toEqual([]);
  });

  it('for a page that never answers, or a silent name server', async () => {
    pages['ada.test/'] = () => undefined;
    const leaving = AbortSignal.timeout(100);
    expect(await check('https://ada.test/', 'website', leaving)).toBe('unknown');
    pages = {};
    isNameServerSilent = true;
    expect(await check('https://ada.test/', 'website', AbortSignal.timeout(100))).toBe('unknown');
  });

  it.each([
    'https://127.0.0.2/',
    'https://10.0.0.7/',
    'https://0x0a000007/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.7]/',
    'https://[fd00::7]/',
    'https://169.254.169.254/latest/meta-data/',
    'https://0.0.0.0/',
    'https://private.test/',
    'https://mixed.test/',
  ])('for %s, which is not public and gets no request', async (link) => {
    pages['mixed.test/'] = html(`<a href="${profile}" rel="me">`);
    expect(await check(link)).toBe('unknown');
    expect(seen).toEqual([]);
  });
});

it('reads at most a megabyte of a page', async () => {
  let isCut = false;
  pages['ada.test/'] = (_, response) => {
    response.setHeader('content-type', 'text/html');
    const more = () => {
      while (!isCut && response.write('x'.repeat(64 * 1024)));
    };
    response.on('drain', more).on('close', () => {
      isCut = true;
    });
    more();
  };
  expect(await check('https://ada.test/')).toBeNull();
  await eventually(() => expect(isCut).toBe(true));
});

it.each([
  ['website', 'http://ada.test'],
  ['website', 'https://ada.test:8443/'],
] as const)('links that are not https, or name a port, can’t be checked: %s %s', (platform, link) => {
  expect(checkedLink(platform, link)).toBeNull();
});
