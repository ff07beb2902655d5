import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { askForProofs } from './routeProofs.ts';

const withProofs = () => {
  const app = fastify();
  askForProofs(app, { vault: { sessions: { isFresh: async () => true } } });
  return app;
};
const answer = async () => '';

describe('a route', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('must declare its commands if it writes: %s', (method) => {
    const app = withProofs();
    expect(() => app.route({ method, url: '/api/something', handler: answer })).toThrow(
      `${method} /api/something does not name its commands`,
    );
    app.route({ method, url: '/api/something', config: { commands: ['EditProfile'] }, handler: answer });
  });

  it('need not if it reads', () => {
    withProofs().get('/api/something', answer);
  });
});
