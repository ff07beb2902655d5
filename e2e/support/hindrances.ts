import { erasedKinds, type Inclusion, type Receipt, texts } from '@pmcw/contracts';
import type { Page, Route } from 'playwright-core';

/** Interference with some of the server's answers to a screen. */
export interface Hindrance {
  /**
   * Held back permanently, answered with 500, cut off, refused as signed out from then on, refused on writes, forged,
   * or replaced.
   */
  readonly kind: 'hold' | 'fail' | 'cut' | 'expire' | 'refuse' | 'forge' | 'answer';
  /** Prefix of the paths, or a pattern. */
  readonly what: string | RegExp;
  /** The answer instead of the server's. */
  readonly made?: { readonly json: object; readonly status: number };
}

export const hold = (what: Hindrance['what']): Hindrance => ({ kind: 'hold', what });
export const fail = (what: Hindrance['what']): Hindrance => ({ kind: 'fail', what });
/** The header of each success of our server; without it, the app takes an answer for another server's. */
export const ofServer = { 'x-request-id': 'made-up' };

const madeUp = ({ json, status }: { readonly json: object; readonly status: number }) =>
  status < 400
    ? { json, status, headers: ofServer }
    : { body: JSON.stringify(json), status, contentType: 'application/problem+json' };

export const cut = (what: Hindrance['what']): Hindrance => ({ kind: 'cut', what });

/** Made-up answers, for states whose real causes other specs test. */
export const answer = (what: Hindrance['what'], json: object, status = 200): Hindrance => ({
  ...{ kind: 'answer', what, made: { json, status } },
});

/** Answers that the server is too busy, now and when asked again. */
export const busy = (what: Hindrance['what']): Hindrance =>
  answer(
    what,
    {
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      code: 'unavailable',
      detail: texts.refusals.busy,
    },
    503,
  );

/** Answers as if the session had ended. */
export const expire = (what: Hindrance['what']): Hindrance => ({ kind: 'expire', what });

/** Proofs that do not match their events. */
export const forgeProofs: Hindrance = { kind: 'forge', what: '/api/proofs/inclusion/' };

/** Messages that the server rejects by socket and over HTTP. */
export const refuseMessages: Hindrance = { kind: 'refuse', what: /^\/api\/messages$/ };

/** Complaints of Chromium and the app about failures that a spec provokes. */
export const failedOnPurpose = /Failed to load resource|Failed to fetch|ERR_FAILED|could not be loaded/;

/** Applies a hindrance to all requests of a page. */
export async function hinder(page: Page, { kind, what, made }: Hindrance): Promise<void> {
  const isMeant = ({ pathname }: URL) =>
    typeof what === 'string' ? pathname.startsWith(what) : what.test(pathname);
  if (kind === 'refuse') await page.routeWebSocket(/\/ws$/, (socket) => void socket.close());
  await page.route(isMeant, (route) => {
    if (kind === 'fail') return route.fulfill(outOfOrder);
    if (kind === 'cut') return route.abort('failed');
    if (kind === 'refuse')
      return route.request().method() === 'POST' ? route.fulfill(refused) : route.continue();
    if (kind === 'expire') return refuseFromNowOn(page, route);
    if (kind === 'forge') return forge(route);
    if (made !== undefined) return route.fulfill(madeUp(made));
    // Held back: the request waits until its page is closed.
    return undefined;
  });
}

const problem = (status: number, title: string, code: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title, status, code, detail }),
});
/** A failure of the server, and a success without a body. */
export const outOfOrder = problem(500, 'Internal Server Error', 'internal', 'Out of order');
export const nothingToSay = { status: 204, headers: ofServer };
const nobodys = problem(401, 'Unauthorized', 'not_signed_in', 'Unauthorized');
const refused = problem(404, 'Not Found', 'not_found', texts.refusals.memberNotFound);

async function refuseFromNowOn(page: Page, route: Route): Promise<void> {
  await page.route('**/api/user', (asked) => asked.fulfill(nobodys));
  await route.fulfill(nobodys);
}

const receipt: Receipt = {
  ...{ memberId: 7, position: '4711', engine: 'postgres', time: '2026-03-14T15:09:26.535Z', state: 'erased' },
  ...{ erased: [...erasedKinds], checkpointBy: '2026-03-14T15:11:26.535Z', checkpoint: null },
  signature: Buffer.alloc(64).toString('base64'),
};
/** A receipt without deleting the account, because other states need its member. */
export const keepAccount = answer('/api/user/account', receipt);

/** The proof with another first step, as if someone on the way, or the server, had changed the record. */
async function forge(route: Route): Promise<void> {
  const response = await route.fetch();
  const proof: Inclusion = await response.json();
  const json =
    proof.state === 'proved' ? { ...proof, path: ['0'.repeat(64), ...proof.path.slice(1)] } : proof;
  await route.fulfill({ response, json });
}
