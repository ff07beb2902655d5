import type { Page } from 'playwright-core';
import * as v from 'valibot';

const waitingSchema = v.array(
  v.object({ id: v.string(), lane: v.string(), state: v.string(), content: v.string() }),
);
/** Rows of a member's outbox. */
export type Waiting = v.InferOutput<typeof waitingSchema>[number];

const readOutboxes = `(async () => {
  const answerOf = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const waiting = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('messages-of-')) continue;
    const db = await answerOf(indexedDB.open(name));
    if (db.objectStoreNames.contains('outbox')) {
      for (const row of await answerOf(db.transaction('outbox').objectStore('outbox').getAll())) {
        waiting.push({ id: row.id, lane: row.lane, state: row.delivery.state, content: row.content });
      }
    }
    db.close();
  }
  return waiting;
})()`;

/** Reads the outboxes of every member who used a browser, in sending order. */
export async function outboxes(page: Page): Promise<Waiting[]> {
  return v.parse(waitingSchema, await page.evaluate(readOutboxes));
}

/** A conversation, by its name in the list. */
export interface Chat {
  /** The conversation's key on the device. */
  readonly key: 'global' | `member:${number}`;
  readonly name: string;
}

const until = `const until = (find) => new Promise((resolve) => {
  const look = () => {
    const found = find();
    if (!found) return;
    observer.disconnect();
    resolve(found);
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  look();
});`;

/**
 * Script for a page with an open conversation: `write` sets the composer's text, `enter` presses Enter there, both with
 * the events of a keyboard. `shown` resolves with the message of a text once it is in the thread, `bubbleOf` once it is
 * also stored.
 */
export const writing = ({ name }: Chat): string => `${until}
    const label = ${JSON.stringify(`Message ${name}`)};
    const isField = (field) => field.getAttribute('aria-label') === label;
    const field = await until(() => [...document.querySelectorAll('textarea')].find(isField));
    const setValue = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
    const write = async (text) => {
      setValue.call(field, text);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await until(() => !document.querySelector('button[aria-label="Send message"]').disabled);
    };
    const enter = () =>
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    const newest = (messages, text) =>
      [...document.querySelectorAll(messages)].findLast((bubble) => bubble.textContent.includes(text));
    const shown = (text) => until(() => newest('[data-message]', text));
    const bubbleOf = (text) => until(() => newest('[data-message]:not([data-saving])', text));`;

/**
 * Opens a chat from the list, and writes and sends each text in one call into the page, for specs that send hundreds.
 * Returns the messages' ids, each recorded once its bubble was there.
 */
export async function sayAll(page: Page, chat: Chat, texts: readonly string[]): Promise<string[]> {
  await page.locator(`[id="open-${chat.key}"]`).click();
  const script = `(async () => {
    ${writing(chat)}
    const ids = [];
    for (const text of ${JSON.stringify(texts)}) {
      await write(text);
      enter();
      ids.push((await bubbleOf(text)).dataset.message);
    }
    return ids;
  })()`;
  return v.parse(v.array(v.string()), await page.evaluate(script));
}

/** Sends one message, like `sayAll`. */
export async function sayQuickly(page: Page, chat: Chat, text: string): Promise<string> {
  const [id = ''] = await sayAll(page, chat, [text]);
  return id;
}
