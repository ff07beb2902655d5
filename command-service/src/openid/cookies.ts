// For the types of cookies.
import type {} from '@fastify/cookie';
import type { Vault } from '@pmcw/vault';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { spendPending } from './pending.ts';

/**
 * On https, no neighboring host can set its name. `SameSite=Lax`, because the redirect is cross-site, which drops the
 * cookie of `askedBrowser.ts`. @param maxAge seconds
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

export const roundCookie = cookie('openid', 10 * 60);
/** To register, or to add the account. */
export const ticketCookie = cookie('openid_ticket', 30 * 60);

export async function endPending(vault: Vault, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const ticket = ticketCookie.of(request);
  if (ticket === undefined) return;
  await spendPending(vault, ticket);
  ticketCookie.clear(reply);
}
