import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import Provider from 'oidc-provider';

/** A certified implementation on loopback. */
export interface OpenidProviderStandIn {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Another registered site, whose codes are not valid here. */
  readonly otherClientId: string;
  readonly exchanges: number;
  /** Signs in by name in a new browser and follows all redirects; the name determines all claims. */
  signIn(location: string, name: string): Promise<string>;
  close(): Promise<void>;
}

const clientSecret = 'a secret that the site and the provider share';
const [clientId, otherClientId] = ['pmcw', 'another-site'] as const;
const callback = /^https?:\/\/[^/]+\/api\/openid\/callback$/;

const claimsOf = (sub: string) => ({
  sub,
  name: `${sub.charAt(0).toUpperCase()}${sub.slice(1)} Provided`,
  email: `${sub}@provider.example`,
});

function provider(issuer: string): Provider {
  const client = (client_id: string) => ({
    ...{
      client_id,
      client_secret: clientSecret,
      redirect_uris: ['https://site.example/api/openid/callback'],
    },
  });
  const made = new Provider(issuer, {
    clients: [client(clientId), client(otherClientId)],
    claims: { openid: ['sub'], email: ['email'], profile: ['name'] },
    cookies: { keys: ['of specs'] },
    // Its own pages accept any name and password.
    features: { devInteractions: { enabled: true } },
    findAccount: async (_context, accountId) => ({ accountId, claims: async () => claimsOf(accountId) }),
    // Skips the question for consent.
    async loadExistingGrant({ oidc }) {
      const { client: asking, session } = oidc;
      if (asking === undefined || session?.accountId === undefined) return undefined;
      const grant = new made.Grant({ clientId: asking.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  made.use(async (context, next) => {
    await next();
    // Its pages would load a font from another origin.
    if (typeof context.body === 'string') context.body = context.body.replace(/@import url\([^)]*\);/, '');
  });
  // The site's port is known only when it runs.
  made.Client.prototype.redirectUriAllowed = (uri: string) => callback.test(uri);
  return made;
}

export async function startOpenidProvider(port = 0): Promise<OpenidProviderStandIn> {
  const server: Server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const issuer = `http://127.0.0.1:${address.port}`;
  const handle = provider(issuer).callback();
  let exchanges = 0;
  server.on('request', (request, response) => {
    if (request.url === '/token') exchanges += 1;
    void handle(request, response);
  });
  return {
    ...{ issuer, clientId, clientSecret, otherClientId },
    get exchanges() {
      return exchanges;
    },
    signIn: (location, name) => walk(location, name),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Follows pages as a browser would. @returns the address of the final redirect back */
async function walk(location: string, login: string): Promise<string> {
  const cookies = new Map<string, string>();
  let [url, form]: [string, URLSearchParams | null] = [location, null];
  for (let steps = 0; steps < 10; steps += 1) {
    const response = await fetch(url, {
      ...(form === null ? {} : { method: 'POST', body: form }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const page = await response.text();
    const next = response.headers.get('location');
    form = next === null ? new URLSearchParams({ prompt: 'login', login, password: 'any' }) : null;
    if (next === null && !page.includes('name="login"')) throw new Error(`no log-in: ${response.status}`);
    url = next === null ? url : new URL(next, url).href;
    if (callback.test(url.split('?')[0] ?? '')) return url;
  }
  throw new Error('it leads nowhere');
}
