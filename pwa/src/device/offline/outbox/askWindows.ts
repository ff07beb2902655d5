import * as v from 'valibot';

/**
 * The service worker asks open windows whether one of them sends a member's outbox. A frozen or discarded window does
 * not answer, and sends nothing.
 */

const questionSchema = v.object({ type: v.literal('SENDS'), outbox: v.string() });

/** A window that is alive answers at once, unless it is busy. */
const answerWithinMs = 2_000;

interface Windows {
  matchAll(options: {
    readonly type: 'window';
    readonly includeUncontrolled: true;
  }): Promise<readonly { postMessage(message: unknown, transfer: Transferable[]): void }[]>;
}

/** @param outbox the name of the member's database */
export async function isSentByWindow(clients: Windows, outbox: string): Promise<boolean> {
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const question: v.InferOutput<typeof questionSchema> = { type: 'SENDS', outbox };
  if (windows.length === 0) return false;
  const asking = new AbortController();
  return new Promise((resolve) => {
    const silence = setTimeout(() => end(false), answerWithinMs);
    const end = (isSent: boolean) => {
      clearTimeout(silence);
      asking.abort();
      resolve(isSent);
    };
    for (const window of windows) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => end(true);
      asking.signal.addEventListener('abort', () => port1.close());
      window.postMessage(question, [port2]);
    }
  });
}

/**
 * Answers the service worker while this window sends an outbox.
 * @param onAsked called when it asks: sending may work now
 */
export function answerWorker(outbox: string, signal: AbortSignal, onAsked: () => void): void {
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener(
    'message',
    ({ data, ports }: MessageEvent) => {
      const question = v.safeParse(questionSchema, data);
      if (!question.success || question.output.outbox !== outbox) return;
      ports[0]?.postMessage(true);
      onAsked();
    },
    { signal },
  );
}
