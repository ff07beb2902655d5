import { execFileSync, spawn } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ProblemError, texts } from '@pmcw/contracts';
import { freePort } from '@pmcw/testing';
import { eventually } from '@pmcw/testing/eventually';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { root } from './composed.ts';
import { hiddenPaths } from './hiddenPaths.ts';
import { untilUp } from './program.ts';
import { type ProxyClient, people, proxyClient } from './proxyClient.ts';
import { type Seen, type StandIn, startStandIn } from './standIn.ts';

const site = path.join(root, 'deploy/nginx/pmcw.conf');
const seen: Seen[] = [];
let folder: string;
let product: StandIn;
let nginx: ProxyClient;
let stop: () => Promise<void>;

/** The site with ports, name and certificate of this check, inside the configuration that a distribution has. */
async function configurationFor(ports: { plain: number; secure: number; product: number }): Promise<string> {
  const text = (await readFile(site, 'utf8'))
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${ports.secure} ssl`)
    .replaceAll('pmcw.example', 'localhost')
    .replaceAll('/etc/pmcw/', `${folder}/`)
    .replace('/opt/pmcw/deploy', folder)
    .replace('127.0.0.1:8080', `127.0.0.1:${ports.product}`);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr notice; events {} http { ${temporary.join(' ')}\n${text}\n}`;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'pmcw-nginx-'));
  await chmod(folder, 0o755);
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = [
    '-keyout',
    path.join(folder, 'certificate-key.pem'),
    '-out',
    path.join(folder, 'certificate.pem'),
  ];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, ...files], {
    stdio: 'ignore',
  });
  product = await startStandIn({ name: 'product', host: '127.0.0.1', seen });
  const [plain, secure] = await Promise.all([freePort(), freePort()]);
  const configuration = path.join(folder, 'nginx.conf');
  await writeFile(configuration, await configurationFor({ plain, secure, product: product.port }));
  const child = spawn('nginx', ['-p', folder, '-c', configuration, '-e', 'stderr'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ca = await readFile(path.join(folder, 'certificate.pem'));
  nginx = proxyClient({ plain, secure }, () => ca);
  ({ stop } = await untilUp('nginx', child, { folder, isUp: () => nginx.ask({ path: '/' }) }));
  seen.length = 0;
});
afterEach(() => {
  seen.length = 0;
});
afterAll(async () => {
  await stop?.();
  await product?.close().catch(() => undefined);
});

const refusal = (code: 'not_found' | 'too_large' | 'unavailable', text: string) =>
  new ProblemError(code, text).toProblem();

describe('paths', () => {
  it.each([
    ['GET', '/'],
    ['GET', '/alice'],
    ['GET', '/metricsfan'],
    ['POST', '/api/login'],
    ['GET', '/api/messages/changes?after=7&x=/../'],
    ['GET', '/api/openid/callback?code=7&state=8'],
  ])('%s %s reach the product as they were sent', async (method, target) => {
    expect((await nginx.ask({ method, path: target })).status).toBe(200);
    expect(seen).toEqual([expect.objectContaining({ method, url: target })]);
  });

  it.each(hiddenPaths)('%s is not public', async (target) => {
    const answer = await nginx.ask({ path: target });
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(answer.body)).toEqual(refusal('not_found', texts.refusals.notFound));
    expect(seen).toEqual([]);
  });
});

it("forwards the client's true address, scheme and host, whatever the client sends", async () => {
  const claimed = { 'x-forwarded-for': '6.6.6.6', 'x-forwarded-proto': 'http', 'x-forwarded-host': 'evil' };
  await nginx.ask({ path: '/', headers: claimed });
  expect(seen[0]?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-proto': 'https',
    'x-forwarded-host': expect.stringMatching(/^localhost:/),
    host: expect.stringMatching(/^localhost:/),
  });
});

it('redirects from http to https', async () => {
  const answer = await nginx.askPlainly({ path: '/alice?tab=wallets' });
  expect(answer.status).toBe(308);
  expect(answer.headers.location).toBe('https://localhost/alice?tab=wallets');
});

it('refuses bodies over the limit of the Caddyfile with a problem of the API', async () => {
  const caddyfile = await readFile(path.join(root, 'deploy/Caddyfile'), 'utf8');
  const megabytes = Number(/max_size (\d+)MB/.exec(caddyfile)?.[1]);
  const most = Buffer.alloc(megabytes * 1_000_000, 'a');
  const ask = (body: Buffer) => nginx.ask({ method: 'POST', path: '/api/messages', body });
  expect((await ask(most)).status).toBe(200);
  const answer = await ask(Buffer.concat([most, Buffer.from('a')]));
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toEqual(refusal('too_large', texts.refusals.tooLarge));
});

it('carries sockets in both directions', async () => {
  const socket = await nginx.upgrade('/ws');
  const echo = vi.fn();
  socket.on('data', (chunk: Buffer) => echo(chunk.toString()));
  socket.write('ping');
  await eventually(() => expect(echo).toHaveBeenCalledWith('ping'));
  socket.destroy();
});

it('answers 503 with Retry-After while the product is down', async () => {
  await product.close();
  const answer = await nginx.ask({ path: '/alice' });
  expect(answer.status).toBe(503);
  expect(answer.headers['retry-after']).toBe('1');
  expect(JSON.parse(answer.body)).toEqual(refusal('unavailable', texts.refusals.busy));
  const pageless = await nginx.ask({ path: '/alice', headers: people });
  expect([pageless.status, pageless.body]).toEqual([503, answer.body]);
  await copyFile(path.join(root, 'deploy/busy.html'), path.join(folder, 'busy.html'));
  const page = await nginx.ask({ path: '/alice', headers: people });
  expect(page.status).toBe(503);
  expect(page.headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '1' });
  expect(page.body).toBe(await readFile(path.join(root, 'deploy/busy.html'), 'latin1'));
  const write = await nginx.ask({ method: 'POST', path: '/alice', headers: people });
  expect(write.headers['content-type']).toBe('application/problem+json');
});
