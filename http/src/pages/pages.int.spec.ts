import { createHash } from 'node:crypto';
import { ProblemError, type problems, texts } from '@pmcw/contracts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { navigating, openPage } from '../../test/openPage.ts';
import { serve } from '../../test/served.ts';
import { everything } from '../overload/importance.ts';
import { fewInFlight } from '../overload/overload.ts';
import { withSchemas } from '../schemas.ts';
import { signedIn } from '../sessions.ts';
import { refusalWords } from './refusalWords.ts';

const { refusals } = texts;
const fails = (error: Error) => () => Promise.reject(error);
const gone = Object.assign(new Error('secret address'), { code: 'ECONNREFUSED' });

function routes(app: FastifyInstance): void {
  app.get('/api/down', fails(gone));
  app.get('/api/broken', fails(new Error('secret table missing')));
  app.get('/api/forbidden', fails(new ProblemError('forbidden', refusals.notFound)));
  app.get('/api/taken', fails(new ProblemError('conflict', refusals.conflict)));
  app.get('/api/large', fails(new ProblemError('too_large', refusals.tooLarge)));
  withSchemas(app).get('/api/mine', { onRequest: signedIn, schema: {} }, () => ({}));
}

interface Kind {
  readonly path: string;
  readonly code: keyof typeof problems;
  readonly detail: string;
  readonly retryAfter?: string;
}
const kind = (path: string, code: Kind['code'], detail: string): Kind => ({ path, code, detail });

const kinds: readonly Kind[] = [
  { ...kind('/api/down', 'unavailable', refusals.busy), retryAfter: '1' },
  kind('/api/broken', 'internal', refusals.unexpected),
  kind('/api/forbidden', 'forbidden', refusals.notFound),
  kind('/api/taken', 'conflict', refusals.conflict),
  kind('/api/large', 'too_large', refusals.tooLarge),
  kind('/api/mine', 'not_signed_in', refusals.notSignedIn),
  kind('/api/nothing', 'not_found', refusals.notFound),
  kind('/nothing/at/all?a=<script>', 'not_found', refusals.notFound),
  kind('/api/%zz', 'invalid_input', refusals.invalidInput),
];

const programs = [
  {},
  { accept: '*/*' },
  { accept: 'application/json' },
  { accept: 'application/json, text/plain, */*' },
  { accept: navigating.accept, 'sec-fetch-mode': 'cors' },
];

function expectPage({ headers, body }: Awaited<ReturnType<typeof openPage>>, status: number): void {
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-language': 'en',
    'cache-control': 'no-store',
    vary: 'accept, accept-language, sec-fetch-mode',
    'x-content-type-options': 'nosniff',
    'content-length': String(Buffer.byteLength(body)),
  });
  expect(body).toContain(`<code>${headers['x-request-id']}</code>`);
  const known = Object.entries(refusalWords.en.refusals).find(([key]) => Number(key) === status);
  expect(body).toContain(`<h1 id="title">${known?.[1].title}</h1>`);
}

describe.each(kinds)('$path ($code)', ({ path, code, detail, retryAfter }) => {
  const refusal = new ProblemError(code, detail);

  it('is a page for people, with the headers of the problem', async () => {
    const { url } = await serve(routes);
    const { 'sec-fetch-mode': _, ...overHttp } = navigating;
    for (const headers of [navigating, overHttp]) {
      const page = await openPage(url + path, headers);
      expect([page.status, page.headers['x-problem']]).toEqual([refusal.status, code]);
      expect(page.headers['retry-after']).toBe(retryAfter);
      expectPage(page, refusal.status);
      for (const hidden of ['secret', 'script>', '/api/', '%zz']) expect(page.body).not.toContain(hidden);
    }
    const head = await openPage(url + path, navigating, 'HEAD');
    expect([head.status, head.headers['content-type'], head.body]).toEqual([
      refusal.status,
      'text/html; charset=utf-8',
      '',
    ]);
  });

  it('is the same problem document as ever for programs', async () => {
    const { url } = await serve(routes);
    for (const headers of programs) {
      const answer = await openPage(url + path, headers);
      expect(answer.status).toBe(refusal.status);
      expect(answer.body).toBe(JSON.stringify(refusal.toProblem()));
      expect(answer.headers).toMatchObject({
        'content-type': 'application/problem+json; charset=utf-8',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'x-problem': code,
      });
      expect(answer.headers['retry-after']).toBe(retryAfter);
      for (const name of ['vary', 'content-language']) expect(answer.headers).not.toHaveProperty(name);
    }
  });
});

describe('a page', () => {
  it('loads itself again after the wait of a limit, in the language of the browser', async () => {
    const { url } = await serve(routes, { countRequest: () => 9 });
    const page = await openPage(`${url}/api/down`, { ...navigating, 'accept-language': 'de-AT,en;q=0.8' });
    expect([page.status, page.headers['retry-after'], page.headers['content-language']]).toEqual([
      429,
      '9',
      'de',
    ]);
    expect(page.body).toContain('<meta http-equiv="refresh" content="9">');
    expect(page.body).toContain(refusalWords.de.refusals[429].title);
    expect(await openPage(`${url}/api/down`, {})).toMatchObject({
      status: 429,
      body: JSON.stringify(new ProblemError('too_many_requests', refusals.tooMany).toProblem()),
    });
  });

  it('is shown while a server refuses load', async () => {
    const queue = { level: () => 0 };
    const { url } = await serve((app) => {
      app.get('/*', () => ({}));
      queue.level = () => app.overload.level;
      app.overload.watch(() => 1_000, everything);
      for (let nth = 0; nth <= fewInFlight; nth += 1) app.overload.enter();
    });
    await expect.poll(queue.level).toBe(everything);
    const page = await openPage(`${url}/ada`);
    expectPage(page, 503);
    expect(page.body).toContain('<meta http-equiv="refresh" content="8">');
    expect(JSON.parse((await openPage(`${url}/ada`, {})).body)).toMatchObject({ code: 'unavailable' });
  });

  it('may use its own style and nothing else', async () => {
    const { url } = await serve(routes);
    const { headers, body } = await openPage(`${url}/api/nothing`);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(body).not.toMatch(/ style=|<script|<link|src=/);
  });
});

it('a write is refused with a problem document, whatever its headers', async () => {
  const { url } = await serve(routes);
  for (const method of ['POST', 'DELETE']) {
    const answer = await openPage(`${url}/api/nothing`, navigating, method);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      403,
      'application/problem+json; charset=utf-8',
    ]);
  }
});
