import fastifyStatic from '@fastify/static';
import { ProblemError, type Profile, texts } from '@pmcw/contracts';
import { isUnavailable } from '@pmcw/http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { findProfile } from '../profiles/queries.ts';
import { notFoundHead, type PageHead, profileHead, screenHead } from './head.ts';
import { destinationOf } from './screens.ts';
import { readShell, type Shell } from './shell.ts';

/** Paths that are not the app's: what is not there is a problem, not a page. */
const notPages = /^\/(api|graphql|media|ws|assets)(\/|$)/;
/** Files have a dot in their last part, which no username has. */
const isFile = (path: string): boolean => /\.[^/]+$/.test(path) && path !== '/index.html';

/** Files change with a release, and browsers ask whether they have. */
const askAgain = { cacheControl: false } as const;
/** The names of these hold a hash of what is in them: they never change. */
const forEver = { maxAge: '1y', immutable: true } as const;

const hidden = { config: { session: false }, schema: { hide: true } } as const;

/** A page and the status it is sent with. */
interface Answer {
  readonly head: PageHead;
  readonly status: 200 | 404 | 503;
}

/**
 * The app's files and pages. Every path that is no file answers the app's HTML, its head filled in for link previews;
 * a path that leads nowhere does so with status 404.
 */
export async function addApp(app: FastifyInstance, { db, upToDate }: Deps, appFiles: string): Promise<void> {
  const shell = await readShell(appFiles, app.site.publicUrl);
  await app.register(fastifyStatic, {
    root: appFiles,
    serve: false,
    preCompressed: true,
    dotfiles: 'ignore',
  });
  const catchUp = upToDate('profiles');

  app.get('/assets/*', hidden, (request, reply) => reply.sendFile(pathOf(request), forEver));

  app.get('/*', hidden, async (request, reply) => {
    const path = pathOf(request);
    if (notPages.test(path)) throw new ProblemError('not_found', texts.refusals.notFound);
    if (isFile(path)) return reply.header('cache-control', 'no-cache').sendFile(path, askAgain);
    const destination = destinationOf(path);
    if (destination.kind === 'nothing') return sendPage(reply, shell, { head: notFoundHead, status: 404 });
    if (destination.kind === 'screen') {
      return sendPage(reply, shell, { head: screenHead(destination.path), status: 200 });
    }
    await catchUp(request, reply);
    return sendPage(
      reply,
      shell,
      await answerProfile(request, () => findProfile(db, destination.username, null)),
    );
  });
}

const pathOf = (request: FastifyRequest): string => request.url.split('?')[0] ?? '/';

/** A page also when the read models are away: the app itself may still be useful. */
async function answerProfile(request: FastifyRequest, find: () => Promise<Profile | null>): Promise<Answer> {
  try {
    const profile = await find();
    return profile === null
      ? { head: notFoundHead, status: 404 }
      : { head: profileHead(profile), status: 200 };
  } catch (error) {
    if (!(error instanceof Error) || !isUnavailable(error)) throw error;
    request.log.warn({ err: error }, 'a page without its profile');
    return { head: notFoundHead, status: 503 };
  }
}

function sendPage(reply: FastifyReply, shell: Shell, { head, status }: Answer): FastifyReply {
  const { html, etag } = shell.render(head);
  void reply.headers({ 'cache-control': 'no-cache', etag });
  if (status === 503) void reply.header('retry-after', 1);
  if (status === 200 && reply.request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.code(status).type('text/html; charset=utf-8').send(html);
}
