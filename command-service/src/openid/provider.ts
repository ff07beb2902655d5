import { type OpenidOutcome, ProblemError, texts } from '@pmcw/contracts';
import { isFinal, type Logger } from '@pmcw/resilience';
import type { OpenidAccount } from '@pmcw/vault';
import type { Configuration, CustomFetch, IDToken } from 'openid-client';

export interface OpenidOptions {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Name that members see. */
  readonly label: string;
  /** Default 5. */
  readonly answerSeconds?: number;
}

export const aims = ['sign-in', 'add', 'prove'] as const;
export type Aim = (typeof aims)[number];

/** An answer without them belongs to another browser. */
export interface RoundSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

export interface ProvidedAccount extends OpenidAccount {
  readonly profile: () => Promise<ProvidedProfile>;
}

/** Only to fill in a form. */
export interface ProvidedProfile {
  readonly fullName: string;
  readonly email: string;
}

export class OpenidRefusal extends Error {
  override readonly name = 'OpenidRefusal';
  readonly outcome: OpenidOutcome;

  constructor(outcome: OpenidOutcome) {
    super(outcome);
    this.outcome = outcome;
  }
}

export interface OpenidProvider {
  readonly issuer: string;
  readonly label: string;
  /** Asks for a new sign-in to add an account or prove an identity. @throws ProblemError `unavailable` */
  location(secrets: RoundSecrets, aim: Aim): Promise<string>;
  /**
   * @param query of the callback
   * @throws OpenidRefusal
   */
  accountOf(query: string, secrets: RoundSecrets, aim: Aim): Promise<ProvidedAccount>;
}

const mostBytes = 1024 * 1024;
/** `freshSeconds` is the greatest age of a sign-in for a fresh proof. */
const freshSeconds = 300;
const skewSeconds = 30;
const scope = 'openid email profile';

/** Would delay each start of the service. */
const load = () => import('openid-client');

const boundedFetch: CustomFetch = async (url, { body, signal, ...options }) => {
  const response = await fetch(url, { ...options, body: body ?? null, signal: signal ?? null });
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > mostBytes) throw new TypeError('the answer is too large');
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return new Response(chunks.length === 0 ? null : Buffer.concat(chunks), { status, headers });
};

/** Messages may contain what was sent. */
function codesOf(error: unknown): string {
  const parts = typeof error === 'object' && error !== null ? error : {};
  const codes = ['code' in parts ? parts.code : null, 'error' in parts ? parts.error : null];
  const known = codes.filter((code) => typeof code === 'string' && /^\w{1,64}$/.test(code));
  return known.length === 0 ? 'no code' : known.join(' ');
}

async function discover(
  { issuer, clientId, clientSecret }: OpenidOptions,
  timeout: number,
): Promise<Configuration> {
  const { discovery, ClientSecretBasic, ClientSecretPost, ...client } = await load();
  const server = new URL(issuer);
  const [basic, post] = [ClientSecretBasic(clientSecret), ClientSecretPost(clientSecret)];
  return discovery(
    server,
    clientId,
    {},
    (as, ...request) => {
      // The default if the provider names none.
      const { token_endpoint_auth_methods_supported: methods = ['client_secret_basic'] } = as;
      return methods.includes('client_secret_basic') ? basic(as, ...request) : post(as, ...request);
    },
    {
      timeout,
      [client.customFetch]: boundedFetch,
      execute: [
        client.enableNonRepudiationChecks,
        // The settings allow http only on loopback.
        ...(server.protocol === 'http:' ? [client.allowInsecureRequests] : []),
      ],
    },
  );
}

async function profileOf(
  config: Configuration,
  accessToken: string,
  claims: IDToken,
): Promise<ProvidedProfile> {
  const { fetchUserInfo } = await load();
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const inToken = { fullName: text(claims.name), email: text(claims.email) };
  const isComplete = inToken.fullName !== '' && inToken.email !== '';
  if (isComplete || config.serverMetadata().userinfo_endpoint === undefined) return inToken;
  try {
    const { name, email } = await fetchUserInfo(config, accessToken, claims.sub);
    return { fullName: text(name) || inToken.fullName, email: text(email) || inToken.email };
  } catch {
    // The profile is optional: newcomers can fill in the form.
    return inToken;
  }
}

const isFresh = ({ auth_time: at }: IDToken): boolean =>
  at !== undefined && at >= Date.now() / 1000 - freshSeconds - skewSeconds;

async function outcomeOf(error: unknown): Promise<OpenidOutcome> {
  const { AuthorizationResponseError } = await load();
  if (error instanceof AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'cancelled';
    return /^(temporarily_unavailable|server_error)$/.test(error.error) ? 'unavailable' : 'failed';
  }
  // `fetch` throws it without a connection.
  return error instanceof TypeError || !isFinal(error) ? 'unavailable' : 'failed';
}

/**
 * Without a new sign-in or, at Google, which lacks that, an account choice, another person's account on a shared
 * browser could be linked by mistake.
 */
function askedOf(aim: Aim, issuer: string): Record<string, string> {
  if (aim === 'sign-in') return {};
  if (aim === 'prove') return { prompt: 'login', max_age: '0' };
  return { prompt: new URL(issuer).host === 'accounts.google.com' ? 'select_account' : 'login' };
}

/** Discovered on first use. @param publicUrl without a trailing slash */
export function openidProvider(
  options: OpenidOptions,
  publicUrl: string,
  logger: Pick<Logger, 'warn'>,
): OpenidProvider {
  const { answerSeconds = 5 } = options;
  const redirectUri = `${publicUrl}/api/openid/callback`;
  let discovered: Promise<Configuration> | null = null;
  const configuration = async (): Promise<Configuration> => {
    discovered ??= discover(options, answerSeconds);
    try {
      return await discovered;
    } catch (error) {
      discovered = null;
      logger.warn({ code: codesOf(error) }, 'the OpenID provider could not be asked what it can do');
      throw new ProblemError('unavailable', texts.refusals.openidAway, {
        retryAfter: Math.ceil(answerSeconds),
      });
    }
  };

  return {
    issuer: options.issuer,
    label: options.label,

    async location({ state, nonce, verifier }, aim) {
      const config = await configuration();
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await load();
      return buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...askedOf(aim, options.issuer),
      }).href;
    },

    async accountOf(query, { state, nonce, verifier }, aim) {
      const config = await configuration();
      const { authorizationCodeGrant } = await load();
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier };
      try {
        const answer = await authorizationCodeGrant(config, new URL(redirectUri + query), checks);
        const claims = answer.claims();
        if (claims === undefined) throw new OpenidRefusal('failed');
        if (aim === 'prove' && !isFresh(claims)) throw new OpenidRefusal('unproved');
        const { iss: issuer, sub: subject } = claims;
        return { issuer, subject, profile: () => profileOf(config, answer.access_token, claims) };
      } catch (error) {
        const outcome = error instanceof OpenidRefusal ? error.outcome : await outcomeOf(error);
        if (outcome !== 'cancelled') {
          logger.warn({ code: codesOf(error), outcome }, 'an answer of the OpenID provider was refused');
        }
        throw new OpenidRefusal(outcome);
      }
    },
  };
}
