import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { ConnectionStatus } from '../../../device/realtime/connection.ts';

const say = () => currentWords(messages).toasts;

/**
 * Shows toasts about the live connection (spec §8): the result of a requested try, and the first one after the
 * connection was lost. Scheduled tries stay silent; the indicator shows them.
 */
export class ConnectionNews {
  #isAwaited = false;

  ask(): void {
    this.#isAwaited = true;
    toast({ title: say().reconnecting });
  }

  lost(): void {
    this.#isAwaited = true;
    toast({ ...say().connectionLost, durationMs: 6000 });
  }

  becomes(status: ConnectionStatus): void {
    if (!this.#isAwaited) return;
    if (status === 'connecting') return void toast({ title: say().reconnecting });
    this.#isAwaited = false;
    if (status === 'connected') toast({ title: say().connected, tone: 'success' });
    else toast({ ...say().connectionFailed, tone: 'danger' });
  }
}
