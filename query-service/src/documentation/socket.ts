import { clientFrameSchema, serverFrameSchema } from '@pmcw/contracts';
import { jsonSchema, problemAnswers } from '@pmcw/http';

const refusals = problemAnswers([
  'invalid_input',
  'not_signed_in',
  'foreign_origin',
  'too_many_requests',
  'internal',
  'unavailable',
]);

/** `/ws` in the document. OpenAPI can't describe frames, so their schemas are extensions, one per direction. */
export const socketPath = {
  get: {
    tags: ['messages'],
    summary: 'Live: messages, read marks, notifications and drafts as they come, and messages sent',
    description:
      'A WebSocket upgrade from a page of this site. Frames are JSON objects with a `type`; `authenticate` comes first. ' +
      'Close code 4401: another member is meant, or the session has ended.',
    security: [{ session: [] }],
    responses: {
      101: { description: 'The socket is open' },
      ...refusals,
      426: { description: 'Asked without an upgrade' },
    },
    'x-frames-to-server': jsonSchema(clientFrameSchema, 'input'),
    'x-frames-to-client': jsonSchema(serverFrameSchema, 'output'),
  },
};
