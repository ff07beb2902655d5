import type { FastifyReply } from 'fastify';

/** Tells where the next page is: the path that was asked, with this query (design "HTTP"). */
export function linkNext(reply: FastifyReply, query: Readonly<Record<string, string>>): void {
  const [path] = reply.request.url.split('?');
  void reply.header('link', `<${path}?${new URLSearchParams(query)}>; rel="next"`);
}
