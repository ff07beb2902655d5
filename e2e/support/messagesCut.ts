import type { Page } from 'playwright-core';

/** Complaints of a page whose messages are cut off. */
export const messagesAreCut = /ERR_FAILED|WebSocket connection/;
/** Chromium reports the deletion of a message that never reached the server. */
export const nothingToWithdraw = /404 \(Not Found\).*\/api\/messages\//;

export interface MessagesCut {
  /** Lets messages through again. */
  mend(): void;
}

/**
 * Cuts off a page's messages and drafts, by socket and HTTP, and nothing else, as on a bad network where logging out
 * still works. Call it before the page is opened. The page then has no service worker, whose requests could not be cut.
 */
export async function cutMessages(page: Page): Promise<MessagesCut> {
  let isCut = true;
  await page.addInitScript('delete Navigator.prototype.serviceWorker');
  await page.routeWebSocket(/\/ws$/, (socket) => {
    if (isCut) void socket.close();
    else socket.connectToServer();
  });
  const isWrite = (method: string) => method === 'POST' || method === 'PUT';
  await page.route(/\/api\/(messages|messages\/global|drafts\/[^/]+)$/, (route) =>
    isCut && isWrite(route.request().method()) ? route.abort() : route.continue(),
  );
  return {
    mend: () => {
      isCut = false;
    },
  };
}
