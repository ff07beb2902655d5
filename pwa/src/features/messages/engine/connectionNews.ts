import { toast } from '../../../base/ui/toasts.ts';
import { messages } from '../../../base/words/en/messages.ts';
import { currentWords } from '../../../base/words/words.ts';
import type { ConnectionStatus } from '../../../device/realtime/connection.ts';

const say = () => currentWords(messages).toasts;

/**
 * What is said in passing of the live connection (spec §8). The tries of the schedule are not: in a tunnel each would be a toast about
 * nothing that anybody can change, and the indicator shows them. How a try ends is told to whoever asked for it, and once to
 * whoever was told that the connection is lost.
 */
export class ConnectionNews {
  #isAwaited = false;

  /** The person asks for a try. */
  ask(): void {
    this.#isAwaited = true;
    toast({ title: say().reconnecting });
  }

  /** A round of tries is used up. */
  lost(): void {
    this.#isAwaited = true;
    toast({ ...say().connectionLost, durationMs: 6000 });
  }

  /** The connection stands otherwise. */
  becomes(status: ConnectionStatus): void {
    if (!this.#isAwaited) return;
    if (status === 'connecting') return void toast({ title: say().reconnecting });
    this.#isAwaited = false;
    if (status === 'connected') toast({ title: say().connected, tone: 'success' });
    else toast({ ...say().connectionFailed, tone: 'danger' });
  }
}
