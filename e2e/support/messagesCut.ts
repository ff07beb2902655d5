import type { Page } from 'playwright-core';

/** What a page says when its messages get nowhere. */
export const messagesAreCut = /ERR_FAILED|WebSocket connection/;
/** Chromium reports that the server was told to delete a message that had not come to it. */
export const nothingToWithdraw = /404 \(Not Found\).*\/api\/messages\//;

/** Lets a page send messages, or not. */
export interface MessagesCut {
  /** From now on messages get through. */
  mend(): void;
}

/**
 * Cuts off a page's messages and drafts, by socket and by HTTP, while all else gets through: as on a bad network, where one can still log
 * out. To be called before the page is opened, which then has no service worker: past one, nothing can be cut.
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
