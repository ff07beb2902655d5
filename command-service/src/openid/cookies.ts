// Brings cookies into requests and answers.
import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../services.ts';
import { spendPending } from './pending.ts';

/**
 * A cookie of a sign-in by the provider, under a name that on https no neighbouring host can set. `SameSite=Lax`, because the provider
 * sends the browser back from another site, where the one of `askedBrowser.ts` stays behind.
 * @param maxAge seconds
 */
function cookie(name: string, maxAge: number) {
  const fullName = (secure: boolean) => (secure ? `__Host-${name}` : name);
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax' } as const;
  return {
    of: ({ cookies, server }: FastifyRequest): string | undefined => cookies[fullName(server.site.secure)],
    set: (reply: FastifyReply, value: string) => {
      const { secure } = reply.server.site;
      reply.setCookie(fullName(secure), value, { ...attributes, secure, maxAge });
    },
    clear: (reply: FastifyReply) => {
      const { secure } = reply.server.site;
      reply.clearCookie(fullName(secure), { ...attributes, secure });
    },
  };
}

/** Knows the browser again that went to the provider. */
export const roundCookie = cookie('openid', 10 * 60);
/** The ticket of who came from there and may register, or add the account to theirs. */
export const ticketCookie = cookie('openid_ticket', 30 * 60);

/** Ends what waits in a browser for who came from the provider: it was used, or nobody wants it any more. */
export async function endPending(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const ticket = ticketCookie.of(request);
  if (ticket === undefined) return;
  await spendPending(services, ticket);
  ticketCookie.clear(reply);
}
