import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { ConnectionStatus } from '../../../device/realtime/connection.ts';

const toastWords = () => currentWords(messages).toasts;

/**
 * Shows toasts about the live connection (spec §8): the result of a requested try, and the first one after the
 * connection was lost. Scheduled tries stay silent; the indicator shows them.
 */
export class ConnectionNews {
  #isAwaited = false;

  requested(): void {
    this.#isAwaited = true;
    toast({ title: toastWords().reconnecting });
  }

  lost(): void {
    this.#isAwaited = true;
    toast({ ...toastWords().connectionLost, durationMs: 6000 });
  }

  becomes(status: ConnectionStatus): void {
    if (!this.#isAwaited) return;
    if (status === 'connecting') return void toast({ title: toastWords().reconnecting });
    this.#isAwaited = false;
    if (status === 'connected') toast({ title: toastWords().connected, tone: 'success' });
    else toast({ ...toastWords().connectionFailed, tone: 'danger' });
  }
}
