import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { ProblemError, type SessionUser, texts } from '@pmcw/contracts';
import { proved, requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { Attempts, Sessions } from '@pmcw/vault';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Deps } from '../../deps.ts';
import { requireSessionUser } from '../routes.ts';
import { filesOf, type OwnDataSources } from './files.ts';
import { zipOf } from './zip.ts';

export type ExportLimit = Pick<Attempts, 'admit' | 'withdraw'> | undefined;

const standstillMs = 60_000;
/** Retry-After while another download is running. */
const anotherRunsSeconds = 10;

const tooMany = (retryAfter: number) =>
  new ProblemError('too_many_requests', texts.refusals.tooMany, { retryAfter });

/** Returns a function that undoes the count. @throws ProblemError `too_many_requests` */
async function count(limit: ExportLimit, memberId: number): Promise<() => Promise<void>> {
  if (limit === undefined) return async () => undefined;
  const who = `member ${memberId}`;
  const attempt = await limit.admit(who);
  if (!attempt.admitted) throw tooMany(attempt.retryAfter);
  return () => limit.withdraw(who, attempt.at);
}

const fileNameOf = ({ username }: SessionUser, at: Date) =>
  `pmcw-${username}-${at.toISOString().slice(0, 10)}.zip`;

/** `GET /api/user/export`: all data about the caller. */
export function addExportRoutes(
  app: FastifyInstance,
  { db, upToDate }: Deps,
  sources: Omit<OwnDataSources, 'db'> & { readonly sessions: Pick<Sessions, 'isFresh'> },
  limit: ExportLimit,
): void {
  const running = new Set<number>();

  withSchemas(app).get(
    '/api/user/export',
    {
      onRequest: [signedIn, proved(sources.sessions, 'credentials')],
      preHandler: upToDate('accounts', 'profiles', 'messages', 'notifications', 'audit'),
      schema: {
        tags: ['accounts'],
        summary: 'All data about the caller, as a zip',
        description:
          'Made while it is sent. One at a time, and 5 an hour. `HEAD` checks whether a download would be admitted now, and is not counted.',
        described: { 200: { description: 'The archive', types: ['application/zip'] } },
        problems: ['suspended', 'fresh_proof_required', 'too_many_requests'],
      },
    },
    async (request, reply) => {
      const member = await requireSessionUser(db, requireSession(request).userId);
      if (member.isSuspended) throw new ProblemError('suspended', texts.refusals.suspended);
      if (running.has(member.id)) throw tooMany(anotherRunsSeconds);
      const now = new Date();
      void reply.type('application/zip').headers({
        'cache-control': 'no-store',
        'content-disposition': `attachment; filename="${fileNameOf(member, now)}"`,
      });
      if (request.method === 'HEAD') {
        const takeBack = await count(limit, member.id);
        await takeBack();
        return reply.send(Readable.from([]));
      }
      return reply.send(await begin(member, reply, now));
    },
  );

  /** @throws ProblemError `too_many_requests` */
  async function begin(member: SessionUser, reply: FastifyReply, now: Date): Promise<Readable> {
    running.add(member.id);
    try {
      await count(limit, member.id);
    } catch (error) {
      running.delete(member.id);
      throw error;
    }
    const archive = zipOf(filesOf(member, { ...sources, db }, reply.server.site.publicUrl, now), now);
    archive.once('close', () => running.delete(member.id));
    endWith(reply.raw, archive);
    return archive;
  }
}

function endWith(response: ServerResponse, archive: Readable): void {
  response.once('close', () => archive.destroy());
  response.setTimeout(standstillMs, () => void response.destroy());
  // The client may be gone already.
  if (response.destroyed) archive.destroy();
}
