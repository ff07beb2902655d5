import { endedSessionsSchema, ownSessionsSchema } from '@pmcw/contracts';
import { requireSession, signedIn, withSchemas } from '@pmcw/http';
import type { SessionOnDevice, Sessions } from '@pmcw/vault';
import type { FastifyInstance } from 'fastify';

const onDevice = ({ id, device, startedAt, lastUsedAt }: SessionOnDevice) => ({
  id,
  ...device,
  startedAt: startedAt.toISOString(),
  lastUsedAt: lastUsedAt.toISOString(),
});

/** `GET /api/user/sessions`, `…/ended`. Read from the vault, so no read model is waited for. */
export function addSessionRoutes(app: FastifyInstance, sessions: Pick<Sessions, 'all' | 'ended'>): void {
  withSchemas(app).get(
    '/api/user/sessions',
    {
      onRequest: signedIn,
      schema: {
        tags: ['accounts'],
        summary: 'The browsers with a session of the member: the current one, then the most recently used',
        response: { 200: ownSessionsSchema },
      },
    },
    async (request) => {
      const current = requireSession(request);
      const live = await sessions.all(current.userId);
      return live
        .map((session) => ({ ...onDevice(session), isCurrent: session.id === current.id }))
        .sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
    },
  );

  withSchemas(app).get(
    '/api/user/sessions/ended',
    {
      onRequest: signedIn,
      schema: {
        tags: ['accounts'],
        summary: 'The member’s sessions that ended in the last 90 days, with reasons, newest first',
        response: { 200: endedSessionsSchema },
      },
    },
    async (request) => {
      const ended = await sessions.ended(requireSession(request).userId);
      return ended.flatMap(({ endedAt, reason, ...session }) =>
        // A deleted member has no session for asking.
        reason === 'deleted' ? [] : [{ ...onDevice(session), endedAt: endedAt.toISOString(), reason }],
      );
    },
  );
}
