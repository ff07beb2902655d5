import type { FastifyReply } from 'fastify';

export function linkNext(reply: FastifyReply, query: Readonly<Record<string, string>>): void {
  const [path] = reply.request.url.split('?');
  void reply.header('link', `<${path}?${new URLSearchParams(query)}>; rel="next"`);
}
