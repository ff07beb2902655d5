import { erasedKinds, type Inclusion, type Receipt, texts } from '@pmcw/contracts';
import type { Page, Route } from 'playwright-core';

/** What happens to some answers of the server on their way to a screen. */
export interface Hindrance {
  /** Held back for ever, answered with 500, cut off, refused as nobody's from then on, refused when something is written, forged, or made up. */
  readonly kind: 'hold' | 'fail' | 'cut' | 'expire' | 'refuse' | 'forge' | 'answer';
  /** The paths that begin like this, or the files that match. */
  readonly what: string | RegExp;
  /** What is answered in place of the server, with which status. */
  readonly made?: { readonly json: object; readonly status: number };
}

/** Answers that never come. */
export const hold = (what: Hindrance['what']): Hindrance => ({ kind: 'hold', what });
/** Answers that are errors of the server. */
export const fail = (what: Hindrance['what']): Hindrance => ({ kind: 'fail', what });
/** Requests that reach nobody. */
export const cut = (what: Hindrance['what']): Hindrance => ({ kind: 'cut', what });

/** Answers that are made up: what would have to happen for them is another spec's. */
export const answer = (what: Hindrance['what'], json: object, status = 200): Hindrance => ({
  ...{ kind: 'answer', what, made: { json, status } },
});

/** Answers at which the session turns out to have ended. */
export const expire = (what: Hindrance['what']): Hindrance => ({ kind: 'expire', what });

/** Proofs of events that are somebody else's work. */
export const forgeProofs: Hindrance = { kind: 'forge', what: '/api/proofs/inclusion/' };

/** Messages that the server takes neither by socket nor otherwise. */
export const refuseMessages: Hindrance = { kind: 'refuse', what: /^\/api\/messages$/ };

/** What Chromium and the app say of answers that failed because a test wanted it. */
export const failedOnPurpose = /Failed to load resource|Failed to fetch|ERR_FAILED|could not be loaded/;

/** Puts a hindrance in the way of everything that a page asks for. */
export async function hinder(page: Page, { kind, what, made }: Hindrance): Promise<void> {
  const isMeant = ({ pathname }: URL) =>
    typeof what === 'string' ? pathname.startsWith(what) : what.test(pathname);
  if (kind === 'refuse') await page.routeWebSocket(/\/ws$/, (socket) => void socket.close());
  await page.route(isMeant, (route) => {
    if (kind === 'fail')
      return route.fulfill({ status: 500, contentType: 'text/plain', body: 'Out of order' });
    if (kind === 'cut') return route.abort('failed');
    if (kind === 'refuse')
      return route.request().method() === 'POST' ? route.fulfill(refused) : route.continue();
    if (kind === 'expire') return refuseFromNowOn(page, route);
    if (kind === 'forge') return forge(route);
    if (made !== undefined) return route.fulfill(made);
    // Held back: the request waits until its page is closed.
    return undefined;
  });
}

const problem = (status: number, title: string, code: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ type: 'about:blank', title, status, code, detail }),
});
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
/** A receipt for an account that stays: other states need its member. */
export const keepAccount = answer('/api/user/account', receipt);

/** The proof with another first step: what somebody on the way, or the server itself, would make of a record they changed. */
async function forge(route: Route): Promise<void> {
  const response = await route.fetch();
  const proof: Inclusion = await response.json();
  const json =
    proof.state === 'proved' ? { ...proof, path: ['0'.repeat(64), ...proof.path.slice(1)] } : proof;
  await route.fulfill({ response, json });
}
