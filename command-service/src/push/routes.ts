import { isPushEndpoint, ProblemError, putPushSubscriptionBodySchema, texts } from '@pmcw/contracts';
import { requireSession, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { admission, admissionProblems } from '../members/admission.ts';
import type { Services } from '../services.ts';

const path = '/api/push-subscription';
const tags = ['messages'];

/** Subscriptions are no events and end with their session. */
export function pushRoutes(app: FastifyInstance, services: Services): void {
  const { push } = services.vault;
  withSchemas(app).put(
    path,
    {
      config: { commands: ['KeepPushSubscription'] },
      onRequest: admission(services).members,
      schema: {
        tags,
        summary: 'Notify this browser of messages, for as long as you are signed in there',
        body: putPushSubscriptionBodySchema,
        response: { 204: v.void() },
        problems: [...admissionProblems.members],
      },
    },
    async (request, reply) => {
      const { endpoint, keys, showsText } = request.body;
      if (!isPushEndpoint(endpoint, services.pushServices)) {
        const errors = [{ path: 'endpoint', message: texts.validation.invalidValue }];
        throw new ProblemError('invalid_input', texts.validation.invalidValue, { errors });
      }
      const isKept = await push.put(requireSession(request).id, { endpoint, ...keys, showsText });
      // The session has just ended.
      if (!isKept) throw new ProblemError('not_signed_in', texts.refusals.notSignedIn);
      return reply.code(204).send();
    },
  );

  withSchemas(app).delete(
    path,
    {
      config: { commands: ['KeepPushSubscription'] },
      onRequest: admission(services).members,
      schema: {
        tags,
        summary: 'Stop notifying this browser',
        response: { 204: v.void() },
        problems: [...admissionProblems.members],
      },
    },
    async (request, reply) => {
      await push.remove(requireSession(request).id);
      return reply.code(204).send();
    },
  );
}
