import fastifyStatic from '@fastify/static';
import { ProblemError, revisionHeader, texts } from '@pmcw/contracts';
import { etagOf } from '@pmcw/http';
import { isFinal } from '@pmcw/resilience';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { findProfileTexts, type ProfileTexts } from '../profiles/queries.ts';
import { firstViewOf, readFirstViews } from './firstViews.ts';
import { notFoundHead, type PageHead, profileHead, screenHead } from './head.ts';
import { noWorker } from './noWorker.ts';
import { type Links, preloadLinks, readPreloads } from './preloads.ts';
import { type Destination, destinationOf } from './screens.ts';
import { type Page, readShell } from './shell.ts';

/** Missing paths of these give a problem, not a page. */
const notPages = /^\/(api|graphql|media|og|ws|assets|\.well-known)(\/|$)/;
/** Usernames have no dot. */
const isFile = (path: string): boolean => /\.[^/]+$/.test(path) && path !== '/index.html';

/** Browsers revalidate these after a release. */
const askAgain = { cacheControl: false } as const;
/** Names with a content hash never change. */
const forEver = { maxAge: '1y', immutable: true } as const;

const hidden = { config: { session: false }, schema: { hide: true } } as const;

interface Answer {
  readonly head: PageHead;
  readonly status: 200 | 404 | 503;
  readonly profile: ProfileTexts | null;
}

const sampleProfile: ProfileTexts = {
  username: 'sample',
  fullName: 'Sample',
  bio: 'Sample',
  userType: 'General User',
  isAuthorized: true,
  pmcwTokens: 1,
  verifiedAt: '2026-01-01T00:00:00.000Z',
  nameChangedAt: '2026-01-01T00:00:00.000Z',
};

const noLinks: Links = { styles: [], scripts: [], answers: [] };

export interface AppOptions {
  readonly appFiles: string;
  readonly keptAssets?: string | undefined;
  /** `off` serves a worker that removes itself (`noWorker`). */
  readonly serviceWorker: 'on' | 'off';
}

/** Other paths get the app's HTML with metadata for link previews, unknown ones with status 404. */
export async function addApp(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  { appFiles, keptAssets, serviceWorker }: AppOptions,
): Promise<void> {
  const shell = await readShell(appFiles, app.site.publicUrl);
  const preloads = await readPreloads(appFiles);
  const firstViews = await readFirstViews(appFiles);
  await app.register(fastifyStatic, {
    root: keptAssets === undefined ? appFiles : [appFiles, keptAssets],
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
  });
  const catchUp = upToDate('profiles');

  function pageOf(
    { head, status, profile }: Answer,
    destination: Destination,
    { isForAll, hasQuery }: { readonly isForAll: boolean; readonly hasQuery: boolean },
  ): Page {
    const links = isForAll ? noLinks : preloadLinks(preloads, destination, { status, hasQuery });
    const view = isForAll ? null : firstViewOf(firstViews, destination, { hasQuery, profile });
    return shell.render({ head, links, view });
  }

  /** Changes with the release, like all profiles' pages; so an unchanged page is recognized without rendering it. */
  const anyProfile = pageOf(
    { head: profileHead(sampleProfile), status: 200, profile: sampleProfile },
    { kind: 'profile', username: sampleProfile.username },
    { isForAll: false, hasQuery: false },
  );

  app.get('/assets/*', hidden, (request, reply) => reply.sendFile(pathOf(request), forEver));

  if (serviceWorker === 'off') {
    app.get('/sw.js', hidden, (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(noWorker),
    );
  }

  app.get('/*', hidden, async (request, reply) => {
    const path = pathOf(request);
    if (notPages.test(path)) throw new ProblemError('not_found', texts.refusals.notFound);
    if (isFile(path)) return reply.header('cache-control', 'no-cache').sendFile(path, appFiles, askAgain);
    const destination = destinationOf(path);
    // The service worker keeps this page for all screens, so it gets no links of a single screen.
    const isForAll = path === '/index.html';
    if (isForAll) void reply.header(revisionHeader, shell.revision);
    const send = (answer: Answer) => {
      const hasQuery = request.url.includes('?');
      if (answer.profile === null) {
        return sendPage(reply, pageOf(answer, destination, { isForAll, hasQuery }), answer.status);
      }
      const etag = etagOf(`${anyProfile.etag} ${path} ${JSON.stringify(answer.profile)}`);
      if (request.headers['if-none-match'] === etag) return sendUnchanged(reply, etag);
      const { html } = pageOf(answer, destination, { isForAll, hasQuery });
      return sendPage(reply, { html, etag }, answer.status);
    };
    if (destination.kind === 'nothing') return send({ head: notFoundHead, status: 404, profile: null });
    if (destination.kind === 'screen') {
      return send({ head: screenHead(destination.path), status: 200, profile: null });
    }
    const find = async () => {
      await catchUp(request, reply);
      return findProfileTexts(db, destination.username);
    };
    return send(await answerProfile(request, find));
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/** Without the read models the app may still be useful, so it is sent with 503. */
async function answerProfile(
  request: FastifyRequest,
  find: () => Promise<ProfileTexts | null>,
): Promise<Answer> {
  try {
    const profile = await find();
    return profile === null
      ? { head: notFoundHead, status: 404, profile }
      : { head: profileHead(profile), status: 200, profile };
  } catch (error) {
    if (!isOutage(error)) throw error;
    request.log.warn({ err: error }, 'sent a page without its profile');
    return { head: notFoundHead, status: 503, profile: null };
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof ProblemError ? error.code === 'unavailable' : !isFinal(error);

const sendUnchanged = (reply: FastifyReply, etag: string): FastifyReply =>
  reply.code(304).headers({ 'cache-control': 'no-cache', etag }).send();

function sendPage(reply: FastifyReply, { html, etag }: Page, status: Answer['status']): FastifyReply {
  if (status === 200 && reply.request.headers['if-none-match'] === etag) return sendUnchanged(reply, etag);
  void reply.headers({ 'cache-control': 'no-cache', etag });
  if (status === 503) void reply.header('retry-after', 1);
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}
