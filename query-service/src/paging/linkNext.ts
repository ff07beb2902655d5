import type { FastifyReply } from 'fastify';

/** Links the next page: the same path with this query (design "HTTP"). */
export function linkNext(reply: FastifyReply, query: Readonly<Record<string, string>>): void {
  const [path] = reply.request.url.split('?');
  void reply.header('link', `<${path}?${new URLSearchParams(query)}>; rel="next"`);
}
