import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { ConnectionStatus } from '../../../device/realtime/connection.ts';

const texts = () => currentWords(messages).toasts;

/**
 * Shows toasts about the live connection (spec §8): the result of a requested try, and the first one after the
 * connection was lost. Scheduled tries stay silent; the indicator shows them.
 */
export class ConnectionNews {
  #isAwaited = false;

  requested(): void {
    this.#isAwaited = true;
    toast({ title: texts().reconnecting });
  }

  lost(): void {
    this.#isAwaited = true;
    toast({ ...texts().connectionLost, durationMs: 6000 });
  }

  becomes(status: ConnectionStatus): void {
    if (!this.#isAwaited) return;
    if (status === 'connecting') return void toast({ title: texts().reconnecting });
    this.#isAwaited = false;
    if (status === 'connected') toast({ title: texts().connected, tone: 'success' });
    else toast({ ...texts().connectionFailed, tone: 'danger' });
  }
}
