import { changeSettingsBodySchema, settingsSchema } from '@pmcw/contracts';
import { streams } from '@pmcw/contracts/events';
import { answerPosition, withSchemas } from '@pmcw/http';
import type { FastifyInstance } from 'fastify';
import { handle } from '../handling/handle.ts';
import { causeOf } from '../handling/stamp.ts';
import { admission, commandProblems } from '../members/admission.ts';
import { contextOf } from '../members/handleMember.ts';
import type { Services } from '../services.ts';

export function settingsRoutes(app: FastifyInstance, services: Services): void {
  withSchemas(app).patch(
    '/api/admin/settings',
    {
      config: { commands: ['ChangeSettings'] },
      onRequest: admission(services).administrators,
      schema: {
        tags: ['settings'],
        summary: 'Change settings of the site; what is missing stays as it is',
        body: changeSettingsBodySchema,
        response: { 200: settingsSchema },
        problems: commandProblems.administrators,
      },
    },
    async (request, reply) => {
      const command = { type: 'ChangeSettings', changes: request.body } as const;
      const cause = causeOf(contextOf(request));
      const changed = await handle(services, services.settings, streams.settings(), command, cause);
      answerPosition(reply, changed.position);
      return changed.state;
    },
  );
}
